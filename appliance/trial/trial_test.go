package trial_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"ercheck/appliance/trial"
	"ercheck/catalog"
	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
	"ercheck/catalog/instance"
	"ercheck/catalog/instance/small"
	"ercheck/catalog/question"
	"ercheck/pgembed/pgtest"
	"ercheck/variants/pgsql"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// connect opens a connection that ends with the test.
func connect(t *testing.T) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), pgtest.URL(t, "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	if _, err := conn.Exec(t.Context(), "SET search_path = ''; SET timezone = 'UTC'"); err != nil {
		t.Fatal(err)
	}
	return conn
}

func open(t *testing.T, m *er.Model) *trial.Session {
	t.Helper()
	s, err := trial.Open(t.Context(), connect(t), m)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func load(t *testing.T, name string) *catalog.Domain {
	t.Helper()
	d, err := catalog.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func generate(t *testing.T, d *catalog.Domain, o instance.Options) *instance.Generator {
	t.Helper()
	o.Scale = "tiny"
	g, err := instance.New(d.Model, d.Profile, o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// animals is a model with little in it.
func animals(t *testing.T) *er.Model {
	t.Helper()
	d, err := catalog.Parse("animals.yaml", []byte(`domain: animals
entity_types:
  - {name: Animal, key: {id: integer}, attributes: {colour: "text?", legs: integer}}
  - {name: Bird, is_a: Animal}
relationships:
  - {name: hunts, from: {type: Animal, role: hunter}, to: {type: Animal, role: prey}, cardinality: "M:N"}
`))
	if err != nil {
		t.Fatal(err)
	}
	return d.Model
}

// herd has animals with so many legs each, every second one a bird; each hunts the
// next.
func herd(m *er.Model, legs ...string) *instance.Memory {
	made := instance.NewMemory(m)
	for i, n := range legs {
		made.AddEntity(instance.Entity{Type: m.EntityTypes[i%2], Key: []string{key(i)}, Values: []er.Value{{Null: true}, {Text: n}}})
		if i > 0 {
			made.AddLink(instance.Link{Relationship: m.Relationships[0], From: []string{key(i - 1)}, To: []string{key(i)}})
		}
	}
	return made
}

func key(i int) string { return string(rune('1' + i)) }

// TestVerdicts of suspects, on two instances side by side.
func TestVerdicts(t *testing.T) {
	m, conn := animals(t), connect(t)
	s, err := trial.Open(t.Context(), conn, m)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Load(t.Context(), herd(m, "4", "2", "4"), herd(m)); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "SET statement_timeout = '1s'"); err != nil { // rather than wait
		t.Fatal(err)
	}
	suspects := []string{
		"SELECT id FROM animal WHERE legs > 3.0 ORDER BY id DESC", // the same in another order
		"SELECT id::numeric(5,2) FROM animal WHERE legs >= 4",     // the same in another type
		"SELECT -id FROM animal WHERE legs = 4",                   // an alternate
		"SELECT id FROM bird",
		"SELECT 1 / (legs - 4) FROM animal",
		"SELECT id FROM nothing",
		"",
		"SELECT sum(b) FROM animal, generate_series(1, legs * 10000) AS a, generate_series(1, a * 1000) AS b GROUP BY legs", // longer than it may take
	}
	q := question.Question{ID: "a", Gold: question.Query{SQL: "SELECT id FROM animal WHERE legs = 4"},
		Alternates: []question.Query{{SQL: "SELECT -id FROM animal WHERE legs > 3"}}}
	c, err := s.Prepare(t.Context(), q, suspects)
	if err != nil {
		t.Fatal(err)
	}
	wanted := []int{0, 1, 2, 3, 4, 5, 7}
	for number, want := range [][]trial.Verdict{
		{trial.Same, trial.Same, trial.Same, trial.Told, trial.Failed, trial.Unknown, trial.Unknown},
		{trial.Same, trial.Same, trial.Same, trial.Same, trial.Same, trial.Unknown, trial.Same},
	} {
		got, err := c.Compare(t.Context(), number, wanted)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("instance %d: %v, not %v: %v", number, got, want, err)
		}
	}
	for i := range suspects {
		if refused := c.Refused(i) != nil; refused != (i == 5) {
			t.Errorf("%s is refused: %t", suspects[i], refused)
		}
	}
	if err := c.Release(t.Context()); err != nil {
		t.Error(err)
	}
	slow, err := s.Prepare(t.Context(), question.Question{ID: "b", Gold: question.Query{SQL: suspects[7]}}, suspects[:1])
	if err != nil {
		t.Fatal(err)
	}
	var told *trial.SlowError
	if _, err := slow.Compare(t.Context(), 0, []int{0}); !errors.As(err, &told) {
		t.Errorf("gold that takes too long: %v", err)
	}
}

// TestTiesAreNotTold: with three candidates for two places, two of them equal.
func TestTiesAreNotTold(t *testing.T) {
	m := animals(t)
	s := open(t, m)
	if err := s.Load(t.Context(), herd(m, "4", "2", "2")); err != nil {
		t.Fatal(err)
	}
	r := question.Ranking{Limit: 2, By: "legs", Columns: []string{"id"}, Scores: "SELECT id, legs FROM animal"}
	q := question.Question{ID: "a", Gold: question.Query{SQL: r.SQL()}, Ranking: &r}
	c, err := s.Prepare(t.Context(), q, []string{
		"SELECT id FROM animal ORDER BY legs DESC, id DESC LIMIT 2",
		"SELECT id FROM animal ORDER BY legs, id LIMIT 2",
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Compare(t.Context(), 0, []int{0, 1})
	if want := []trial.Verdict{trial.Same, trial.Told}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, not %v: %v", got, want, err)
	}
}

// TestStrangersQueries have no rights that reading does not need, and cannot take
// any: each statement would be one step of a way out.
func TestStrangersQueries(t *testing.T) {
	m := animals(t)
	s := open(t, m)
	if err := s.Load(t.Context(), herd(m, "4")); err != nil {
		t.Fatal(err)
	}
	refused := []string{
		"COPY (SELECT 1) TO PROGRAM 'true'", "RESET ROLE", "SET SESSION AUTHORIZATION DEFAULT", "SELECT 1; RESET ROLE",
		"DO 'BEGIN END'", "DECLARE c CURSOR WITH HOLD FOR SELECT 1", "CREATE TEMPORARY TABLE x (y integer)", "BEGIN",
	}
	failing := []string{
		"SELECT id FROM animal WHERE pg_read_file('PG_VERSION') > ''", "SELECT id FROM animal FOR UPDATE",
		`UPDATE "LOOKED AT" SET instance = 1`, "SELECT lo_import('PG_VERSION')",
	}
	c, err := s.Prepare(t.Context(), question.Question{ID: "a", Gold: question.Query{SQL: "SELECT id FROM animal"}}, slices.Concat(refused, failing))
	if err != nil {
		t.Fatal(err)
	}
	for i, sql := range refused {
		if c.Refused(i) == nil {
			t.Errorf("%s is taken for a query", sql)
		}
	}
	for i, sql := range failing {
		got, err := c.Compare(t.Context(), 0, []int{len(refused) + i})
		if err != nil || got[0] != trial.Failed {
			t.Errorf("%s: %v, %v", sql, got, err)
		}
	}
}

func TestGoldThatDoesNotRun(t *testing.T) {
	s := open(t, animals(t))
	if _, err := s.Prepare(t.Context(), question.Question{ID: "a", Gold: question.Query{SQL: "SELECT nothing"}}, nil); err == nil {
		t.Error("a gold query that the server refuses is no error")
	}
	if _, err := s.Prepare(t.Context(), question.Question{ID: "a", Gold: question.Query{SQL: "SELECT id FROM bird"}}, nil); err != nil {
		t.Errorf("the next question: %v", err)
	}
}

// TestSearch finds the least instance that tells, and none for what is
// equivalent.
func TestSearch(t *testing.T) {
	m := animals(t)
	s := open(t, m)
	gold := "SELECT hunter_id, count(*) FROM hunts GROUP BY hunter_id"
	suspects := []string{
		"SELECT hunter_id, count(DISTINCT prey_id) FROM hunts GROUP BY hunter_id",                                                       // pairs are distinct
		"SELECT hunter_id, count(*) FROM hunts JOIN bird ON id = hunter_id GROUP BY hunter_id",                                          // an animal that is no bird
		"SELECT hunter_id, count(*) FROM hunts GROUP BY hunter_id HAVING count(*) < 3",                                                  // three links
		"SELECT hunter_id, count(*) FROM hunts JOIN animal ON id = prey_id WHERE colour <> 'grey' OR colour IS NULL GROUP BY hunter_id", // a grey one
	}
	c, err := s.Prepare(t.Context(), question.Question{ID: "a", Gold: question.Query{SQL: gold}}, suspects)
	if err != nil {
		t.Fatal(err)
	}
	found, searched, err := c.Search(t.Context(), append([]string{gold}, suspects...), []int{0, 1, 2, 3}, trial.SearchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if searched.Bound < 1 || searched.Whole < 3 || searched.Drawn < 100 {
		t.Errorf("searched only %+v", searched)
	}
	for i, least := range []int{0, 1, 3, 1} {
		w, told := found[i]
		if told != (least > 0) {
			t.Errorf("%s is told: %t", suspects[i], told)
			continue
		}
		entities := 0
		for _, t := range m.EntityTypes {
			if told {
				entities += int(w.Instance.Count(t))
			}
		}
		if told && (entities < least || least == 1 && entities > 2) {
			t.Errorf("%s is told on %d entities", suspects[i], entities)
		}
	}
}

// TestViewsHoldTheInstance: what a query sees is the instance, whatever the model
// and whichever other instances are there.
func TestViewsHoldTheInstance(t *testing.T) {
	conn, models := connect(t), 0
	rapid.Check(t, func(rt *rapid.T) {
		if models++; models > mostModels {
			return
		}
		if _, err := conn.Exec(t.Context(), "DISCARD TEMPORARY"); err != nil {
			rt.Fatal(err)
		}
		m := ertest.Model(rt, ertest.Options{})
		space := small.NewSpace(small.NewFocus(m, m.Views(), func(er.ViewColumn) bool { return true }, []string{"7", "O'x"}), 3)
		chance := small.Chance{Rand: rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))}
		var sources []instance.Source
		for try := 0; try < 30 && len(sources) < 2; try++ {
			if made := space.Build(chance); made != nil {
				sources = append(sources, made)
			}
		}
		s, err := trial.Open(t.Context(), conn, m)
		if err != nil {
			rt.Fatal(err)
		}
		if err := s.Load(t.Context(), sources...); err != nil {
			rt.Fatal(err)
		}
		for number, src := range sources {
			for _, v := range m.Views() {
				countRows(rt, t.Context(), conn, number, src, v)
			}
		}
	})
}

// mostModels bounds a test that makes some sixty tables for each.
const mostModels = 15

func countRows(rt *rapid.T, ctx context.Context, conn *pgx.Conn, number int, src instance.Source, v er.View) {
	want, err := instance.Digest(ctx, src, v)
	if err != nil {
		rt.Fatal(err)
	}
	var rows int64
	if _, err := conn.Exec(ctx, pgsql.LookAt(number)); err != nil {
		rt.Fatal(err)
	}
	if err := conn.QueryRow(ctx, "SELECT count(*) FROM "+pgsql.QuoteIdent(pgsql.ViewName(v))).Scan(&rows); err != nil {
		rt.Fatal(err)
	}
	if rows != want.Rows() {
		rt.Errorf("%s has %d rows, not %d", v.Name, rows, want.Rows())
	}
}

// TestGoldAgainstItself: no gold query of ours is told from itself, on any kind
// of data.
func TestGoldAgainstItself(t *testing.T) {
	d := load(t, "university")
	s := open(t, d.Model)
	kinds := []string{instance.Random}
	for _, k := range instance.Kinds() {
		kinds = append(kinds, k.Name)
	}
	var sources []instance.Source
	for _, k := range kinds {
		sources = append(sources, generate(t, d, instance.Options{Kind: k, Seed: 1}))
	}
	if err := s.Load(t.Context(), sources...); err != nil {
		t.Fatal(err)
	}
	for _, q := range d.Sets[0].Questions {
		c, err := s.Prepare(t.Context(), q, []string{q.Gold.SQL})
		if err != nil {
			t.Fatal(err)
		}
		for number, k := range kinds {
			if got, err := c.Compare(t.Context(), number, []int{0}); err != nil || got[0] != trial.Same {
				t.Errorf("%s on %s: %v, %v", q.ID, k, got, err)
			}
		}
		if err := c.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
