package lexical

import "slices"

// shape is a schema read as entities and the relations between them.
type shape struct {
	tables    []*table
	entities  []*table // tables with a row for each member of a type
	relations []relation
	concepts  [][]string // the words of every thing the schema names, longest first
}

// end is one side of a relation.
type end struct {
	columns []string
	label   []string // the words of the column, without id: its role
	kind    []string // the words of the type that the link table's name begins with
	target  *table   // the table it refers to; nil when the dump does not say
	own     bool     // the columns are the key of the relation's own table
}

// relation is a foreign key of an entity's table, or a link table.
type relation struct {
	table *table
	ends  [2]end
	roots map[string]bool // of the words that name it
}

func newShape(tables []*table) *shape {
	s := &shape{tables: tables}
	for _, t := range tables {
		if _, link := s.linkEnds(t); !link && !isValueTable(t) && len(t.columns) > 0 {
			s.entities = append(s.entities, t)
		}
	}
	for _, t := range tables {
		if ends, ok := s.linkEnds(t); ok {
			s.addLink(t, ends)
		} else if slices.Contains(s.entities, t) {
			s.addForeignKeys(t)
		}
	}
	s.nameConcepts()
	return s
}

func (s *shape) table(name string) *table {
	for _, t := range s.tables {
		if t.name == name {
			return t
		}
	}
	return nil
}

// keyOf is the primary key, else the first unique columns, else the first column,
// of which a table may have none.
func keyOf(t *table) []string {
	switch {
	case len(t.key) > 0:
		return t.key
	case len(t.uniques) > 0:
		return t.uniques[0]
	case len(t.columns) > 0:
		return []string{t.columns[0].name}
	}
	return nil
}

// parent is the table that the whole key refers to: of a type, its supertype.
func (s *shape) parent(t *table) *table {
	for _, f := range t.foreign {
		if slices.Equal(f.columns, keyOf(t)) && f.table != t.name {
			return s.table(f.table)
		}
	}
	return nil
}

// under reports whether t is above or holds a subtype of it, going up by keys.
func (s *shape) under(t, above *table) bool {
	for range s.tables {
		if t == nil || t == above {
			break
		}
		t = s.parent(t)
	}
	return t == above && t != nil
}

// holders are the tables that together hold the members of t's type: t, and
// the tables that repeat all its columns without a key that refers anywhere.
func (s *shape) holders(t *table) []*table {
	out := []*table{t}
	for _, o := range s.entities {
		if o != t && slices.Equal(keyOf(o), keyOf(t)) && len(t.columns) > len(keyOf(t)) && repeats(o, t) && s.parent(o) == nil {
			out = append(out, o)
		}
	}
	return out
}

func repeats(o, t *table) bool {
	for _, c := range t.columns {
		if o.column(c.name) == nil && c.name != discriminator(t) {
			return false
		}
	}
	return true
}

// discriminator is the column that tells the types of a table's rows, or "".
func discriminator(t *table) string {
	for _, c := range t.columns {
		w := nameWords(c.name)
		last := w[max(0, len(w)-1):]
		if !slices.Equal(last, []string{"type"}) && !slices.Equal(last, []string{"kind"}) {
			continue
		}
		if len(w) == 1 || slices.Equal(w[:len(w)-1], t.words) {
			return c.name
		}
	}
	return ""
}

// isValueTable reports whether t holds values of an attribute: its key is the
// owner's key and the value, and there is nothing else.
func isValueTable(t *table) bool {
	return len(t.key) > 1 && len(t.key) == len(t.columns) && len(t.foreign) == 1 && len(t.foreign[0].columns) < len(t.key)
}

// linkEnds gives the two sides that a link table joins. A link table has a key
// or unique columns that fall into two references; or its key is one reference,
// everything else another, and its name goes on behind that of a type.
func (s *shape) linkEnds(t *table) ([2]end, bool) {
	for i, columns := range append([][]string{t.key}, t.uniques...) {
		if ends := s.references(t, columns); len(ends) == 2 && (i == 0 || isSurrogate(t.key)) {
			return [2]end{ends[0], ends[1]}, true
		}
	}
	var all []string
	for _, c := range t.columns {
		all = append(all, c.name)
	}
	ends := s.references(t, all)
	if len(ends) == 2 && slices.Equal(ends[0].columns, t.key) && s.extendsName(t, ends[0]) {
		return [2]end{ends[0], ends[1]}, true
	}
	return [2]end{}, false
}

func isSurrogate(key []string) bool {
	return len(key) == 0 || len(key) == 1 && slices.Equal(nameWords(key[0]), []string{"id"})
}

// references splits columns into foreign keys and single columns called id. It
// gives nil when a column is neither.
func (s *shape) references(t *table, columns []string) []end {
	var ends []end
	for i := 0; i < len(columns); {
		e := end{columns: columns[i : i+1], label: roleWords(columns[i])}
		for _, f := range t.foreign {
			if len(f.columns) <= len(columns)-i && slices.Equal(f.columns, columns[i:i+len(f.columns)]) {
				e.columns, e.target = f.columns, s.table(f.table)
			}
		}
		if e.target == nil && !isReference(columns[i]) {
			return nil
		}
		ends = append(ends, e)
		i += len(e.columns)
	}
	return ends
}

// extendsName reports whether t's name begins with the type at e and goes on.
func (s *shape) extendsName(t *table, e end) bool {
	words := t.words
	if e.target != nil && begins(words, e.target.words) || begins(words, e.label) {
		return len(words) > 1
	}
	return slices.ContainsFunc(s.tables, func(o *table) bool {
		w := o.words
		return o != t && len(w) < len(words) && begins(words, w)
	})
}

func isReference(column string) bool {
	w := nameWords(column)
	return len(w) > 1 && w[len(w)-1] == "id"
}

func roleWords(column string) []string {
	w := nameWords(column)
	if len(w) > 1 && w[len(w)-1] == "id" {
		return w[:len(w)-1]
	}
	return w
}

func (s *shape) addLink(t *table, ends [2]end) {
	words := t.words
	ends[0].kind = words[:s.kindLength(t)]
	r := relation{table: t, ends: ends, roots: map[string]bool{}}
	for _, w := range words[len(ends[0].kind):] {
		r.roots[root(w)] = true
	}
	for _, e := range ends {
		for _, w := range e.label {
			r.roots[root(w)] = true
		}
	}
	s.relations = append(s.relations, r)
}

// kindLength is how many words of a link table's name are its first type: the
// longest name of another table, else up to the first plural, else one.
func (s *shape) kindLength(t *table) int {
	words := t.words
	longest := 0
	for _, o := range s.tables {
		if w := o.words; o != t && len(w) < len(words) && len(w) > longest && begins(words, w) {
			longest = len(w)
		}
	}
	if longest > 0 {
		return longest
	}
	for i, w := range splitName(t.name) {
		if plural(w) && i+1 < len(words) {
			return i + 1
		}
	}
	return min(1, len(words))
}

// addForeignKeys lists the relations that an entity's row carries, also by
// columns called id that the dump declares no foreign key for.
func (s *shape) addForeignKeys(t *table) {
	key := keyOf(t)
	self := end{columns: key, target: t, own: true}
	for _, f := range t.foreign {
		if !slices.Equal(f.columns, key) || f.table == t.name {
			s.addForeignKey(t, self, end{columns: f.columns, label: roleWords(f.columns[0]), target: s.table(f.table)})
		}
	}
	for _, c := range t.columns {
		declared := slices.ContainsFunc(t.foreign, func(f foreignKey) bool { return slices.Contains(f.columns, c.name) })
		if !declared && isReference(c.name) && !slices.Contains(key, c.name) {
			s.addForeignKey(t, self, end{columns: []string{c.name}, label: roleWords(c.name)})
		}
	}
}

func (s *shape) addForeignKey(t *table, self, other end) {
	r := relation{table: t, ends: [2]end{self, other}, roots: map[string]bool{}}
	for _, w := range other.label {
		r.roots[root(w)] = true
	}
	s.relations = append(s.relations, r)
}

// nameConcepts collects what tables, link tables, roles and discriminator
// values name.
func (s *shape) nameConcepts() {
	add := func(words []string) {
		same := func(c []string) bool { return slices.Equal(c, words) }
		if len(words) > 0 && !slices.ContainsFunc(s.concepts, same) {
			s.concepts = append(s.concepts, words)
		}
	}
	for _, t := range s.entities {
		add(t.words)
		if c := t.column(discriminator(t)); c != nil {
			for _, v := range c.values {
				add(nameWords(v))
			}
		}
	}
	for _, r := range s.relations {
		for _, e := range r.ends {
			add(e.kind)
			add(e.label)
		}
	}
	slices.SortStableFunc(s.concepts, func(a, b []string) int { return len(b) - len(a) })
}
