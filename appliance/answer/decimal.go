package answer

import "strconv"

// decimal is digits × 10^exponent. Its digits have no zeros in front; zero has
// none at all.
type decimal struct {
	negative bool
	digits   []byte
	exponent int
}

// maxExponent bounds the exponent of a number's text; JSON allows any.
const maxExponent = 1 << 30

// parseDecimal reads an integer, a numeric or a JSON number. Infinity and NaN
// are none.
func parseDecimal(raw []byte) (d decimal, ok bool) {
	rest := raw
	if len(rest) > 0 && (rest[0] == '-' || rest[0] == '+') {
		d.negative = rest[0] == '-'
		rest = rest[1:]
	}
	whole, rest := splitDigits(rest)
	fraction := []byte(nil)
	if len(rest) > 0 && rest[0] == '.' {
		fraction, rest = splitDigits(rest[1:])
	}
	if len(whole)+len(fraction) == 0 {
		return decimal{}, false
	}
	exponent, ok := parseExponent(rest)
	if !ok {
		return decimal{}, false
	}
	d.digits = trimZeros(join(whole, fraction))
	d.exponent = exponent - len(fraction)
	return d, true
}

func splitDigits(s []byte) (digits, rest []byte) {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return s[:n], s[n:]
}

// parseExponent reads nothing, which is 0, or e+12.
func parseExponent(s []byte) (int, bool) {
	if len(s) == 0 {
		return 0, true
	}
	if s[0] != 'e' && s[0] != 'E' {
		return 0, false
	}
	n, err := strconv.Atoi(string(s[1:]))
	return n, err == nil && n <= maxExponent && n >= -maxExponent
}

// join avoids a copy where one part is empty.
func join(whole, fraction []byte) []byte {
	if len(fraction) == 0 {
		return whole
	}
	return append(append(make([]byte, 0, len(whole)+len(fraction)), whole...), fraction...)
}

func trimZeros(digits []byte) []byte {
	for len(digits) > 0 && digits[0] == '0' {
		digits = digits[1:]
	}
	return digits
}

// appendCanonical appends a text that is the same for equal numbers: 0, or the
// digits without zeros at the end, e, the exponent.
func (d decimal) appendCanonical(dst []byte) []byte {
	digits, exponent := d.digits, d.exponent
	for len(digits) > 0 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
		exponent++
	}
	if len(digits) == 0 {
		return append(dst, '0')
	}
	if d.negative {
		dst = append(dst, '-')
	}
	dst = append(dst, digits...)
	if exponent == 0 {
		return dst
	}
	return strconv.AppendInt(append(dst, 'e'), int64(exponent), 10)
}
