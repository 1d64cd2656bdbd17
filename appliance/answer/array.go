package answer

import "bytes"

// event is what walkArray found.
type event uint8

const (
	openEvent  event = iota // { opens a dimension
	closeEvent              // } closes it
	nullEvent               // a NULL element
	valueEvent              // an element, unquoted
)

// maxArrayDepth is more than Postgres's own limit of six dimensions, and bounds
// what a malformed text can do.
const maxArrayDepth = 32

// walkArray reads an array in Postgres's text format, like {1,NULL,"a b"} or
// [0:1]={1,2}, and reports what it holds in order. The text of an element is
// valid during the call only. It returns false for what is no such text; some
// events may have been reported by then.
func walkArray(raw []byte, report func(event, []byte)) bool {
	w := arrayWalker{rest: skipBounds(raw), report: report}
	return w.dimension(0) && len(w.rest) == 0
}

// skipBounds drops "[1:2][0:4]=" in front of an array.
func skipBounds(raw []byte) []byte {
	if len(raw) == 0 || raw[0] != '[' {
		return raw
	}
	_, after, found := bytes.Cut(raw, []byte("]={"))
	if !found {
		return raw
	}
	return raw[len(raw)-len(after)-1:]
}

type arrayWalker struct {
	rest    []byte
	report  func(event, []byte)
	scratch []byte
}

// dimension reads {…}.
func (w *arrayWalker) dimension(depth int) bool {
	if depth > maxArrayDepth || !w.take('{') {
		return false
	}
	w.report(openEvent, nil)
	if !w.take('}') {
		for {
			if !w.element(depth) {
				return false
			}
			if w.take('}') {
				break
			}
			if !w.take(',') {
				return false
			}
		}
	}
	w.report(closeEvent, nil)
	return true
}

func (w *arrayWalker) take(b byte) bool {
	if len(w.rest) == 0 || w.rest[0] != b {
		return false
	}
	w.rest = w.rest[1:]
	return true
}

func (w *arrayWalker) element(depth int) bool {
	switch {
	case len(w.rest) == 0:
		return false
	case w.rest[0] == '{':
		return w.dimension(depth + 1)
	case w.rest[0] == '"':
		return w.quoted()
	}
	return w.bare()
}

// quoted reads "…" with backslash escapes.
func (w *arrayWalker) quoted() bool {
	w.scratch = w.scratch[:0]
	for i := 1; i < len(w.rest); i++ {
		switch c := w.rest[i]; c {
		case '"':
			w.rest = w.rest[i+1:]
			w.report(valueEvent, w.scratch)
			return true
		case '\\':
			i++
			if i == len(w.rest) {
				return false
			}
			w.scratch = append(w.scratch, w.rest[i])
		default:
			w.scratch = append(w.scratch, c)
		}
	}
	return false
}

// bare reads up to the next comma or brace. Postgres quotes whatever could be
// misread, also the text NULL.
func (w *arrayWalker) bare() bool {
	end := bytes.IndexAny(w.rest, `,{}"\`)
	if end <= 0 {
		return false
	}
	text := w.rest[:end]
	w.rest = w.rest[end:]
	if string(text) == "NULL" {
		w.report(nullEvent, nil)
	} else {
		w.report(valueEvent, text)
	}
	return true
}
