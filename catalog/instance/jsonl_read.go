package instance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"ercheck/catalog/er"
	"ercheck/catalog/nearest"
)

// maxLine bounds a line of JSONL.
const maxLine = 16 << 20

// LineError says what is wrong with a line.
type LineError struct {
	Line   int // from 1; 0 when it is about the whole
	Reason string
	Advice string
}

// Error gives line and reason, without the hint.
func (e *LineError) Error() string {
	if e.Line == 0 {
		return e.Reason
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
}

// Hint says what to do; may be empty.
func (e *LineError) Hint() string { return e.Advice }

// ReadJSONL reads what WriteJSONL wrote, in any order of lines. It checks types,
// names and that linked entities exist, not participation. The error is a
// *LineError or the reader's.
func ReadJSONL(in io.Reader, m *er.Model) (*Memory, error) {
	r := &lineReader{memory: NewMemory(m), model: m, entities: map[*er.EntityType]map[string]*Entity{}, seen: map[string]bool{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		r.line++
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := r.read(lines.Bytes()); err != nil {
			return nil, err
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return nil, &LineError{r.line + 1, fmt.Sprintf("it is longer than %d MB", maxLine>>20), ""}
	}
	if lines.Err() != nil {
		return nil, lines.Err()
	}
	return r.memory, r.join()
}

type lineReader struct {
	memory   *Memory
	model    *er.Model
	line     int
	order    []*Entity
	entities map[*er.EntityType]map[string]*Entity // by root and key
	links    []readLink
	seen     map[string]bool // pairs
}

type readLink struct {
	Link
	line int
}

// record is a line of either kind.
type record struct {
	Entity       *string
	ID           json.RawMessage
	Relationship *string
	From, To     json.RawMessage
	Attributes   map[string]json.RawMessage
}

func (r *lineReader) fail(hint, format string, args ...any) error {
	return &LineError{r.line, fmt.Sprintf(format, args...), hint}
}

func (r *lineReader) read(line []byte) error {
	var rec record
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&rec); err != nil {
		return r.fail("", "no entity and no link: %v", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return r.fail("write one to a line", "something stands behind the object")
	}
	switch {
	case rec.Entity != nil && rec.Relationship == nil:
		return r.readEntity(rec)
	case rec.Relationship != nil && rec.Entity == nil:
		return r.readLink(rec)
	}
	return r.fail("", `it needs either "entity" or "relationship"`)
}

func (r *lineReader) readEntity(rec record) error {
	t := r.model.EntityType(*rec.Entity)
	if t == nil {
		var valid []string
		for _, t := range r.model.EntityTypes {
			valid = append(valid, t.Name)
		}
		return r.fail(nearest.Hint(*rec.Entity, valid), "there is no entity type %q", *rec.Entity)
	}
	e := &Entity{Type: t, ToOne: make([]Partner, len(t.ToOne()))}
	var err error
	if e.Key, err = readID(t, rec.ID); err != nil {
		return r.fail("", "id: %v", err)
	}
	if e.Values, err = readObject(t.AllAttributes(), rec.Attributes); err != nil {
		return r.fail("", "%v", err)
	}
	root := t.Root()
	if r.entities[root] == nil {
		r.entities[root] = map[string]*Entity{}
	}
	key := joinKey(e.Key)
	if r.entities[root][key] != nil {
		return r.fail("", "a %s with this id came before", root.Name)
	}
	r.entities[root][key] = e
	r.order = append(r.order, e)
	return nil
}

func (r *lineReader) readLink(rec record) error {
	rel := r.model.Relationship(*rec.Relationship)
	if rel == nil {
		var valid []string
		for _, rel := range r.model.Relationships {
			valid = append(valid, rel.Name)
		}
		return r.fail(nearest.Hint(*rec.Relationship, valid), "there is no relationship %q", *rec.Relationship)
	}
	l := readLink{Link{Relationship: rel}, r.line}
	var err error
	if l.From, err = readID(rel.From.Type, rec.From); err != nil {
		return r.fail("", "from: %v", err)
	}
	if l.To, err = readID(rel.To.Type, rec.To); err != nil {
		return r.fail("", "to: %v", err)
	}
	if l.Values, err = readObject(rel.Attributes, rec.Attributes); err != nil {
		return r.fail("", "%v", err)
	}
	pair := joinKey([]string{rel.Name, joinKey(l.From), joinKey(l.To)})
	if r.seen[pair] {
		return r.fail("", "this pair of %s came before", rel.Name)
	}
	r.seen[pair] = true
	r.links = append(r.links, l)
	return nil
}

// join looks up the ends of all links, now that all entities are there.
func (r *lineReader) join() error {
	for _, l := range r.links {
		r.line = l.line
		first, second := r.find(l.Relationship.From, l.From), r.find(l.Relationship.To, l.To)
		if first == nil || second == nil {
			return r.fail("", "%s links a %s and a %s of which one does not exist", l.Relationship.Name, l.Relationship.From.Type.Name, l.Relationship.To.Type.Name)
		}
		if l.Relationship.Cardinality == er.ManyToMany {
			r.memory.AddLink(l.Link)
			continue
		}
		if err := r.attach(first, er.End{Relationship: l.Relationship}, l.To, l.Values); err != nil {
			return err
		}
		if l.Relationship.Cardinality == er.OneToOne {
			if err := r.attach(second, er.End{Relationship: l.Relationship, AtTo: true}, l.From, l.Values); err != nil {
				return err
			}
		}
	}
	for _, e := range r.order {
		r.memory.AddEntity(*e)
	}
	return nil
}

func (r *lineReader) find(role er.Role, key []string) *Entity {
	e := r.entities[role.Type.Root()][joinKey(key)]
	if e == nil || !e.Type.IsA(role.Type) {
		return nil
	}
	return e
}

func (r *lineReader) attach(e *Entity, end er.End, key []string, values []er.Value) error {
	for i, own := range e.Type.ToOne() {
		if own != end {
			continue
		}
		if e.ToOne[i].Key != nil {
			return r.fail("", "%s is %s, and this %s has a partner already", end.Relationship.Name, end.Relationship.Cardinality, end.Near().Name)
		}
		e.ToOne[i] = Partner{key, values}
	}
	return nil
}

// joinKey makes one text of several that no others make.
func joinKey(texts []string) string {
	var b strings.Builder
	for _, text := range texts {
		fmt.Fprintf(&b, "%d:%s", len(text), text)
	}
	return b.String()
}
