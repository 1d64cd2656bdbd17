package answer

// forms are how one value is written in each mode. They are valid until the
// writer's next value.
type forms struct{ paper, typed []byte }

// writer writes the values of one column.
type writer struct {
	valueType
	paper, typed []byte           // buffers
	known        map[string]forms // values that came before; nil for types that are cheap to write
}

// Values repeat, as enumerations, dates and small sets do; those that are dear
// to write are remembered, in at most knownValues × knownLength bytes and some.
const (
	knownValues = 256
	knownLength = 64
)

func newWriter(t valueType) writer {
	w := writer{valueType: t}
	if t.array || t.kind == jsonKind || t.kind >= dateKind && t.kind <= intervalKind {
		w.known = map[string]forms{}
	}
	return w
}

// forms writes a value that is not NULL.
func (w *writer) forms(raw []byte) forms {
	if w.known == nil || len(raw) > knownLength {
		return w.write(raw)
	}
	f, found := w.known[string(raw)]
	if !found {
		f = w.write(raw)
		if len(w.known) < knownValues {
			w.known[string(raw)] = forms{clone(f.paper), clone(f.typed)}
		}
	}
	return f
}

func (w *writer) write(raw []byte) forms {
	w.paper, w.typed = reuse(w.paper), reuse(w.typed)
	w.typed = appendTyped(w.typed, w.valueType, raw)
	if w.plain() {
		return forms{raw, w.typed}
	}
	w.paper = appendStr(w.paper, w.valueType, raw)
	return forms{w.paper, w.typed}
}

func clone(b []byte) []byte { return append([]byte(nil), b...) }

// maxBuffer is the largest buffer kept between values, in bytes: one huge value
// must not hold its memory for the rest of the answer.
const maxBuffer = 1 << 20

func reuse(buf []byte) []byte {
	if cap(buf) > maxBuffer {
		return nil
	}
	return buf[:0]
}
