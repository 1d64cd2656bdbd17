package value

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"ercheck/catalog/er"
	"ercheck/catalog/fault"
	"ercheck/catalog/instance/chance"
	"ercheck/catalog/yamlfile"
)

func parse(t *testing.T, text string, typ er.Type) (Spec, error) {
	t.Helper()
	var faults fault.List
	own := map[string][]string{"tier": {"gold", "silver"}, "twice": {"a", "a"}}
	s := Parse(yamlfile.Parse([]byte(text), &faults), "x", typ, own, &faults)
	return s, faults.Err("")
}

func base(b er.Base) er.Type { return er.Type{Base: b} }

func TestDrawnValuesAreCanonical(t *testing.T) {
	for _, c := range []struct {
		spec string
		typ  er.Type
		want string // texts parted by |
	}{
		{"{from: 3, to: 5}", base(er.Integer), "3|4|5"},
		{"{from: -0.05, to: 0.05}", er.Type{Base: er.Numeric, Precision: 4, Scale: 2}, "-0.05|-0.04|-0.03|-0.02|-0.01|0.00|0.01|0.02|0.03|0.04|0.05"},
		{"{from: -0.5, to: 1}", base(er.Float), "-0.5|-0.25|0|0.25|0.5|0.75|1"},
		{"{from: 2024-02-28, to: 2024-03-01}", base(er.Date), "2024-02-28|2024-02-29|2024-03-01"},
		{"{from: 1969-12-31 23:59:59, to: 1970-01-01 00:00:01}", base(er.Timestamp),
			"1969-12-31 23:59:59+00|1970-01-01 00:00:00+00|1970-01-01 00:00:01+00"},
		{"{share: 0.3}", base(er.Boolean), "t|f"},
		{"{share: 0}", base(er.Boolean), "f"},
		{"{choices: {1.5: 0, 2: 3, 7: 1}}", er.Type{Base: er.Numeric, Precision: 4, Scale: 1}, "2.0|7.0"},
		{"{choices: [a b, c]}", base(er.Text), "a b|c"},
		{`{pattern: "{Tier}-{tier}"}`, base(er.Text), "Gold-gold|Gold-silver|Silver-gold|Silver-silver"},
		{`{object: {zz: {choices: [q"]}, long: {share: 1}, b: {list_of: {from: 1, to: 1}}, d: {from: 0.10, to: 0.10}}}`, base(er.JSON),
			`{"b": [1], "d": 0.10, "zz": "q\"", "long": true}|{"b": [], "d": 0.10, "zz": "q\"", "long": true}`},
	} {
		s, err := parse(t, c.spec, c.typ)
		if err != nil {
			t.Errorf("%s: %v", c.spec, err)
			continue
		}
		m := NewMaker(s)
		seen := map[string]bool{}
		for i := range int64(400) {
			stream := chance.NewKey(1).At(i)
			seen[m.Draw(&stream)] = true
		}
		want := strings.Split(c.want, "|")
		for _, w := range want {
			if !seen[w] {
				t.Errorf("%s: %q is never drawn", c.spec, w)
			}
		}
		if len(seen) != len(want) {
			t.Errorf("%s: drew %v, want %v", c.spec, seen, want)
		}
	}
}

func TestDefaultsSuitTheirType(t *testing.T) {
	types := []er.Type{{Base: er.Numeric, Precision: 1, Scale: 1}, {Base: er.Numeric, Precision: 1000, Scale: 1000}, {Base: er.Numeric, Precision: 30, Scale: 0}}
	for _, b := range er.Bases() {
		if b != er.Numeric {
			types = append(types, base(b))
		}
	}
	for _, typ := range types {
		m := NewMaker(Default(typ))
		for i := range int64(50) {
			stream := chance.NewKey(1).At(i)
			text := m.Draw(&stream)
			if text == "" || typ.Base == er.JSON && !json.Valid([]byte(text)) {
				t.Errorf("%s: %q", typ, text)
			}
			if c, ok := scaledOf(typ); ok && typ.Base != er.Timestamp {
				if n, err := c.parse(text); err != nil || c.format(n) != text {
					t.Errorf("%s: %q does not read back: %v", typ, text, err)
				}
			}
		}
	}
}

func TestDistinctValuesAllDiffer(t *testing.T) {
	for _, c := range []struct {
		spec string
		typ  er.Type
		n    int64
	}{
		{"{}", base(er.Integer), 5000}, {"{from: 1, to: 100}", base(er.Integer), 100}, {"{}", base(er.Date), 50000},
		{"{}", er.Type{Base: er.Numeric, Precision: 3, Scale: 2}, 1000}, {"{}", base(er.Float), 9000}, {"{}", base(er.Timestamp), 5000},
		{"{}", base(er.Text), 30000}, {`{pattern: "{first}.{last}{n}@{mail}"}`, base(er.Text), 20000},
		{`{pattern: "{first}@{mail}"}`, base(er.Text), 5000}, {`{pattern: "{twice}"}`, base(er.Text), 50},
		{`{pattern: "{first}{last}"}`, base(er.Text), 5000}, {`{pattern: "{#}{#}-{tier}"}`, base(er.Text), 200},
		{`{pattern: "{#}{n}"}`, base(er.Text), 500}, {"{choices: [a, b, c]}", base(er.Text), 3}, {"{}", base(er.Boolean), 2},
		{"{pattern: same}", base(er.Text), 20},
	} {
		s, err := parse(t, c.spec, c.typ)
		if err != nil {
			t.Fatal(err)
		}
		d, err := NewDistinct(s, c.n, chance.NewKey(3))
		if err != nil {
			t.Errorf("%s of %s: %v", c.spec, c.typ, err)
			continue
		}
		seen := map[string]bool{}
		for i := range c.n {
			seen[d.At(i)] = true
		}
		if int64(len(seen)) != c.n {
			t.Errorf("%s of %s: %d different texts of %d", c.spec, c.typ, len(seen), c.n)
		}
	}
}

func TestTooFewDistinctValuesIsAnError(t *testing.T) {
	for _, spec := range []string{"{from: 1, to: 9}", "{choices: [1, 2]}"} {
		s, _ := parse(t, spec, base(er.Integer))
		_, err := NewDistinct(s, 10, chance.NewKey(3))
		var few *TooFewError
		if !errors.As(err, &few) || few.Need != 10 {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

func TestWordsOnlyWhereTheyAreEnough(t *testing.T) {
	s, _ := parse(t, `{pattern: "{adjective} {noun}"}`, base(er.Text))
	few, _ := NewDistinct(s, 1000, chance.NewKey(1))
	many, _ := NewDistinct(s, 1_000_000, chance.NewKey(1))
	if hasDigit(few.At(7)) || !hasDigit(many.At(7)) {
		t.Errorf("%q of a thousand, %q of a million", few.At(7), many.At(7))
	}
}

func TestFaultsOfSpecs(t *testing.T) {
	for _, c := range []struct {
		spec string
		typ  er.Type
		want string
	}{
		{"{from: 5, to: 3}", base(er.Integer), "from 5 is above to 3"},
		{"{from: 1.5}", base(er.Integer), "digits behind the point"},
		{"{from: 99999999999}", base(er.Integer), "outside what the type can hold"},
		{"{to: x}", base(er.Integer), "is no number"},
		{"{from: 0.3}", base(er.Float), "multiple of 0.25"},
		{"{from: 2024-13-01}", base(er.Date), "is no date"},
		{"{share: 1.5}", base(er.Boolean), "is no share"},
		{"{choices: []}", base(er.Text), "no choices"},
		{"{choices: {a: 0}}", base(er.Text), "all weights are 0"},
		{"{choices: [a, a]}", base(er.Text), "appears twice"},
		{"{choices: {a: -1}}", base(er.Text), " is -1 ("},
		{`{pattern: "{fist}"}`, base(er.Text), "did you mean first"},
		{`{pattern: "{first"}`, base(er.Text), "{ without }"},
		{"{object: {a: {form: 1}}}", base(er.JSON), "unknown key"},
		{"{form: 1}", base(er.Integer), "did you mean from?"},
		{"{share: 1}", base(er.Integer), `unknown key "share"`},
		{"[1]", base(er.Integer), "must be a mapping"},
	} {
		if _, err := parse(t, c.spec, c.typ); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.spec, err, c.want)
		} else if !strings.Contains(err.Error(), "1:") {
			t.Errorf("%s: no place in %v", c.spec, err)
		}
	}
}

func TestFiguresReachTheSpec(t *testing.T) {
	s, err := parse(t, `{object: {a: {from: 1, to: 5}, b: {object: {c: {share: 0.5}}}, d: {choices: {x: 2}}}}`, base(er.JSON))
	if err != nil {
		t.Fatal(err)
	}
	copied := s.Clone()
	var names []string
	for _, f := range copied.Figures() {
		names = append(names, strings.Join(append(f.Path, f.Name, f.Print(*f.Value)), " "))
		*f.Value = 0
	}
	if got := strings.Join(names, "; "); got != "a from 1; a to 5; b c share 0.5; d x weight 2" {
		t.Error(got)
	}
	if *s.Figures()[0].Value != 1 || copied.Members[0].Spec.From != 0 {
		t.Error("Clone shares figures, or Figures does not reach the spec")
	}
}

func TestBuiltInWordsCanBePartedAndDiffer(t *testing.T) {
	for name, words := range builtIn {
		if repeats(words) {
			t.Errorf("list %s repeats a word", name)
		}
		for _, w := range words {
			if name != "mail" && strings.ContainsAny(w, " .-_@0123456789") {
				t.Errorf("list %s: %q", name, w)
			}
		}
	}
}
