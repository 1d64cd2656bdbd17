package answer

import "bytes"

// appendStr appends what Python's str() gives for the value that psycopg 3
// returns for raw, in a session with time zone UTC, ISO dates and hex bytea.
//
// A type that psycopg returns as a string, or that is not in the table of kinds
// (ranges, network addresses, composite types), is the server's text. So is a
// value that Python cannot hold: infinite dates, years before 1 or after 9999.
func appendStr(dst []byte, t valueType, raw []byte) []byte {
	if t.array {
		return appendArrayStr(dst, t.kind, raw)
	}
	switch t.kind {
	case boolKind:
		return append(dst, pythonBool(raw)...)
	case numericKind:
		return appendDecimalStr(dst, raw)
	case floatKind:
		return appendFloatText(dst, raw)
	case timeKind, timetzKind, timestampKind, timestamptzKind:
		return appendClockStr(dst, t.kind, raw)
	case intervalKind:
		return appendIntervalStr(dst, raw)
	case byteaKind:
		return appendBytesRepr(dst, raw)
	case jsonKind:
		return appendJSONStr(dst, raw)
	}
	return append(dst, raw...)
}

// appendRepr appends Python's repr() of the same value: its form inside a list.
func appendRepr(dst []byte, k kind, raw []byte) []byte {
	switch k {
	case boolKind, intKind, floatKind, byteaKind:
		return appendStr(dst, valueType{kind: k}, raw)
	case numericKind:
		return appendCall(dst, "Decimal", appendDecimalStr(nil, raw))
	case uuidKind:
		return appendCall(dst, "UUID", raw)
	case dateKind, timeKind, timetzKind, timestampKind, timestamptzKind:
		return appendClockRepr(dst, k, raw)
	case intervalKind:
		return appendIntervalRepr(dst, raw)
	case jsonKind:
		return appendJSONRepr(dst, raw)
	}
	return appendStringRepr(dst, raw)
}

// appendCall appends the repr of a type that shows its text: UUID('…').
func appendCall(dst []byte, name string, text []byte) []byte {
	dst = append(dst, name...)
	dst = append(dst, '(')
	dst = appendStringRepr(dst, text)
	return append(dst, ')')
}

func pythonBool(raw []byte) string {
	if bytes.Equal(raw, []byte("t")) {
		return "True"
	}
	return "False"
}

// appendArrayStr appends a Postgres array as a Python list, nested as it is.
func appendArrayStr(dst []byte, k kind, raw []byte) []byte {
	start := len(dst)
	first := true
	ok := walkArray(raw, func(e event, text []byte) {
		if e == closeEvent {
			dst = append(dst, ']')
			first = false
			return
		}
		if !first {
			dst = append(dst, ", "...)
		}
		first = e == openEvent
		switch e {
		case openEvent:
			dst = append(dst, '[')
		case nullEvent:
			dst = append(dst, "None"...)
		case valueEvent:
			dst = appendRepr(dst, k, text)
		}
	})
	if !ok {
		return append(dst[:start], raw...)
	}
	return dst
}
