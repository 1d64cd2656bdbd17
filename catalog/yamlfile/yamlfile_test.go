package yamlfile

import (
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"ercheck/catalog/fault"
)

func TestParseRefuses(t *testing.T) {
	deep := strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1)
	for name, c := range map[string]struct{ source, want string }{
		"empty":              {"", "1:1: the file is empty (write at least one key)"},
		"comment only":       {"# nothing\n", "1:1: the file is empty"},
		"null document":      {"---\n", "the file is empty"},
		"tab indent":         {"a:\n\tb: 1\n", "2:1: not YAML: found character that cannot start any token (the line is indented by a tab"},
		"tab further down":   {"a:\n  b:\n    c: 1\n\t\td: 1\n", "4:1:"},
		"wrong indent":       {"a:\n  b: 2\n  c:\n    d: 1\n   e: 3\n", "5:1: not YAML: did not find expected key (check the indentation"},
		"wrong indent deep":  {"\n\n\na:\n  - b: 1\n    c: 1\n\n\n\n   d: 1\n", "10:1: not YAML"},
		"open bracket":       {"x: 1\na: [1,2\nb: 3\n", "not YAML"},
		"open quote":         {"a: 'x\n\nb: 2\n", "not YAML: found unexpected end of stream"},
		"colon in text":      {"\n\na: b: c\n", "3:1: not YAML: mapping values are not allowed in this context (put a text that contains ': ' in quotes"},
		"special character":  {"a: @foo\n", "1:1: not YAML"},
		"unknown alias":      {"a: *foo\n", "unknown anchor 'foo' referenced (put a text that begins with * in quotes"},
		"second document":    {"a: 1\n---\nb: 2\n", "2:1: a second document begins here"},
		"after the end":      {"a: 1\n...\nb: 1\n", "not YAML: did not find expected <document start>"},
		"anchor":             {"a: &x 1\n", "1:4: anchor &x: anchors are not read"},
		"alias":              {"a: &x 1\nb: *x\n", "2:4: alias *x"},
		"cyclic alias":       {"a: &x [*x]\n", "1:8: alias *x"},
		"merge key":          {"a: 1\n<<: {b: 1}\n", "2:1: merge key"},
		"tag":                {"a: !!binary aGk=\n", "1:4: tag !!binary"},
		"local tag":          {"a: !thing x\n", "tag !thing"},
		"deep":               {deep, "nested deeper than 32 levels"},
		"very deep":          {strings.Repeat("[", 200000), "not YAML"},
		"NUL":                {"a: 1\nb: x\x00y\n", "2:5: control character U+0000 (take it out)"},
		"escape":             {"a: \x1b[31m\n", "control character U+001B"},
		"latin 1":            {"a: caf\xe9\n", "1:7: the file is not UTF-8: byte 0xe9 (save it as UTF-8)"},
		"UTF-16":             {"\xff\xfea\x00", "1:1: the file is not UTF-8"},
		"too large":          {strings.Repeat("# filler\n", MaxBytes/9+1), "at most 4194304 are read"},
		"newer YAML version": {"%YAML 9.9\n---\na: 1", "incompatible YAML document"},
	} {
		var faults fault.List
		root := Parse([]byte(c.source), &faults)
		if root != nil || faults.Empty() {
			t.Errorf("%s: accepted", name)
			continue
		}
		if got := faults.Err("").Error(); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// The classic bomb: ten levels of ten aliases each, refused at the anchors.
func TestAliasBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("a: &a [x, x, x, x, x, x, x, x, x, x]\n")
	for c := 'b'; c < 'k'; c++ {
		b.WriteString(string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+", ", 9) + "*" + string(c-1) + "]\n")
	}
	var faults fault.List
	if Parse([]byte(b.String()), &faults) != nil {
		t.Fatal("accepted")
	}
	if n := len(faults.Faults()); n != 100 {
		t.Errorf("%d faults, want 10 anchors and 90 aliases", n)
	}
	if lines := strings.Count(faults.Err("bomb.yaml").Error(), "\n"); lines != 50 {
		t.Errorf("%d lines are printed, want 51", lines+1)
	}
}

func TestParseAccepts(t *testing.T) {
	for name, source := range map[string]string{
		"plain": "a: 1\n", "byte order mark": "\uFEFFa: 1\n", "CRLF": "a: 1\r\nb:\r\n  - c\r\n",
		"comments": "# x\n\n---\na: 1 # y\n", "tab as space": "a:\t1\n", "JSON": `{"a": [1, {"b": null}]}`,
		"non-ASCII": "größe: 名前 🎈\n",
	} {
		var faults fault.List
		if Parse([]byte(source), &faults) == nil || !faults.Empty() {
			t.Errorf("%s: %v", name, faults.Err(""))
		}
	}
}

const example = `name: social
count: 12
on: true
many: [a, b]
one: a
nested: {x: 1}
kind: larg
countt: 3
number: 1.10
empty:
name: again
big: 99999999999999999999
12: twelve
`

func TestMap(t *testing.T) {
	var faults fault.List
	m := AsMap(Parse([]byte(example), &faults), "thing", &faults)
	if m.Text("name") != "social" || m.Int("count", 0, 100, 5) != 12 || !m.Bool("on") || m.Int("absent", 0, 9, 5) != 5 {
		t.Error("plain values are wrong")
	}
	if !slices.Equal(m.Texts("many"), []string{"a", "b"}) || !slices.Equal(m.Texts("one"), []string{"a"}) {
		t.Error("texts are wrong")
	}
	if nested := m.Map("nested", "nest"); nested.Int("x", 0, 9, 0) != 1 || nested.Len() != 1 {
		t.Error("the nested mapping is wrong")
	}
	m.OneOf("kind", "small", "large")
	m.Text("number")
	m.Text("empty")
	m.Int("big", 0, 9, 0)
	m.Int("count", 0, 9, 0)
	m.Bool("name")
	m.List("name")
	m.Map("many", "many")
	m.Need("name", "title")
	m.Done()
	want := strings.TrimSpace(`
1:1: thing: title is missing (add title:)
1:7: name must be true or false, not the text "social" (write true or false without quotes)
1:7: name must be a list, not the text "social" (write it as - element lines or [a, b])
2:8: count is 12 (write a number from 0 to 9)
4:7: many must be a mapping, not a list (write it as key: value)
7:7: kind cannot be "larg" (did you mean large?)
8:1: thing: unknown key "countt" (did you mean count?)
9:9: number must be a text, not the number 1.10 (put it in quotes if it is meant as text)
10:7: empty must be a text, not empty (write it, or leave the key out)
11:1: key "name" appears twice (first on line 1) (keep one of them)
12:6: big must be a whole number, not the number 99999999999999999999 (write a number from 0 to 9)
13:1: thing: unknown key "12" (valid: name, count, on, absent, many, one, nested, kind, number, empty, …)`)
	if got := faults.Err("").Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestMapOfOtherKinds(t *testing.T) {
	var faults fault.List
	m := AsMap(Parse([]byte("- a\n"), &faults), "file", &faults)
	m.Need("name")
	m.Done()
	if got := faults.Err("f.yaml").Error(); got != "f.yaml:1:1: file must be a mapping, not a list (write it as key: value)" {
		t.Error(got)
	}
	faults = fault.List{}
	absent := AsMap(nil, "file", &faults)
	if absent.Text("x") != "" || absent.List("y") != nil || absent.Map("z", "z").Len() != 0 || !faults.Empty() {
		t.Error("an absent mapping must be empty")
	}
}

func TestManyUnknownKeys(t *testing.T) {
	var source strings.Builder
	for i := range 30 {
		source.WriteString("k" + strings.Repeat("x", i) + ": 1\n")
	}
	var faults fault.List
	AsMap(Parse([]byte(source.String()), &faults), "file", &faults).Done()
	if found := faults.Faults(); len(found) != 21 || !strings.HasSuffix(found[0].Message, "10 more unknown keys") && !strings.HasSuffix(found[1].Message, "10 more unknown keys") {
		t.Errorf("%d faults:\n%v", len(found), faults.Err(""))
	}
}

func TestComplexKey(t *testing.T) {
	var faults fault.List
	AsMap(Parse([]byte("? [a]\n: 3\n"), &faults), "file", &faults)
	if got := faults.Err("").Error(); !strings.Contains(got, "1:3: file: a key is a list") {
		t.Error(got)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{example, "a: &x [*x]", "? [a]\n: b", "a: |\n  x\n y\n", "%TAG ! x\n---\n!a b", "a: 1\n---\n", "\t", "- - - a\n  - b: {c: d}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		var faults fault.List
		root := Parse(source, &faults)
		if (root == nil) == faults.Empty() {
			t.Fatalf("root %v with faults %v", root, faults.Faults())
		}
		for _, v := range faults.Faults() {
			if v.At.Line > strings.Count(string(source), "\n")+strings.Count(string(source), "\r")+strings.Count(string(source), "\u2028")+strings.Count(string(source), "\u2029")+strings.Count(string(source), "\u0085")+2 {
				t.Fatalf("a fault below the end: %v", v)
			}
		}
		if root != nil && root.Kind == yaml.MappingNode {
			m := AsMap(root, "file", &faults)
			m.Text("a")
			m.Texts("b")
			m.Int("c", 0, 1, 0)
			m.Done()
		}
	})
}
