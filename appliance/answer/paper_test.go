package answer

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestPaperStrings compares with what Python itself prints: testdata/paper.py
// wrote the table.
func TestPaperStrings(t *testing.T) {
	file, err := os.Open("testdata/paper.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := 0
	for in := bufio.NewScanner(file); in.Scan(); lines++ {
		var typeName, raw, want string
		for i, field := range strings.Split(in.Text(), "\t") {
			if err := json.Unmarshal([]byte(field), []*string{&typeName, &raw, &want}[i]); err != nil {
				t.Fatal(err)
			}
		}
		got := string(appendStr(nil, typeOf(typeName), []byte(raw)))
		if got != want {
			t.Errorf("%s %q: got %q, Python prints %q", typeName, raw, got, want)
		}
		if typeOf(typeName).plain() && want != raw {
			t.Errorf("%s is said to be plain, but %q prints as %q", typeName, raw, want)
		}
	}
	if lines < 150 {
		t.Errorf("the table has only %d lines", lines)
	}
}

// one is the answer with a single row of one column per value.
func one(typeNames []string, row ...string) *Answer {
	columns := make([]Column, len(typeNames))
	raw := make([][]byte, len(typeNames))
	for i, name := range typeNames {
		columns[i] = Column{Name: "c", Type: name}
		if row[i] != null {
			raw[i] = []byte(row[i])
		}
	}
	a := New(columns, DefaultKeep())
	a.Add(raw)
	return a
}

// null stands for NULL in the tables of these tests.
const null = "\x00NULL"

// value is the answer with one value.
func value(typeName, raw string) *Answer { return one([]string{typeName}, raw) }

func TestModes(t *testing.T) {
	for _, c := range []struct {
		typeA, a, typeB, b string
		paper, typed       bool
	}{
		{"int4", "1", "int8", "1", true, true},
		{"int4", "1", "text", "1", true, false},
		{"", "Box", "text", "Box", true, true}, // of an enum that somebody created
		{"", "Box", "text", "box", false, false},
		{"int4", "1", "numeric", "1.0", false, true},
		{"int4", "100", "numeric", "1e2", false, true},
		{"numeric", "1.50", "numeric", "1.5", false, true},
		{"numeric", "-0.00", "int4", "0", false, true},
		{"numeric", "1.5", "numeric", "15", false, false},
		{"int4", "1", "float8", "1", false, true},
		{"float8", "0.1", "float8", "0.10000000000000001", true, true},
		{"float8", "0.3", "float8", "0.30000000000000004", false, true},
		{"float8", "0.30000001", "float8", "0.3", false, false},
		{"float8", "-0", "int4", "0", false, true},
		{"float8", "NaN", "numeric", "NaN", false, true},
		{"float8", "Infinity", "float8", "-Infinity", false, false},
		{"numeric", "0.33333333333333333333", "float8", "0.3333333333333333", false, false},
		{"bool", "t", "text", "True", true, false},
		{"bool", "t", "text", "t", false, false},
		{"bool", "t", "jsonb", "true", true, true},
		{"bool", "t", "int4", "1", false, false},
		{"text", null, "text", "", false, false},
		{"text", null, "text", "None", false, false},
		{"text", null, "int4", "0", false, false},
		{"text", null, "int4", null, true, true},
		{"text", null, "jsonb", "null", true, true},
		{"text", "a", "varchar", "a", true, true},
		{"text", "a", "jsonb", `"a"`, true, true},
		{"bpchar", "ab  ", "text", "ab", false, true},
		{"text", "ab ", "text", "ab", false, false},
		{"timestamptz", "2026-01-01 00:00:00+00", "timestamp", "2026-01-01 00:00:00", false, true},
		{"timestamp", "2026-01-01 00:00:00", "text", "2026-01-01 00:00:00", true, true},
		{"date", "2026-01-01", "timestamp", "2026-01-01 00:00:00", false, false},
		{"interval", "1 day", "interval", "24:00:00", true, true},
		{"interval", "1 year", "interval", "365 days", true, false},
		{"interval", "1 year", "interval", "12 mons", false, true},
		{"_text", "{a,b}", "jsonb", `["a", "b"]`, true, true},
		{"_text", "{b,a}", "_text", "{a,b}", false, true},
		{"_text", "{a,a,b}", "jsonb", `["b","a"]`, false, true},
		{"_text", "{}", "jsonb", "[]", true, true},
		{"_text", "{}", "text", null, false, false},
		{"_text", "{}", "jsonb", "{}", false, false},
		{"_text", "{NULL}", "_text", `{"NULL"}`, false, false},
		{"_text", "{NULL}", "_text", `{}`, false, false},
		{"_text", "{a,b}", "_text", `{"a,b"}`, false, false},
		{"_text", "{{a},{b}}", "_text", "{a,b}", false, false},
		{"_int4", "{1,2}", "jsonb", "[2, 1.0]", false, true},
		{"_int4", "{1,2}", "_text", "{1,2}", false, false},
		{"_timestamp", `{"2026-01-01 00:00:00"}`, "jsonb", `["2026-01-01 00:00:00"]`, false, true},
		{"_numeric", "{1.50}", "jsonb", "[1.50]", false, true},
		{"jsonb", `{"a": 1, "b": [1, 2]}`, "jsonb", `{"b": [2, 1], "a": 1.0}`, false, true},
		{"jsonb", `{"a": 1}`, "jsonb", `{"a": "1"}`, false, false},
		{"jsonb", `{"a": {"b": 1}}`, "jsonb", `{"a": {"b": 2}}`, false, false},
		{"json", `{"a":1,"a":2}`, "jsonb", `{"a": 2}`, true, true},
		{"jsonb", `["a", ["b"]]`, "jsonb", `[["b"], "a"]`, false, true},
		{"jsonb", `{}`, "jsonb", `{"": null}`, false, false},
		{"bytea", `\x6162`, "text", "b'ab'", true, false},
		{"account_kind", "Clip", "text", "Clip", true, true},
	} {
		a, b := value(c.typeA, c.a), value(c.typeB, c.b)
		if got := Equal(a, b, Paper); got != c.paper {
			t.Errorf("paper: %s %q = %s %q is %v", c.typeA, c.a, c.typeB, c.b, got)
		}
		if got := Equal(a, b, Typed); got != c.typed {
			t.Errorf("typed: %s %q = %s %q is %v", c.typeA, c.a, c.typeB, c.b, got)
		}
	}
}
