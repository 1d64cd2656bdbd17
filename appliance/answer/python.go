package answer

import (
	"encoding/hex"
	"math"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// appendStringRepr appends Python's repr of a str: in single quotes unless it
// has single quotes and no double ones; what cannot be printed is escaped.
func appendStringRepr(dst, s []byte) []byte {
	quote := quoteFor(s)
	dst = append(dst, quote)
	for len(s) > 0 {
		n := plainPrefix(s)
		dst, s = append(dst, s[:n]...), s[n:]
		if len(s) == 0 {
			break
		}
		r, size := utf8.DecodeRune(s)
		if r == utf8.RuneError && size == 1 {
			dst = appendHexEscape(dst, rune(s[0]))
		} else {
			dst = appendRuneRepr(dst, r, quote)
		}
		s = s[size:]
	}
	return append(dst, quote)
}

// plainPrefix is how many bytes in front stand for themselves in any quotes.
func plainPrefix(s []byte) int {
	for i, c := range s {
		if c < ' ' || c >= 0x7f || c == '\'' || c == '"' || c == '\\' {
			return i
		}
	}
	return len(s)
}

func quoteFor(s []byte) byte {
	single, double := false, false
	for _, c := range s {
		single = single || c == '\''
		double = double || c == '"'
	}
	if single && !double {
		return '"'
	}
	return '\''
}

func appendRuneRepr(dst []byte, r rune, quote byte) []byte {
	switch r {
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	case '\\', rune(quote):
		return append(dst, '\\', byte(r))
	}
	if unicode.IsPrint(r) { // letters, marks, numbers, punctuation, symbols, the space: as Python
		return utf8.AppendRune(dst, r)
	}
	return appendHexEscape(dst, r)
}

// appendHexEscape writes \x7f, \u200b or \U000e0001.
func appendHexEscape(dst []byte, r rune) []byte {
	letter, digits := byte('x'), 2
	switch {
	case r > 0xffff:
		letter, digits = 'U', 8
	case r > 0xff:
		letter, digits = 'u', 4
	}
	dst = append(dst, '\\', letter)
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		dst = append(dst, "0123456789abcdef"[r>>shift&0xf])
	}
	return dst
}

// appendBytesRepr appends Python's repr of the bytes that Postgres writes as
// \x0102 (also their str).
func appendBytesRepr(dst, raw []byte) []byte {
	if len(raw) < 2 || raw[0] != '\\' || raw[1] != 'x' {
		return append(dst, raw...)
	}
	value := make([]byte, hex.DecodedLen(len(raw)-2))
	if _, err := hex.Decode(value, raw[2:]); err != nil {
		return append(dst, raw...)
	}
	quote := quoteFor(value)
	dst = append(dst, 'b', quote)
	for _, c := range value {
		if c >= 0x7f {
			dst = appendHexEscape(dst, rune(c))
		} else {
			dst = appendRuneRepr(dst, rune(c), quote)
		}
	}
	return append(dst, quote)
}

// appendFloatText appends a float in Python's form, read from Postgres's text.
func appendFloatText(dst, raw []byte) []byte {
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil && !math.IsInf(f, 0) {
		return append(dst, raw...)
	}
	return appendFloat(dst, f)
}

// appendFloat appends repr(f): the shortest digits that give f back, with an
// exponent below 1e-4 and from 1e16, else always with a decimal point.
func appendFloat(dst []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, "nan"...)
	case math.IsInf(f, 1):
		return append(dst, "inf"...)
	case math.IsInf(f, -1):
		return append(dst, "-inf"...)
	}
	if abs := math.Abs(f); abs != 0 && (abs < 1e-4 || abs >= 1e16) {
		return strconv.AppendFloat(dst, f, 'e', -1, 64)
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, f, 'f', -1, 64)
	for _, c := range dst[start:] {
		if c == '.' {
			return dst
		}
	}
	return append(dst, ".0"...)
}

// appendDecimalStr appends str(Decimal(text)), which is Postgres's text except
// for small numbers: Python switches to an exponent where the first digit would
// stand more than six places after the point (0.0000001 is 1E-7).
func appendDecimalStr(dst, raw []byte) []byte {
	d, ok := parseDecimal(raw)
	if !ok || d.exponent > 0 {
		return append(dst, raw...)
	}
	digits := d.digits
	if len(digits) == 0 {
		digits = []byte("0")
	}
	lead := d.exponent + len(digits)
	if lead > -6 {
		return append(dst, raw...)
	}
	if d.negative {
		dst = append(dst, '-')
	}
	dst = append(dst, digits[0])
	if len(digits) > 1 {
		dst = append(dst, '.')
		dst = append(dst, digits[1:]...)
	}
	return strconv.AppendInt(append(dst, 'E'), int64(lead-1), 10)
}
