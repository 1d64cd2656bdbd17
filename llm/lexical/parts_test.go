package lexical

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var unexported = cmp.AllowUnexported(table{}, column{}, foreignKey{}, bound{}, mention{})

func TestParseDump(t *testing.T) {
	plain := func(names ...string) []column {
		var out []column
		for _, n := range names {
			out = append(out, column{name: n, kind: "integer"})
		}
		return out
	}
	key := func(c column) column { c.notNull = true; return c }
	tests := []struct {
		name, dump string
		want       []*table
	}{
		{"nothing", "-- CREATE TABLE a (b integer);", nil},
		{"keys inside", "CREATE TABLE a (b integer PRIMARY KEY, c integer NOT NULL UNIQUE, d integer REFERENCES a);", []*table{{
			name: "a", words: []string{"a"},
			columns: []column{key(plain("b")[0]), key(plain("c")[0]), plain("d")[0]},
			key:     []string{"b"}, uniques: [][]string{{"c"}},
			foreign: []foreignKey{{[]string{"d"}, "a", []string{"b"}}},
		}}},
		{"keys at the end", "CREATE UNLOGGED TABLE IF NOT EXISTS s.a (b integer, c integer, CONSTRAINT k PRIMARY KEY (b, c), UNIQUE (c, b));", []*table{{
			name: "a", words: []string{"a"},
			columns: []column{key(plain("b")[0]), key(plain("c")[0])},
			key:     []string{"b", "c"}, uniques: [][]string{{"c", "b"}},
		}}},
		{"keys added", "CREATE TABLE a (b integer);\nALTER TABLE ONLY s.a\n ADD CONSTRAINT k PRIMARY KEY (b);\nALTER TABLE a ADD FOREIGN KEY (b) REFERENCES s.a(b) ON DELETE CASCADE;", []*table{{
			name: "a", words: []string{"a"}, columns: []column{key(plain("b")[0])}, key: []string{"b"},
			foreign: []foreignKey{{[]string{"b"}, "a", []string{"b"}}},
		}}},
		{"foreign key to nowhere", "CREATE TABLE a (b integer REFERENCES z (y));", []*table{{name: "a", words: []string{"a"}, columns: plain("b"), foreign: []foreignKey{}}}},
		{"names in quotes", `CREATE TABLE "A b" ("c""d" "E");`, []*table{{name: "A b", words: []string{"a", "b"}, columns: []column{{name: `c"d`, kind: "E"}}}}},
		{"types with more words", "CREATE TABLE a (b numeric(10,2) DEFAULT f(1, ')'), c timestamp with time zone NOT NULL, d text[]);", []*table{{
			name: "a", words: []string{"a"},
			columns: []column{{name: "b", kind: "numeric"}, {name: "c", kind: "timestamp", notNull: true}, {name: "d", kind: "text", array: true}},
		}}},
		{"values", `CREATE TYPE e AS ENUM ('x', 'it''s');
			CREATE TABLE a (b text CHECK (b IN ('p', 'q')), c text, d e, CONSTRAINT k CHECK ((c = ANY (ARRAY['r'::text, 's'::text]))), CHECK (length(b) > 1));`, []*table{{
			name: "a", words: []string{"a"},
			columns: []column{
				{name: "b", kind: "text", values: []string{"p", "q"}},
				{name: "c", kind: "text", values: []string{"r", "s"}},
				{name: "d", kind: "e", values: []string{"x", "it's"}},
			},
		}}},
		{"cut off", "CREATE TABLE a (b integer); CREATE TABLE c (d integer, e", []*table{
			{name: "a", words: []string{"a"}, columns: plain("b")},
			{name: "c", words: []string{"c"}, columns: []column{plain("d")[0], {name: "e"}}},
		}},
		{"what is none", "CREATE INDEX ON a (b); CREATE TABLE; CREATE TABLE a; COMMENT ON TABLE a IS 'CREATE TABLE z (y integer);'; SELECT 1;", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, parseDump(tt.dump), unexported, equateEmpty); diff != "" {
				t.Errorf("tables (-want +got):\n%s", diff)
			}
		})
	}
}

// equateEmpty takes no foreign keys and an empty list of them for the same.
var equateEmpty = cmp.Transformer("none", func(f []foreignKey) []foreignKey { return slices.Concat([]foreignKey{}, f) })

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"red_boxes": "red box", "RedBox": "red box", "redBoxes2": "red box 2", "ABTest": "abtest", "": "", "__": "",
		"cities": "city", "classes": "class", "status": "status", "analysis": "analysis", "bus": "bus", "dishes": "dish", "größe_Äpfel": "größe äpfel",
	} {
		if got := strings.Join(nameWords(name), " "); got != want {
			t.Errorf("nameWords(%q) = %q, want %q", name, got, want)
		}
	}
	for _, same := range [][]string{{"painted", "painter", "paints", "paint"}, {"stopped", "stop", "stopping"}, {"driver", "drives", "drive"}, {"owner", "owns"}} {
		for _, w := range same {
			if root(w) != root(same[0]) {
				t.Errorf("root(%q) = %q, root(%q) = %q", w, root(w), same[0], root(same[0]))
			}
		}
	}
	if got := camel([]string{"red", "äpfel"}); got != "RedÄpfel" {
		t.Errorf("camel = %q", got)
	}
}

func TestIdentifier(t *testing.T) {
	for name, want := range map[string]string{
		"a_1": "a_1", "A": `"A"`, "1a": `"1a"`, "a b": `"a b"`, `a"b`: `"a""b"`, "": `""`, "user": `"user"`, "type": "type", "é": `"é"`,
	} {
		if got := identifier(name); got != want {
			t.Errorf("identifier(%q) = %s, want %s", name, got, want)
		}
	}
}

// outline writes an intent on one line: the form, the subject, and the chain to
// each count, with bounds.
func outline(in intent) string {
	var b strings.Builder
	b.WriteString([]string{"list", "each", "rank", "total"}[in.form])
	one := func(m mention) string {
		s := strings.Join(m.words, "_")
		for _, c := range m.counts {
			s += "(" + c.op + strings.Repeat("1", c.n) + " " + strings.Join(c.of.words, "_") + ")"
		}
		return s
	}
	b.WriteString(" " + one(in.subject))
	for _, chain := range in.chains {
		b.WriteString(":")
		for _, m := range chain {
			b.WriteString(" " + one(m))
		}
	}
	if in.form == formRank {
		b.WriteString(" first " + strings.Repeat("1", in.limit))
	}
	return b.String()
}

func TestParseQuestion(t *testing.T) {
	concepts := [][]string{{"red", "box"}, {"paint", "shop"}, {"shelf"}, {"box"}}
	tests := []struct{ question, want string }{
		{"", "list "},
		{"Which boxes are there?", "list box"},
		{"How many boxes are on each shelf?", "each shelf: box"},
		{"For each shelf, how many red boxes and how many shops?", "each shelf: red_box: shop"},
		{"For every robot, how many different pieces of string has it cut", "each robot: string"},
		{"How many boxes are there?", "total box"},
		{"What is the number of boxes per shelf?", "each shelf: box"},
		{"Who are the 3 robots that have moved the most boxes?", "rank robot: box first 111"},
		{"Top 2 shops by number of boxes", "rank shop: box first 11"},
		{"Which shelf holds the fewest boxes?", "rank shelf: box first 1"},
		{"Which shelf has boxes sold in the largest number of shops?", "rank shelf: box shop first 1"},
		{"Which shelf holds at least two boxes?", "list shelf(>=11 box)"},
		{"Which shelf holds boxes with more than one robot?", "list shelf: box(>1 robot)"},
		{"Which shelf holds 3 or fewer boxes?", "list shelf(<=111 box)"},
		{"Which shelf holds no boxes?", "list shelf(= box)"},
		{"How many boxes on each shelf have exactly 1 robot?", "each shelf: box(=1 robot)"},
		{"For each shelf, how many times were its boxes moved by robots?", "each shelf: box"},
	}
	for _, tt := range tests {
		if got := outline(parseQuestion(tt.question, concepts)); got != tt.want {
			t.Errorf("%q is read as %q, want %q", tt.question, got, tt.want)
		}
	}
}
