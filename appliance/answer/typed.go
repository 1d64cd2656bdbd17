package answer

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
)

// The tags of a typed value. Equal values of different types have the same tag:
// integers, numerics, floats and JSON numbers; text, dates and JSON strings (a
// date within JSON is a string); arrays and JSON arrays.
const (
	numberTag   = 'n'
	boolTag     = 'b'
	textTag     = 't'
	intervalTag = 'i'
	bytesTag    = 'x'
	setTag      = 's'
	objectTag   = 'o'
	nullTag     = '0' // within an array or object
	rawTag      = '?' // a text that is not what its type promises
)

// appendTyped appends the tagged form of one value that is not NULL.
func appendTyped(dst []byte, t valueType, raw []byte) []byte {
	if t.array {
		return appendArraySet(dst, t.kind, raw)
	}
	switch t.kind {
	case boolKind:
		return appendBool(dst, raw)
	case intKind, numericKind:
		return appendNumber(dst, raw)
	case floatKind:
		return appendRounded(dst, raw)
	case intervalKind:
		return appendInterval(dst, raw)
	case byteaKind:
		return appendTagged(dst, bytesTag, raw)
	case bpcharKind:
		return appendTagged(dst, textTag, bytes.TrimRight(raw, " "))
	case timestamptzKind:
		return appendTagged(dst, textTag, bytes.TrimSuffix(raw, []byte("+00")))
	case jsonKind:
		return appendJSONTyped(dst, raw)
	}
	return appendTagged(dst, textTag, raw)
}

// appendTagged appends a tag, the length and the bytes, so that within a set no
// two different values are written alike.
func appendTagged(dst []byte, tag byte, text []byte) []byte {
	return append(appendLength(append(dst, tag), len(text)), text...)
}

func appendBool(dst, raw []byte) []byte {
	if len(raw) != 1 {
		return appendTagged(dst, rawTag, raw)
	}
	return append(dst, boolTag, raw[0])
}

// appendNumber appends the exact value of an integer, numeric or JSON number.
func appendNumber(dst, raw []byte) []byte {
	var scratch [64]byte
	if d, ok := parseDecimal(raw); ok {
		return appendTagged(dst, numberTag, d.appendCanonical(scratch[:0]))
	}
	return appendTagged(dst, numberTag, bytes.ToLower(raw)) // nan, infinity, -infinity
}

// floatDigits is how many significant digits of a float are compared.
const floatDigits = 9

// appendRounded appends a float rounded to floatDigits.
func appendRounded(dst, raw []byte) []byte {
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return appendTagged(dst, numberTag, bytes.ToLower(raw))
	}
	var scratch [32]byte
	return appendNumber(dst, strconv.AppendFloat(scratch[:0], f, 'e', floatDigits-1, 64))
}

// appendInterval appends what Postgres compares intervals by: microseconds, with
// months of 30 days.
func appendInterval(dst, raw []byte) []byte {
	v, ok := parseInterval(raw)
	days := (v.years*12+v.months)*30 + v.days
	if !ok || days > maxDays/10 || days < -maxDays/10 {
		return appendTagged(dst, rawTag, raw)
	}
	return appendTagged(dst, intervalTag, strconv.AppendInt(nil, days*dayUsec+v.usec, 10))
}

// appendArraySet appends a Postgres array as a set; inner dimensions are sets in
// it.
func appendArraySet(dst []byte, k kind, raw []byte) []byte {
	start := len(dst)
	var open []set
	element := func(from int) {
		if len(open) > 0 {
			open[len(open)-1].add(from, len(dst))
		}
	}
	ok := walkArray(raw, func(e event, text []byte) {
		from := len(dst)
		switch e {
		case openEvent:
			open = append(open, set{start: from})
			return
		case closeEvent:
			last := open[len(open)-1]
			open = open[:len(open)-1]
			dst, from = last.close(dst, setTag), last.start
		case nullEvent:
			dst = append(dst, nullTag)
		case valueEvent:
			dst = appendTyped(dst, valueType{kind: k}, text)
		}
		element(from)
	})
	if !ok {
		return appendTagged(dst[:start], rawTag, raw)
	}
	return dst
}

// set collects the written forms of elements that stand in one buffer from
// start on.
type set struct {
	start    int
	elements []span
}

func (s *set) add(from, to int) { s.elements = append(s.elements, span{from, to}) }

// close replaces the elements by the form of their set: tag, count, and the
// SHA-256 of the elements, sorted and without duplicates. A hash, not the
// elements, since a value nested many times over would be copied at every level.
func (s *set) close(buf []byte, tag byte) []byte {
	at := func(e span) []byte { return buf[e.from:e.to] }
	slices.SortFunc(s.elements, func(a, b span) int { return bytes.Compare(at(a), at(b)) })
	s.elements = slices.CompactFunc(s.elements, func(a, b span) bool { return bytes.Equal(at(a), at(b)) })
	sum := hashSpans(buf, s.elements)
	buf = appendLength(append(buf[:s.start], tag), len(s.elements))
	return append(buf, sum[:]...)
}

// hashSpans is the SHA-256 of pieces of a buffer, one after the other.
func hashSpans(buf []byte, pieces []span) (sum [sha256.Size]byte) {
	var scratch [512]byte
	joined := scratch[:0]
	for i, p := range pieces {
		if len(joined)+p.to-p.from > len(scratch) { // too much to be copied
			return hashRest(joined, buf, pieces[i:])
		}
		joined = append(joined, buf[p.from:p.to]...)
	}
	return sha256.Sum256(joined)
}

func hashRest(joined, buf []byte, pieces []span) (sum [sha256.Size]byte) {
	h := sha256.New()
	h.Write(joined)
	for _, p := range pieces {
		h.Write(buf[p.from:p.to])
	}
	h.Sum(sum[:0])
	return sum
}

// appendJSONTyped appends a JSON text as a typed value.
func appendJSONTyped(dst, raw []byte) []byte {
	w := typedWriter{jsonReader: jsonReader{rest: raw, ok: true}, dst: dst}
	w.value()
	if !w.done() {
		return appendTagged(dst, rawTag, raw)
	}
	return w.dst
}

// typedWriter writes JSON as typed values while it reads.
type typedWriter struct {
	jsonReader
	dst []byte
}

func (w *typedWriter) value() {
	switch c := w.next(); {
	case c == '[':
		w.take('[')
		w.sequence()
	case c == '{':
		w.take('{')
		w.object()
	case c == '"':
		w.dst = appendTagged(w.dst, textTag, w.text())
	case c == '-' || c >= '0' && c <= '9':
		w.dst = appendNumber(w.dst, w.number())
	default:
		w.dst = append(w.dst, typedWords[w.word()]...)
	}
}

var typedWords = map[string]string{
	"true": string(boolTag) + "t", "false": string(boolTag) + "f", "null": string(nullTag),
}

func (w *typedWriter) sequence() {
	s := set{start: len(w.dst)}
	w.list(']', func() {
		from := len(w.dst)
		w.value()
		s.add(from, len(w.dst))
	})
	w.dst = s.close(w.dst, setTag)
}

// object writes the members sorted by name; of a name that comes twice the last
// one counts.
func (w *typedWriter) object() {
	start := len(w.dst)
	var m members
	w.list('}', func() {
		from := len(w.dst)
		name := w.key()
		w.dst = appendTagged(w.dst, textTag, name)
		w.value()
		m.put(name, span{from, len(w.dst)})
	})
	s := set{start: start, elements: m.spans}
	w.dst = s.close(w.dst, objectTag)
}

// appendLength appends a length in front of what has it.
func appendLength(dst []byte, n int) []byte { return binary.AppendUvarint(dst, uint64(n)) }
