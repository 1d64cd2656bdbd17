package instance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
	"ercheck/catalog/instance"
)

func TestJSONLComesBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m, err := er.New(ertest.Spec(rt))
		if err != nil {
			rt.Fatal(err)
		}
		g, err := instance.New(m, nil, instance.Options{Scale: "tiny", Seed: rapid.Uint64().Draw(rt, "seed")})
		if err != nil {
			rt.Fatal(err)
		}
		var out bytes.Buffer
		if err := instance.WriteJSONL(context.Background(), &out, g); err != nil {
			rt.Fatal(err)
		}
		for line := range bytes.Lines(out.Bytes()) {
			if !json.Valid(line) {
				rt.Fatalf("no JSON: %s", line)
			}
		}
		back, err := instance.ReadJSONL(&out, m)
		if err != nil {
			rt.Fatal(err)
		}
		if a, b := digestOf(rt, g), digestOf(rt, back); a != b {
			rt.Errorf("what comes back has digest %s, not %s", b, a)
		}
	})
}

func digestOf(t interface{ Fatal(...any) }, src instance.Source) string {
	sum, err := instance.InstanceDigest(context.Background(), src, 2)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// library has every kind of attribute, a weak entity type and all cardinalities.
func library(t testing.TB) *er.Model {
	t.Helper()
	text, whole := er.Type{Base: er.Text}, er.Type{Base: er.Integer}
	m, err := er.New(er.Spec{Name: "library",
		EntityTypes: []er.EntityTypeSpec{
			{Name: "Book", Key: []er.AttributeSpec{{Name: "isbn", Type: text}}, Attributes: []er.AttributeSpec{
				{Name: "price", Type: er.Type{Base: er.Numeric, Precision: 6, Scale: 2}}, {Name: "weight", Type: er.Type{Base: er.Float}, Nullable: true},
				{Name: "bought", Type: er.Type{Base: er.Timestamp}}, {Name: "on", Type: er.Type{Base: er.Date}}, {Name: "lent", Type: er.Type{Base: er.Boolean}},
				{Name: "more", Type: er.Type{Base: er.JSON}}, {Name: "words", Type: text, Multi: true}, {Name: "pages", Type: whole, Multi: true},
				{Name: "size", Components: []er.AttributeSpec{{Name: "w", Type: whole}, {Name: "h", Type: whole, Nullable: true}}}}},
			{Name: "Copy", Plural: "copies", Owner: "Book", Key: []er.AttributeSpec{{Name: "n", Type: whole}}},
		},
		Relationships: []er.RelationshipSpec{
			{Name: "about", From: er.RoleSpec{Type: "Book", Name: "one"}, To: er.RoleSpec{Type: "Book", Name: "other"}, Cardinality: er.ManyToOne},
			{Name: "near", From: er.RoleSpec{Type: "Copy", Name: "left"}, To: er.RoleSpec{Type: "Copy", Name: "right"}, Cardinality: er.OneToOne,
				Attributes: []er.AttributeSpec{{Name: "gap", Type: whole}}},
			{Name: "like", From: er.RoleSpec{Type: "Book", Name: "this"}, To: er.RoleSpec{Type: "Copy", Name: "that"}, Cardinality: er.ManyToMany},
		}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const book = `{"entity":"Book","id":"i","attributes":{"price":"1.50","weight":2.25,"bought":"2026-01-31T10:00:00Z","on":"2026-01-31","lent":true,"more":{"a":1,"b":[1,2]},"words":["a<b","é"],"pages":[2,10],"size":{"w":1,"h":null}}}
`

func TestJSONLLinesAsDocumented(t *testing.T) {
	lines := book +
		`{"entity":"Copy","id":{"isbn":"i","n":1},"attributes":{}}
{"entity":"Copy","id":{"isbn":"i","n":2},"attributes":{}}
{"relationship":"about","from":"i","to":"i","attributes":{}}
{"relationship":"near","from":{"isbn":"i","n":1},"to":{"isbn":"i","n":2},"attributes":{"gap":-3}}
{"relationship":"like","from":"i","to":{"isbn":"i","n":2},"attributes":{}}
`
	lines = strings.Replace(lines, `{"a":1,"b":[1,2]}`, `{"a": 1, "b": [1, 2]}`, 1)
	back, err := instance.ReadJSONL(strings.NewReader(lines), library(t))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := instance.WriteJSONL(context.Background(), &out, back); err != nil {
		t.Fatal(err)
	}
	if out.String() != lines {
		t.Errorf("wrote\n%swant\n%s", out.String(), lines)
	}
}

func TestJSONLValuesBecomeCanonical(t *testing.T) {
	for written, want := range map[string]string{
		`"price":"1.50"`: `"price":"1.50"`, `"price":"1.5"`: `"price":"1.50"`, `"price":"-0"`: `"price":"0.00"`,
		`"bought":"2026-01-31T12:00:00.50+02:00"`: `"bought":"2026-01-31T10:00:00.5Z"`,
		`"pages":[10,2]`: `"pages":[2,10]`,
		`"more":{"bb":1e2,"a":1.50e0,"c":1.0,"a":-0}`: `"more":{"a": 0, "c": 1.0, "bb": 100}`,
		`"more":["\u0001\n\"é",null,false,15e-3]`:     `"more":["\u0001\n\"é", null, false, 0.015]`,
		`"words":["\u00e9","a<b"]`:                    `"words":["a<b","é"]`,
		`"weight":null`:                               `"weight":null`,
	} {
		back, err := instance.ReadJSONL(strings.NewReader(with(written)), library(t))
		if err != nil {
			t.Errorf("%s: %v", written, err)
			continue
		}
		var out bytes.Buffer
		if err := instance.WriteJSONL(context.Background(), &out, back); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s becomes %s, want %s", written, out.String(), want)
		}
	}
}

// with puts "name":value into the book in place of what it has.
func with(field string) string {
	name, _, _ := strings.Cut(field, ":")
	var fields map[string]json.RawMessage
	begin := strings.Index(book, `"attributes":`) + len(`"attributes":`)
	_ = json.Unmarshal([]byte(book[begin:len(book)-2]), &fields)
	parts := []string{field}
	for key, raw := range fields {
		if `"`+key+`"` != name {
			parts = append(parts, `"`+key+`":`+string(raw))
		}
	}
	return book[:begin] + "{" + strings.Join(parts, ",") + "}}\n"
}

func TestJSONLFaultsNameTheLine(t *testing.T) {
	copied := `{"entity":"Copy","id":{"isbn":"i","n":1},"attributes":{}}` + "\n"
	for input, want := range map[string]string{
		"x": "line 1: no entity and no link", "{}": "needs either", book + "{} {}": "line 2: something stands behind",
		`{"entity":"Bok","id":"i","attributes":{}}`: `no entity type "Bok"`, book + book: "line 2: a Book with this id",
		`{"relationship":"lik","from":1,"to":2}`: `no relationship "lik"`, `{"entity":"Book","id":3,"attributes":{}}`: "3 is no text",
		`{"entity":"Copy","id":4,"attributes":{}}`:                           "object of 2 keys",
		`{"entity":"Copy","id":{"isbn":"i"},"attributes":{}}`:                `"n" is missing`,
		`{"entity":"Copy","id":{"isbn":"i","n":1.5},"attributes":{}}`:        "1.5 is no integer",
		`{"entity":"Copy","id":{"isbn":"i","n":9999999999},"attributes":{}}`: "is no integer",
		`{"entity":"Copy","id":{"isbn":"i","n":1},"attributes":{"x":1}}`:     `no attribute "x"`,
		`{"entity":"Copy","attributes":{}}`:                                  "object of 2 keys",
		with(`"price":1.5`):                                                  "1.5 is no numeric",
		with(`"price":"1.555"`):                                              "does not fit",
		with(`"price":"99999.00"`):                                           "does not fit",
		with(`"price":null`):                                                 "must not be",
		with(`"on":"2026-02-30"`):                                            "is no date",
		with(`"bought":"yesterday"`):                                         "is no timestamp",
		with(`"pages":[1,1]`):                                                "appears twice",
		with(`"pages":{}`):                                                   "must be an array",
		with(`"size":[]`):                                                    "must be an object",
		with(`"size":{"w":1}`):                                               `"h" is missing`,
		with(`"words":["\u0000"]`):                                           "U+0000",
		with(`"more":1e99999`):                                               "exponent",
		book + `{"relationship":"like","from":"i","to":{"isbn":"j","n":1}}`:  "line 2: like links",
		book + strings.Repeat(`{"relationship":"about","from":"i","to":"i"}`+"\n", 2):                                                                          "line 3: this pair",
		book + strings.Replace(book, `"i"`, `"j"`, 1) + `{"relationship":"about","from":"i","to":"i"}` + "\n" + `{"relationship":"about","from":"i","to":"j"}`: "line 4: about is M:1",
		book + copied + `{"relationship":"near","from":{"isbn":"i","n":1},"to":{"isbn":"i","n":1}}`:                                                            `"gap" is missing`,
	} {
		_, err := instance.ReadJSONL(strings.NewReader(input), library(t))
		var line *instance.LineError
		if !errors.As(err, &line) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngives %v, want %q", input, err, want)
		}
	}
}

func TestEmptyJSONLIsAnEmptyInstance(t *testing.T) {
	back, err := instance.ReadJSONL(strings.NewReader("\n\n"), library(t))
	if err != nil || back.Count(back.Model().EntityTypes[0]) != 0 {
		t.Error(err)
	}
}

func FuzzReadJSONL(f *testing.F) {
	m := library(f)
	f.Add([]byte(book))
	f.Add([]byte(with(`"more":[1e5,{"a":{}}]`)))
	f.Fuzz(func(t *testing.T, input []byte) {
		back, err := instance.ReadJSONL(bytes.NewReader(input), m)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := instance.WriteJSONL(context.Background(), &out, back); err != nil {
			t.Fatal(err)
		}
		again, err := instance.ReadJSONL(&out, m)
		if err != nil {
			t.Fatalf("what was written does not read: %v", err)
		}
		if digestOf(t, back) != digestOf(t, again) {
			t.Fatal("another instance comes back")
		}
	})
}
