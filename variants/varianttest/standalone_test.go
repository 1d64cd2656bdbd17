package varianttest_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/catalog"
	"ercheck/catalog/digest"
	"ercheck/catalog/instance"
	"ercheck/catalog/question"
	"ercheck/variants"
	"ercheck/variants/pgsql"
	"ercheck/variants/standalone"
	"ercheck/variants/varianttest"
)

// TestStandaloneQueries: every gold query, alternate and mistake of the built-in
// domains gives the same rows under the same names over the E/R views and as it
// is written for the variant, on presets and sampled variants, with data that is
// like real data, and on the presets with all adversarial kinds in one.
func TestStandaloneQueries(t *testing.T) {
	db := connect(t)
	pairs, whole, answered := 0, 0, 0
	texts := map[string]map[string]written{} // by domain and variant: the same for all data
	for _, name := range catalog.Names() {
		d, err := catalog.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		all, err := variants.Presets(d.Model, nil)
		if err != nil {
			t.Fatal(err)
		}
		sampled, err := variants.Random(d.Model, 3, 7)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []string{instance.Random, "adversarial"} {
			src, err := instance.New(d.Model, d.Profile, instance.Options{Kind: kind, Scale: "tiny", Seed: 5})
			if err != nil {
				t.Fatal(err)
			}
			some := slices.Concat(all, sampled.Variants)
			if kind != instance.Random { // what differs is in the presets already
				some = all
			}
			for _, v := range some {
				id := name + " " + v.Name
				if texts[id] == nil {
					texts[id] = map[string]written{}
				}
				c := comparison{t: t, db: db, v: v, w: standalone.New(v.Layout), written: texts[id]}
				c.load(src)
				for _, q := range queriesOf(d) {
					kept, rows := c.compare(q.Name, q.SQL)
					pairs++
					if len(kept) == 0 {
						whole++
					}
					answered += min(1, int(rows))
				}
				c.drop()
			}
		}
	}
	t.Logf("%d pairs of a query and a variant, %d without a subquery in place of a view, %d with rows", pairs, whole, answered)
	if answered < pairs*3/4 || whole < pairs*3/4 {
		t.Errorf("of %d pairs %d have rows and %d no subquery in place of a view", pairs, answered, whole)
	}
}

// queriesOf lists every query of a domain, named.
func queriesOf(d *catalog.Domain) []question.Query {
	var all []question.Query
	for _, set := range d.Sets {
		for _, q := range set.Questions {
			all = append(all, question.Query{Name: q.ID, SQL: q.Gold.SQL})
			for _, other := range append(q.Alternates, q.Mistakes...) {
				all = append(all, question.Query{Name: q.ID + " " + other.Name, SQL: other.SQL})
			}
		}
	}
	return all
}

// comparison asks one variant over its views and over its tables.
type comparison struct {
	t interface {
		Helper()
		Fatalf(string, ...any)
		Errorf(string, ...any)
	}
	db connection
	v  variants.Variant
	w  *standalone.Writer

	written map[string]written // by query, what was written before; nil keeps nothing
}

// written is a query as it is written for a variant.
type written struct {
	sql, explained string
	kept           []string // views that stayed subqueries
}

func (c comparison) load(src instance.Source) {
	c.t.Helper()
	ctx := context.Background()
	if err := varianttest.Load(ctx, c.db, c.v, src); err != nil {
		c.t.Fatalf("%v", err)
	}
	views := "er__" + c.v.Name
	for _, sql := range append([]string{"CREATE SCHEMA " + pgsql.QuoteIdent(views)}, pgsql.CreateViews(c.v.Layout, views, c.v.Name)...) {
		if err := c.db.Exec(ctx, sql); err != nil {
			c.t.Fatalf("%s: %v", sql, err)
		}
	}
}

func (c comparison) drop() {
	c.t.Helper()
	if err := varianttest.Drop(context.Background(), c.db, c.v); err != nil {
		c.t.Fatalf("%v", err)
	}
}

// compare asks a query both ways, the second with its explanation, and gives which views stayed subqueries and how
// many rows there are.
func (c comparison) compare(name, sql string) (kept []string, rows int64) {
	c.t.Helper()
	as, known := c.written[sql]
	if !known {
		if as = c.write(name, sql); c.written != nil {
			c.written[sql] = as
		}
	}
	over, err := c.answer("er__"+c.v.Name, sql)
	if err != nil {
		c.t.Fatalf("%s over the views of %s: %v\n%s", name, c.v.Name, err, sql)
	}
	got, err := c.answer(c.v.Name, as.explained) // the same but for comments
	if err != nil || !over.Equal(got) {
		c.t.Errorf("%s on %s: over the views %s, as written for it %s (%v)\n%s\nis written\n%s\nchoices %v",
			name, c.v.Name, over, got, err, sql, as.sql, c.v.Choices.Map())
	}
	return as.kept, over.Rows() - 1
}

// write writes and explains a query, which must not change it.
func (c comparison) write(name, sql string) written {
	c.t.Helper()
	as, err := c.w.Write(sql)
	if err != nil {
		c.t.Fatalf("%s: %v\n%s", name, err, sql)
	}
	clauses, err := c.w.Explain(as.SQL)
	if err != nil {
		c.t.Fatalf("%s: %v\n%s", name, err, as.SQL)
	}
	var lines []string
	for _, clause := range clauses {
		lines = append(lines, clause.Text)
	}
	if diff := cmp.Diff(as.SQL, strings.Join(lines, "\n")); diff != "" {
		c.t.Errorf("%s: explained it is another text: %s", name, diff)
	}
	return written{as.SQL, standalone.Annotated(clauses), as.Kept}
}

// inline asks a query with the views as subqueries.
func (c comparison) inline(sql string) {
	c.t.Helper()
	inlined, err := c.w.Inline(sql)
	if err != nil {
		c.t.Fatalf("%v\n%s", err, sql)
	}
	over, err := c.answer("er__"+c.v.Name, sql)
	if err != nil {
		c.t.Fatalf("%v\n%s", err, sql)
	}
	if got, err := c.answer(c.v.Name, inlined.SQL); err != nil || !over.Equal(got) {
		c.t.Errorf("on %s: over the views %s, inlined %s (%v)\n%s", c.v.Name, over, got, err, inlined.SQL)
	}
}

// answer is the multiset of an answer's rows and, as one more, its names of
// columns.
func (c comparison) answer(schema, sql string) (*digest.Multiset, error) {
	if err := c.db.Exec(context.Background(), "SET search_path = "+pgsql.QuoteIdent(schema)); err != nil {
		return nil, err
	}
	var sum digest.Multiset
	result := c.db.ExecParams(context.Background(), sql, nil, nil, nil, nil)
	sum.Begin()
	for _, f := range result.FieldDescriptions() {
		sum.Text(fmt.Sprintf("%s %d", f.Name, f.DataTypeOID))
	}
	sum.End()
	for result.NextRow() {
		sum.Begin()
		for _, value := range result.Values() {
			if value == nil {
				sum.Null()
			} else {
				sum.Bytes(value)
			}
		}
		sum.End()
	}
	_, err := result.Close()
	return &sum, err
}
