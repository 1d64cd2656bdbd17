package instance

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"strings"

	"ercheck/catalog/er"
)

// WriteJSONL writes an instance, one entity or link a line, entities first, each
// part in the order of the model:
//
//	{"entity":"Streamer","id":17,"attributes":{…}}
//	{"relationship":"produced_by","from":55,"to":17,"attributes":{}}
//
// The type is the most specific one, the attributes are inherited and own ones
// under their names in the model. NULL is null, integers and floats are numbers,
// numerics texts, instants RFC 3339 in UTC, a composite an object, a multi-valued
// attribute a sorted array, JSON itself; an id of several columns is an object.
// It writes as it reads, so memory does not grow.
func WriteJSONL(ctx context.Context, w io.Writer, src Source) error {
	j := &lineWriter{out: bufio.NewWriterSize(w, 64<<10)}
	m := src.Model()
	for _, t := range m.EntityTypes {
		for e, err := range src.Entities(ctx, t, 0) {
			if err != nil {
				return err
			}
			if err := j.entity(e); err != nil {
				return err
			}
		}
	}
	for _, r := range m.Relationships {
		for row, err := range pairs(ctx, src, r) {
			if err != nil {
				return err
			}
			if err := j.link(row); err != nil {
				return err
			}
		}
	}
	return j.out.Flush()
}

// lineWriter puts lines together; errors of the writer stay with out.
type lineWriter struct {
	out  *bufio.Writer
	line []byte
}

func (j *lineWriter) entity(e *Entity) error {
	j.line = append(j.line[:0], `{"entity":`...)
	j.line = appendText(j.line, e.Type.Name)
	j.line = append(j.line, `,"id":`...)
	j.line = appendID(j.line, e.Type, e.Key)
	return j.end(e.Type.AllAttributes(), e.Values)
}

func (j *lineWriter) link(l *Link) error {
	j.line = append(j.line[:0], `{"relationship":`...)
	j.line = appendText(j.line, l.Relationship.Name)
	j.line = append(j.line, `,"from":`...)
	j.line = appendID(j.line, l.Relationship.From.Type, l.From)
	j.line = append(j.line, `,"to":`...)
	j.line = appendID(j.line, l.Relationship.To.Type, l.To)
	return j.end(l.Relationship.Attributes, l.Values)
}

func (j *lineWriter) end(attributes []*er.Attribute, values []er.Value) error {
	j.line = append(j.line, `,"attributes":`...)
	j.line = appendObject(j.line, attributes, values)
	j.line = append(j.line, "}\n"...)
	_, err := j.out.Write(j.line)
	return err
}

func appendID(line []byte, t *er.EntityType, key []string) []byte {
	columns := t.FullKey()
	if len(columns) == 1 {
		return appendSimple(line, columns[0].Type, key[0])
	}
	line = append(line, '{')
	for i, a := range columns {
		if i > 0 {
			line = append(line, ',')
		}
		line = append(appendText(line, a.Name), ':')
		line = appendSimple(line, a.Type, key[i])
	}
	return append(line, '}')
}

func appendObject(line []byte, attributes []*er.Attribute, values []er.Value) []byte {
	line = append(line, '{')
	for i, a := range attributes {
		if i > 0 {
			line = append(line, ',')
		}
		line = append(appendText(line, a.Name), ':')
		line = appendValue(line, a, values[i])
	}
	return append(line, '}')
}

func appendValue(line []byte, a *er.Attribute, v er.Value) []byte {
	switch {
	case v.Null:
		return append(line, "null"...)
	case a.Composite():
		return appendObject(line, a.Components, v.Parts)
	case a.Multi:
		line = append(line, '[')
		for i, element := range v.Set {
			if i > 0 {
				line = append(line, ',')
			}
			line = appendSimple(line, a.Type, element)
		}
		return append(line, ']')
	}
	return appendSimple(line, a.Type, v.Text)
}

func appendSimple(line []byte, t er.Type, text string) []byte {
	switch t.Base {
	case er.Integer, er.Bigint, er.Float, er.JSON:
		return append(line, text...)
	case er.Boolean:
		if text == "t" {
			return append(line, "true"...)
		}
		return append(line, "false"...)
	case er.Timestamp:
		return appendText(line, rfc3339(text))
	}
	return appendText(line, text)
}

// rfc3339 turns 2026-01-31 10:00:00+00 into 2026-01-31T10:00:00Z.
func rfc3339(text string) string {
	day, rest, ok := strings.Cut(text, " ")
	clock, utc := strings.CutSuffix(rest, "+00")
	if !ok || !utc {
		return text
	}
	return day + "T" + clock + "Z"
}

func appendText(line []byte, text string) []byte {
	if plain(text) {
		line = append(line, '"')
		line = append(line, text...)
		return append(line, '"')
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return append(line, `""`...) // a string always encodes
	}
	return append(line, strings.TrimSuffix(b.String(), "\n")...)
}

// plain says whether a text is its own JSON: printable ASCII without quotes and
// backslashes.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
