package standalone_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/catalog"
	"ercheck/variants"
	"ercheck/variants/standalone"
)

var update = flag.Bool("update", false, "write the golden files")

func preset(t *testing.T, domain, name string) (*catalog.Domain, variants.Variant) {
	t.Helper()
	d, err := catalog.Load(domain)
	if err != nil {
		t.Fatal(err)
	}
	v, err := variants.Preset(d.Model, name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d, v
}

// TestGolden: every gold query of a domain as it is written for presets of
// different kinds. That they say the same as over the views is shown elsewhere, on
// a server.
func TestGolden(t *testing.T) {
	for _, test := range [][2]string{
		{"social", "full_sti"}, {"social", "full_concrete"}, {"social", "kitchen_sink"}, {"retail", "full_normalized"}, {"university", "full_cti"},
	} {
		d, v := preset(t, test[0], test[1])
		w := standalone.New(v.Layout)
		var all strings.Builder
		for _, set := range d.Sets {
			for _, q := range set.Questions {
				written, err := w.Write(q.Gold.SQL)
				if err != nil {
					t.Fatalf("%s: %v", q.ID, err)
				}
				all.WriteString("-- " + q.ID + ": " + q.Text + "\n" + written.SQL + ";\n\n")
			}
		}
		golden(t, test[0]+"_"+test[1]+".sql", all.String())
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: %s\nrun with -update if this is meant", name, diff)
	}
}

// TestWrite: what a rule does, and where it must not be applied.
func TestWrite(t *testing.T) {
	_, v := preset(t, "social", "full_sti")
	w := standalone.New(v.Layout)
	for _, test := range []struct{ name, sql, want string }{
		{"no view", "select 1 as x", "SELECT 1 AS x"},
		{"a filter", "SELECT title FROM clip", "SELECT title\nFROM content\nWHERE type = 'Clip'"},
		{"a filter behind an outer join",
			"SELECT c.title FROM tagged_with w LEFT JOIN clip c ON c.content_id = w.content_content_id",
			"SELECT c.title\nFROM content_tagged_with AS w\n    LEFT JOIN content AS c ON c.content_id = w.content_id AND c.type = 'Clip'"},
		{"a filter under a full join stays inside",
			"SELECT c.title FROM tagged_with w FULL JOIN clip c ON c.content_id = w.content_content_id",
			"SELECT c.title\nFROM content_tagged_with AS w\n    FULL JOIN (\n        SELECT content_id, title\n        FROM content\n        WHERE type = 'Clip'\n    ) AS c ON c.content_id = w.content_id"},
		{"everything", "SELECT * FROM published_on", "SELECT content_id AS content_content_id, channel_id AS channel_channel_id\nFROM content_published_on"},
		{"a row as a whole", "SELECT count(p) FROM published_on p",
			"SELECT count(p)\nFROM (\n    SELECT content_id AS content_content_id, channel_id AS channel_channel_id\n    FROM content_published_on\n) AS p"},
		{"using", "SELECT content_id, value FROM clip JOIN content_quality_options USING (content_id)",
			"SELECT content.content_id, quality_options.value\nFROM content\n    CROSS JOIN LATERAL unnest(content.quality_options) AS quality_options(value)\nWHERE content.type = 'Clip'"},
		{"names of columns given in FROM", "SELECT a FROM published_on AS p(a)", "SELECT content_id AS a\nFROM content_published_on AS p"},
		{"a WITH query of a table's name", "WITH content AS (SELECT channel_id FROM channel) SELECT count(*) FROM content, clip",
			"WITH content_query AS (\n    SELECT channel_id\n    FROM channels\n)\nSELECT count(*)\nFROM content_query AS content,\n    content AS clip\nWHERE clip.type = 'Clip'"},
		{"a result column's name in GROUP BY that is a column of the table too", "SELECT age / 10 AS type, count(*) FROM consumer_account GROUP BY type",
			"SELECT age / 10 AS type, count(*)\nFROM accounts\nWHERE type IN ('ConsumerAccount', 'Subscriber')\nGROUP BY age / 10"},
		{"a column and a result column of one name in ORDER BY", "SELECT source_content_id AS content_id FROM derived_from ORDER BY clip_content_id",
			"SELECT source_id AS content_id\nFROM content\nWHERE source_id IS NOT NULL\nORDER BY content.content_id"},
		{"an outer column that the inner table has too", "SELECT title FROM clip WHERE EXISTS (SELECT 1 FROM channel WHERE name = title)",
			"SELECT title\nFROM content\nWHERE type = 'Clip'\n    AND EXISTS (\n        SELECT 1\n        FROM channels\n        WHERE name = content.title\n    )"},
		{"pick of a grouped query", "SELECT x FROM (SELECT channel_channel_id AS x, count(*) AS n FROM published_on GROUP BY 1) s ORDER BY n DESC",
			"SELECT channel_id AS x\nFROM content_published_on\nGROUP BY channel_id\nORDER BY count(*) DESC"},
		{"a union in parentheses with an order of its own", "(SELECT 1 AS a UNION ALL SELECT 2 ORDER BY 1 LIMIT 1) UNION ALL SELECT 3",
			"(\n    SELECT 1 AS a\n    UNION ALL\n    SELECT 2\n    ORDER BY 1\n    LIMIT 1\n)\nUNION ALL\nSELECT 3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := w.Write(test.sql)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got.SQL); diff != "" {
				t.Errorf("%s\n%s", diff, got.SQL)
			}
		})
	}
}

// TestKept says which views stay subqueries.
func TestKept(t *testing.T) {
	_, v := preset(t, "social", "full_concrete")
	got, err := standalone.New(v.Layout).Write("SELECT count(*) FROM account, clip, content AS x")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"account", "content"}; !slices.Equal(got.Kept, want) {
		t.Errorf("%v stay, not %v:\n%s", got.Kept, want, got.SQL)
	}
}

func TestRefused(t *testing.T) {
	_, v := preset(t, "social", "full_sti")
	for _, sql := range []string{"", "SELECT 1; SELECT 2", "DELETE FROM content", "SELECT 1 INTO x", "WITH x AS (DELETE FROM clip RETURNING *) TABLE x",
		"SELECT '\x00'", strings.Repeat("(", 1<<16)} {
		_, err := standalone.New(v.Layout).Write(sql)
		var refused *standalone.ParseError
		if !errors.As(err, &refused) || refused.SQL != sql {
			t.Errorf("%.30q: %v", sql, err)
		}
	}
}

// TestDeep: what a model can write without end neither harms the parser for the
// queries that follow, nor is what a person writes refused.
func TestDeep(t *testing.T) {
	_, v := preset(t, "social", "full_sti")
	w := standalone.New(v.Layout)
	deep := map[string]func(n int) string{
		"operators": func(n int) string { return "SELECT 1" + strings.Repeat(" + 1", n) + " FROM clip" },
		"operands": func(n int) string {
			return "SELECT (SELECT 1 FROM clip LIMIT 1)" + strings.Repeat(" || 1", n) + " FROM clip"
		},
		"subqueries": func(n int) string {
			return strings.Repeat("SELECT * FROM (", n/3) + "TABLE clip" + strings.Repeat(") x", n/3)
		},
		"sets": func(n int) string {
			return strings.Repeat("SELECT title FROM clip UNION ", n) + "SELECT title FROM clip"
		},
		"joins": func(n int) string { return "SELECT 1 FROM clip" + strings.Repeat(" CROSS JOIN clip", n) },
		"cases": func(n int) string {
			return "SELECT " + strings.Repeat("CASE WHEN true THEN 1 ELSE ", n/2) + "1" + strings.Repeat(" END", n/2)
		},
		"negations": func(n int) string { return "SELECT " + strings.Repeat("NOT ", n) + "true FROM clip" },
		"casts":     func(n int) string { return "SELECT 1" + strings.Repeat("::text", n) + " FROM clip" },
		"functions": func(n int) string { return "SELECT " + strings.Repeat("abs(", n/2) + "1" + strings.Repeat(")", n/2) },
	}
	sound := func(after string) {
		t.Helper()
		if got, err := w.Inline("SELECT title FROM clip GROUP BY content_id"); err != nil || !slices.Equal(got.Kept, []string{"clip"}) {
			t.Fatalf("after %s: %v\n%s", after, err, got.SQL)
		}
	}
	for name, text := range deep {
		for _, n := range []int{5, 20, 40, 50, 58, 80, 200, 3000, 20000} {
			_, err := w.Inline(text(n))
			var refused *standalone.ParseError
			if n <= 50 && err != nil || n >= 200 && !errors.As(err, &refused) {
				t.Errorf("%d %s: %.100v", n, name, err)
			}
			sound(name)
		}
	}
	for _, flat := range []string{"SELECT title FROM clip WHERE title IN ('a'" + strings.Repeat(", 'b'", 5000) + ")",
		"SELECT title FROM clip WHERE title = 'a'" + strings.Repeat(" OR title = 'b' AND content_id > 1 + 1", 2000)} {
		if _, err := w.Inline(flat); err != nil {
			t.Errorf("%.60s: %v", flat, err)
		}
		sound("much")
	}
	if _, err := w.Inline("SELECT '" + strings.Repeat("x", 1<<20) + "'"); err == nil {
		t.Error("a megabyte is taken")
	}
}

// TestExplain: the lines of a query with the decision points behind them.
func TestExplain(t *testing.T) {
	for _, test := range [][2]string{{"social", "full_sti"}, {"social", "kitchen_sink"}, {"retail", "full_normalized"}} {
		d, v := preset(t, test[0], test[1])
		w := standalone.New(v.Layout)
		var all strings.Builder
		for _, q := range d.Sets[0].Questions {
			written, err := w.Write(q.Gold.SQL)
			if err != nil {
				t.Fatal(err)
			}
			clauses, err := w.Explain(written.SQL)
			if err != nil {
				t.Fatal(err)
			}
			all.WriteString("-- " + q.ID + "\n" + standalone.Annotated(clauses) + ";\n\n")
		}
		golden(t, test[0]+"_"+test[1]+".explained.sql", all.String())
	}
}

// TestAnnotated: a comment ends where its line does, whatever a model calls things.
func TestAnnotated(t *testing.T) {
	clauses := []standalone.Clause{{Text: "SELECT 'a\nb'", Points: []standalone.Point{{Point: "x:a\n;\r--\u2028b", Choice: "c", Reason: "r"}}}, {Text: "FROM t"}}
	want := "SELECT 'a\nb'  -- x:a ; -- b=c: r\nFROM t"
	if got := standalone.Annotated(clauses); got != want {
		t.Errorf("%q", got)
	}
}

// TestInline: what the server refuses over the views is not made valid by a
// table's key or column.
func TestInline(t *testing.T) {
	_, v := preset(t, "social", "full_sti")
	got, err := standalone.New(v.Layout).Inline("SELECT title, type FROM clip GROUP BY content_id")
	if err != nil || !slices.Equal(got.Kept, []string{"clip"}) || !strings.Contains(got.SQL, ") AS clip\nGROUP BY content_id") {
		t.Errorf("%v\n%s", err, got.SQL)
	}
}

// FuzzWrite: whatever a model answers, writing it for a variant neither fails in
// another way than is said nor gives a text that cannot be read again.
func FuzzWrite(f *testing.F) {
	d, err := catalog.Load("social")
	if err != nil {
		f.Fatal(err)
	}
	for _, set := range d.Sets {
		for _, q := range set.Questions {
			f.Add(q.Gold.SQL)
		}
	}
	for _, sql := range []string{"", "SELECT", "VALUES (1), (2)", "TABLE clip", "SELECT (SELECT c FROM clip) FROM clip c", "SELECT * FROM clip NATURAL JOIN channel",
		"SELECT * FROM (clip JOIN owns ON true) AS j", "WITH RECURSIVE r AS (SELECT 1 AS n UNION SELECT n + 1 FROM r, clip) TABLE r", "SELECT clip FROM clip",
		"SELECT count(*) FROM clip GROUP BY ROLLUP (title, duration)", "SELECT * FROM LATERAL (SELECT * FROM clip) x, generate_series(1, 2) g", "SELECT a.b.c.d FROM clip",
		"SELECT DISTINCT ON (title) title FROM clip ORDER BY title FOR UPDATE", "SELECT * FROM clip TABLESAMPLE system (10)", "SELECT clip.* FROM clip, XMLTABLE('/a' PASSING b COLUMNS c int)",
		"SELECT 1 FROM clip AS c(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)", "SELECT sum(1) OVER w FROM clip WINDOW w AS (PARTITION BY title)"} {
		f.Add(sql)
	}
	v, err := variants.Preset(d.Model, "kitchen_sink", nil)
	if err != nil {
		f.Fatal(err)
	}
	if _, err := standalone.New(v.Layout).Write("SELECT 1"); err != nil { // the parser takes its time to begin with
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		w := standalone.New(v.Layout)
		written, err := w.Write(sql)
		if err != nil {
			return
		}
		if _, err := w.Explain(written.SQL); err != nil {
			t.Errorf("%q is written as %q, which cannot be read: %v", sql, written.SQL, err)
		}
	})
}
