package catalog

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"ercheck/catalog/fault"
	"ercheck/catalog/question"
	"ercheck/catalog/yamlfile"
)

// Limits of a domain's questions, far above what anybody asks.
const (
	maxLimit     = 1_000_000 // the largest k of a "top k" question
	maxQuestions = 1000      // of a set
	maxQueries   = 100       // alternates, and mistakes, of a question
	maxSQLBytes  = 64 << 10
)

// sets reads the questions: a mapping of set names to lists.
func (d *decoder) sets(m *yamlfile.Map) []question.Set {
	d.ids = map[string]fault.Position{}
	var sets []question.Set
	for key := range m.Pairs() {
		checkWord(key.Value, "question set", yamlfile.At(key), d.faults)
		if key.Value == AllSets {
			d.faults.Add(yamlfile.At(key), "give it another name", "a question set cannot be called %s, which stands for every set", AllSets)
		}
		set := question.Set{Name: key.Value}
		for _, n := range d.mappings(m, key.Value, "question", maxQuestions) {
			set.Questions = append(set.Questions, d.question(n))
		}
		sets = append(sets, set)
	}
	return sets
}

func (d *decoder) question(n *yaml.Node) question.Question {
	m := yamlfile.AsMap(n, "question", d.faults)
	m.Need("id", "text")
	q := question.Question{ID: m.Text("id"), Text: d.words(m, "text"), Ambiguous: m.Bool("ambiguous"), Note: m.Text("note")}
	if m.Has("id") {
		d.checkID(q.ID, m)
	}
	if q.Ambiguous && strings.TrimSpace(q.Note) == "" {
		d.faults.Add(m.At(), "add note: how gold reads it, and the other reading", "question %q is ambiguous and has no note", q.ID)
	}
	d.gold(m, &q)
	q.Alternates = d.queries(m.Map("alternates", "alternates"), q)
	q.Mistakes = d.queries(m.Map("mistakes", "mistakes"), q)
	m.Done()
	return q
}

// words reads a text that must say something.
func (d *decoder) words(m *yamlfile.Map, key string) string {
	text := strings.TrimSpace(m.Text(key))
	if n := m.Node(key); n != nil && n.Kind == yaml.ScalarNode && strings.TrimSpace(n.Value) == "" {
		d.faults.Add(yamlfile.At(n), "write it or leave the key out", "%s is empty", key)
	}
	return text
}

func (d *decoder) checkID(id string, m *yamlfile.Map) {
	at := m.AtKey("id")
	checkWord(id, "question", at, d.faults)
	if first, ok := d.ids[id]; ok {
		d.faults.Add(at, "give each question an id of its own, in all sets", "question %q is declared twice (first on line %d)", id, first.Line)
		return
	}
	d.ids[id] = at
}

// gold reads the gold query, or makes it from the ranking.
func (d *decoder) gold(m *yamlfile.Map, q *question.Question) {
	switch {
	case m.Has("ranking") && m.Has("gold"):
		d.faults.Add(m.AtKey("gold"), "leave gold out: it is made from the ranking", "question %q has gold and a ranking", q.ID)
	case m.Has("ranking"):
		ranking := m.Map("ranking", "ranking")
		r := d.ranking(ranking)
		q.Ranking, q.Gold = &r, question.Query{SQL: r.SQL(), At: ranking.AtKey("scores")}
	case m.Has("gold"):
		q.Gold = question.Query{SQL: d.sql(m.Node("gold"), "gold"), At: m.AtKey("gold")}
	default:
		d.faults.Add(m.At(), "add gold: a query, or ranking:", "question %q has no gold query", q.ID)
	}
}

func (d *decoder) ranking(m *yamlfile.Map) question.Ranking {
	m.Need("limit", "by", "columns", "scores")
	r := question.Ranking{Limit: int(m.Int("limit", 1, maxLimit, 1)), By: m.Text("by"), Ascending: m.Bool("ascending"),
		Then: d.then(m), Columns: m.Texts("columns"), Scores: d.sql(m.Node("scores"), "scores")}
	d.checkColumns(m, r)
	if m.Has("measure") {
		r.Measure = d.measure(m.Map("measure", "measure"))
	}
	m.Done()
	return r
}

// then reads the tie-breaks that a question names: columns in turn, each
// ascending or descending.
func (d *decoder) then(m *yamlfile.Map) []question.Order {
	var keys []question.Order
	directions := m.Map("then", "then")
	for key := range directions.Pairs() {
		d.checkColumn(key.Value, yamlfile.At(key))
		keys = append(keys, question.Order{Column: key.Value, Descending: directions.OneOf(key.Value, "ascending", "descending") == "descending"})
	}
	return keys
}

func (d *decoder) checkColumns(m *yamlfile.Map, r question.Ranking) {
	if m.Has("by") {
		d.checkColumn(r.By, m.AtKey("by"))
	}
	if m.Has("columns") && len(r.Columns) == 0 {
		d.faults.Add(m.AtKey("columns"), "list the columns that gold returns", "a ranking returns no columns")
	}
	for _, c := range m.Texts("columns") {
		d.checkColumn(c, m.AtKey("columns"))
	}
}

// measure reads the figure in terms of the model; it is checked by
// checkMeasures, when the model is there.
func (d *decoder) measure(m *yamlfile.Map) question.Measure {
	m.Need("of", "path")
	measure := question.Measure{Of: m.Text("of"), Path: m.Texts("path")}
	if m.Has("at_least") {
		t := m.Map("at_least", "at_least")
		t.Need("relationship", "count")
		measure.AtLeast = &question.Threshold{Relationship: t.Text("relationship"), Count: int(t.Int("count", 1, maxLimit, 1))}
		t.Done()
	}
	m.Done()
	d.measures = append(d.measures, measureAt{measure, m.At()})
	return measure
}

// queries reads alternates or mistakes: a mapping of names to queries, each a
// text or, of a ranking question, what is different in its ranking.
func (d *decoder) queries(m *yamlfile.Map, q question.Question) []question.Query {
	if m.Len() > maxQueries {
		d.faults.Add(m.At(), "keep the telling ones", "question %q has %d such queries; at most %d are possible", q.ID, m.Len(), maxQueries)
		return nil
	}
	var all []question.Query
	for key, value := range m.Pairs() {
		if strings.TrimSpace(key.Value) == "" {
			d.faults.Add(yamlfile.At(key), "give it a name", "question %q has a query without a name", q.ID)
		}
		query := question.Query{Name: key.Value, At: yamlfile.At(value)}
		if value.Kind == yaml.MappingNode && q.Ranking != nil {
			ranking := d.changed(yamlfile.AsMap(value, key.Value, d.faults), *q.Ranking)
			query.SQL, query.Ranking = ranking.SQL(), &ranking
		} else {
			query.SQL = d.sql(value, key.Value)
		}
		if query.SQL == q.Gold.SQL && query.SQL != "" {
			d.faults.Add(yamlfile.At(value), "change it or leave it out", "%s of question %q is the gold query itself", key.Value, q.ID)
		}
		all = append(all, query)
	}
	return all
}

// changed is a ranking with some of its parts replaced.
func (d *decoder) changed(m *yamlfile.Map, r question.Ranking) question.Ranking {
	r.Limit = int(m.Int("limit", 1, maxLimit, int64(r.Limit)))
	if m.Has("scores") {
		r.Scores = d.sql(m.Node("scores"), "scores")
	}
	if m.Has("by") {
		r.By = m.Text("by")
	}
	if m.Has("then") {
		r.Then = d.then(m)
	}
	if m.Has("columns") {
		r.Columns, r.TieBreak = m.Texts("columns"), r.Columns
	}
	if m.Has("ascending") {
		r.Ascending = m.Bool("ascending")
	}
	d.checkColumns(m, r)
	m.Done()
	return r
}

// sql reads a query. It is not parsed: the server says what is wrong with it.
func (d *decoder) sql(n *yaml.Node, what string) string {
	if n == nil {
		return ""
	}
	before := d.faults.Len()
	text := strings.TrimSpace(yamlfile.AsText(n, what, d.faults))
	switch {
	case d.faults.Len() > before:
	case text == "":
		d.faults.Add(yamlfile.At(n), "write a query over the E/R views", "%s is empty", what)
	case len(text) > maxSQLBytes:
		d.faults.Add(yamlfile.At(n), "shorten it", "%s has %d bytes; at most %d are possible", what, len(text), maxSQLBytes)
		return ""
	case strings.HasSuffix(text, ";"):
		d.faults.Add(yamlfile.At(n), "take the semicolon out: it is put inside other queries", "%s ends in a semicolon", what)
	}
	return text
}
