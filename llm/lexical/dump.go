package lexical

import (
	"slices"
	"strings"

	"ercheck/llm/sqllex"
)

// column is a column of a dump.
type column struct {
	name    string
	kind    string // its type's name, lower case
	array   bool
	notNull bool
	values  []string // what a CHECK or an enum allows; nil when the dump does not say
}

// foreignKey refers from columns to those of another table.
type foreignKey struct {
	columns []string
	table   string
	refs    []string
}

// table is a CREATE TABLE with the constraints of later ALTER TABLEs.
type table struct {
	name    string
	words   []string // of the name, in the singular
	columns []column
	key     []string // the primary key
	uniques [][]string
	foreign []foreignKey
}

// column finds a column by its name, or gives nil.
func (t *table) column(name string) *column {
	for i := range t.columns {
		if t.columns[i].name == name {
			return &t.columns[i]
		}
	}
	return nil
}

// parseDump reads the tables of a schema dump, in order. Statements it does
// not know and what it cannot read in others are passed over.
func parseDump(src string) []*table {
	p := dumpParser{src: src, tokens: sqllex.All(src), enums: map[string][]string{}}
	for !p.at(sqllex.EOF) {
		p.statement()
		p.skipStatement()
	}
	p.resolve()
	return p.tables
}

type dumpParser struct {
	src    string
	tokens []sqllex.Token
	pos    int
	tables []*table
	enums  map[string][]string
}

func (p *dumpParser) peek() sqllex.Token       { return p.tokens[min(p.pos, len(p.tokens)-1)] }
func (p *dumpParser) at(kind sqllex.Kind) bool { return p.peek().Kind == kind }
func (p *dumpParser) is(text string) bool      { return p.peek().Is(p.src, text) }

// accept steps over the words if all of them come next.
func (p *dumpParser) accept(texts ...string) bool {
	for i, text := range texts {
		if p.pos+i >= len(p.tokens) || !p.tokens[p.pos+i].Is(p.src, text) {
			return false
		}
	}
	p.pos += len(texts)
	return true
}

func (p *dumpParser) skipStatement() {
	for !p.at(sqllex.EOF) && !p.accept(";") {
		p.pos++
	}
}

func (p *dumpParser) statement() {
	switch {
	case p.accept("create", "type"):
		p.enum()
	case p.accept("create"):
		for p.accept("unlogged") || p.accept("temporary") || p.accept("temp") || p.accept("global") || p.accept("local") {
		}
		if p.accept("table") {
			p.accept("if", "not", "exists")
			p.table()
		}
	case p.accept("alter", "table"):
		p.accept("if", "exists")
		p.accept("only")
		p.alter()
	}
}

// name reads a name, with its schema if there is one, which is left out.
func (p *dumpParser) name() string {
	n := p.word()
	for n != "" && p.accept(".") {
		n = p.word()
	}
	return n
}

func (p *dumpParser) word() string {
	t := p.peek()
	text := t.Text(p.src)
	switch t.Kind {
	case sqllex.Word:
		p.pos++
		return strings.ToLower(text)
	case sqllex.Name:
		p.pos++
		return strings.ReplaceAll(strings.Trim(text[strings.IndexByte(text, '"'):], `"`), `""`, `"`)
	}
	return ""
}

// enum reads name AS ENUM (values).
func (p *dumpParser) enum() {
	name := p.name()
	if name == "" || !p.accept("as", "enum", "(") {
		return
	}
	p.enums[name] = p.literals()
}

// literals gives the strings up to the closing parenthesis.
func (p *dumpParser) literals() []string {
	var out []string
	for depth := 1; depth > 0 && !p.at(sqllex.EOF); p.pos++ {
		t := p.peek()
		switch {
		case t.Is(p.src, "("):
			depth++
		case t.Is(p.src, ")"):
			depth--
		case t.Kind == sqllex.String:
			out = append(out, strings.ReplaceAll(strings.Trim(t.Text(p.src), "'"), "''", "'"))
		}
	}
	return out
}

// table reads name (columns and constraints).
func (p *dumpParser) table() {
	t := &table{name: p.name()}
	t.words = nameWords(t.name)
	if t.name == "" || !p.accept("(") {
		return
	}
	for !p.at(sqllex.EOF) && !p.accept(")") {
		if !p.constraint(t) {
			p.column(t)
		}
		p.skipItem()
	}
	p.tables = append(p.tables, t)
}

// skipItem steps behind the next comma of this level, or to its closing
// parenthesis.
func (p *dumpParser) skipItem() {
	for depth := 0; !p.at(sqllex.EOF); p.pos++ {
		switch {
		case p.is("("):
			depth++
		case p.is(")") && depth == 0:
			return
		case p.is(")"):
			depth--
		case p.is(",") && depth == 0:
			p.pos++
			return
		}
	}
}

// alter reads name ADD constraint.
func (p *dumpParser) alter() {
	name := p.name()
	i := slices.IndexFunc(p.tables, func(t *table) bool { return t.name == name })
	if i >= 0 && p.accept("add") {
		p.constraint(p.tables[i])
	}
}

// constraint reads a table's constraint, and says whether one was there.
func (p *dumpParser) constraint(t *table) bool {
	if p.accept("constraint") {
		p.name()
	}
	switch {
	case p.accept("primary", "key"):
		t.key = p.names()
	case p.accept("unique"):
		t.uniques = append(t.uniques, p.names())
	case p.accept("foreign", "key"):
		columns := p.names()
		if p.accept("references") {
			t.foreign = append(t.foreign, foreignKey{columns, p.name(), p.names()})
		}
	case p.accept("check"):
		p.check(t)
	default:
		return p.is("exclude") || p.is("like")
	}
	return true
}

// names reads (name, …), or nothing.
func (p *dumpParser) names() []string {
	if !p.accept("(") {
		return nil
	}
	var out []string
	for {
		n := p.word()
		if n == "" {
			return out
		}
		out = append(out, n)
		if !p.accept(",") {
			p.accept(")")
			return out
		}
	}
}

// check keeps the values of a condition on one column: column IN ('a', …) or
// column = ANY (ARRAY['a', …]).
func (p *dumpParser) check(t *table) {
	var on *column
	list := false
	for depth := 0; !p.at(sqllex.EOF); p.pos++ {
		switch {
		case p.is("(") && list:
			p.pos++
			if values := p.literals(); on != nil && on.values == nil {
				on.values = values
			}
			p.pos--
		case p.is("("):
			depth++
		case p.is(")"):
			depth--
		case p.is("in") || p.is("any"):
			list = true
		case on == nil && (p.at(sqllex.Word) || p.at(sqllex.Name)):
			on = t.column(p.word())
			p.pos--
		}
		if depth <= 0 {
			p.pos++
			return
		}
	}
}

// column reads name type and the column's constraints.
func (p *dumpParser) column(t *table) {
	c := column{name: p.word()}
	if c.name == "" {
		return
	}
	c.kind = p.name()
	t.columns = append(t.columns, c)
	last := &t.columns[len(t.columns)-1]
	for !p.at(sqllex.EOF) && !p.is(",") && !p.is(")") {
		p.columnConstraint(t, last)
	}
}

func (p *dumpParser) columnConstraint(t *table, c *column) {
	self := []string{c.name}
	switch {
	case p.accept("["), p.accept("array"):
		c.array = true
	case p.accept("not", "null"):
		c.notNull = true
	case p.accept("primary", "key"):
		t.key = self
	case p.accept("unique"):
		t.uniques = append(t.uniques, self)
	case p.accept("references"):
		t.foreign = append(t.foreign, foreignKey{self, p.name(), p.names()})
	case p.accept("check"):
		p.check(t)
	case p.is("("):
		p.pos++
		p.literals()
	default:
		p.pos++
	}
}

// resolve fills in what later statements tell: the columns that a foreign key
// refers to, the values of enums, that keys are not null. Foreign keys to
// tables that are not there are dropped, and repeated ones.
func (p *dumpParser) resolve() {
	for _, t := range p.tables {
		for i := range t.columns {
			c := &t.columns[i]
			if c.values == nil {
				c.values = p.enums[c.kind]
			}
			c.notNull = c.notNull || slices.Contains(t.key, c.name)
		}
		t.foreign = slices.DeleteFunc(t.foreign, func(f foreignKey) bool { return p.target(f) == nil })
		for i := range t.foreign {
			f := &t.foreign[i]
			if len(f.refs) != len(f.columns) {
				f.refs = p.target(*f).key
			}
		}
		t.foreign = slices.DeleteFunc(t.foreign, func(f foreignKey) bool {
			return len(f.columns) == 0 || len(f.refs) != len(f.columns)
		})
	}
}

func (p *dumpParser) target(f foreignKey) *table {
	for _, t := range p.tables {
		if t.name == f.table {
			return t
		}
	}
	return nil
}
