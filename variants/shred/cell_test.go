package shred

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er"
)

func TestArrayText(t *testing.T) {
	for want, elements := range map[string][]string{
		`{}`: nil, `{a,b}`: {"a", "b"}, `{""}`: {""}, `{"NULL","nUll",nulls}`: {"NULL", "nUll", "nulls"},
		`{"a b","{","}","\"","\\",","}`: {"a b", "{", "}", `"`, `\`, ","}, "{\"\n\",é,'}": {"\n", "é", "'"},
	} {
		if got := arrayText(elements); got != want {
			t.Errorf("%q: %s", elements, got)
		}
	}
}

func TestReadArray(t *testing.T) {
	for _, bad := range []string{"", "a", "{", "{a", "{a,}", "{,a}", "{{a,b}}", "{NULL}", `{"a}`, `{"a"b}`, "[0:1]={a,b}"} {
		if got, err := readArray(bad); err == nil {
			t.Errorf("%s was read as %q", bad, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		elements := rapid.SliceOf(rapid.String()).Draw(t, "elements")
		got, err := readArray(arrayText(elements))
		if err != nil || !slices.Equal(got, elements) {
			t.Errorf("%q became %q, %v", elements, got, err)
		}
	})
}

func TestJSONText(t *testing.T) {
	for _, test := range []struct {
		base er.Base
		in   string
		want string
	}{
		{er.Numeric, "1.10", "1.10"}, {er.Float, "1e+20", "100000000000000000000"}, {er.Float, "1e-07", "0.0000001"},
		{er.Boolean, "t", "true"}, {er.Boolean, "f", "false"}, {er.Timestamp, "2026-01-31 10:00:00+00", `"2026-01-31 10:00:00+00"`},
		{er.Text, "a\"\\\n\x01é/", `"a\"\\\n\u0001é/"`}, {er.JSON, `{"a": 1}`, `{"a": 1}`}, {er.Bigint, "-5", "-5"},
	} {
		if got := jsonArray(test.base, []string{test.in}); got != "["+test.want+"]" {
			t.Errorf("%s %q: %s", test.base, test.in, got)
		}
		back, err := readJSONArray(test.base, "["+test.want+"]")
		if err != nil || back[0] != test.in {
			t.Errorf("%s %s was read as %q, %v", test.base, test.want, back, err)
		}
	}
	for base, bad := range map[er.Base]string{er.Integer: `"5"`, er.Text: "5", er.Boolean: `"t"`, er.Date: "null"} {
		if got, err := readJSONArray(base, "["+bad+"]"); err == nil {
			t.Errorf("%s %s was read as %q", base, bad, got)
		}
	}
}

func TestJSONObjectKeys(t *testing.T) {
	components := []*er.Attribute{{Name: "bb", Type: er.Type{Base: er.Integer}}, {Name: "a", Type: er.Type{Base: er.Text}, Nullable: true}, {Name: "aa", Type: er.Type{Base: er.Text}}}
	got := jsonObject(components, []er.Value{{Text: "1"}, {Null: true}, {Text: "x"}})
	if want := `{"a": null, "aa": "x", "bb": 1}`; got != want {
		t.Error(got)
	}
}

func TestSingular(t *testing.T) {
	for plural, want := range map[string]string{
		"quality_options": "quality_option", "aliases": "alias", "categories": "category", "addresses": "address", "boxes": "box",
		"statuses": "status", "sizes": "size", "series": "series", "status": "status", "phone_no": "phone_no", "s": "s", "access": "access",
	} {
		if got := singular(plural); got != want {
			t.Errorf("%s: %s", plural, got)
		}
	}
}
