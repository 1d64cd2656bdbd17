package lexical

import (
	"strings"
	"testing"
)

func TestMarkedTokens(t *testing.T) {
	tests := []struct{ question, want string }{
		{"", ""},
		{"How many, in 2024-05-01?", "how many , in 2024-05-01 ."},
		{"named 'North Gate', or “Süd”.", "named [north gate] , or [süd] ."},
		{"the depot's half-full box_es", "the depot half full box es"},
		{"don't 'open", "don't open"},
	}
	for _, tt := range tests {
		text, raw, quoted := markedTokens(tt.question)
		var out []string
		for i, w := range text {
			if quoted[i] {
				w = "[" + w + "]"
			}
			if !strings.EqualFold(raw[i], text[i]) {
				t.Errorf("%q: token %q was given as %q", tt.question, text[i], raw[i])
			}
			out = append(out, w)
		}
		if got := strings.Join(out, " "); got != tt.want {
			t.Errorf("%q gives %q, want %q", tt.question, got, tt.want)
		}
	}
}

func TestIsDate(t *testing.T) {
	for s, want := range map[string]bool{
		"2024-05-01": true, "2024-02-28": true, "2024-01-29": true, "2023-02-29": false, "2024-13-01": false, "2024-00-10": false,
		"2024-04-00": false, "2024-02-29": true, "2024-12-31": true, "0000-01-01": false, "2024/05/01": false, "24-05-01": false, "": false, "2024-05-1x": false, "9999-00-29": false,
	} {
		if got := isDate(s); got != want {
			t.Errorf("isDate(%q) = %v, want %v", s, got, want)
		}
	}
}

// What cannot be compared is no condition, so that the answer runs.
func TestImpossibleConditionsAreLeftOut(t *testing.T) {
	const dump = `CREATE TYPE size AS ENUM ('small', 'large');
		CREATE TABLE boxes (box_id integer PRIMARY KEY, label text NOT NULL, height integer NOT NULL, size size NOT NULL, made_on date NOT NULL);
		CREATE TABLE lids (lid_id text PRIMARY KEY, box_id integer);`
	const all = "SELECT t1.box_id FROM boxes AS t1 ORDER BY t1.box_id"
	tests := []struct{ question, want string }{
		{"Which boxes have the size 'huge'?", all},
		{"Which boxes have the size LARGE?", "SELECT t1.box_id FROM boxes AS t1 WHERE t1.size = 'large' ORDER BY t1.box_id"},
		{"Which boxes have a label of more than 3?", all},
		{"Which boxes were made after 2024-02-31?", all},
		{"Which boxes have a height over 1.2.3?", "SELECT t1.box_id FROM boxes AS t1 WHERE t1.height IS NOT NULL ORDER BY t1.box_id"},
		{"Which boxes have the label O'Neill?", `SELECT t1.box_id FROM boxes AS t1 WHERE t1.label = 'O''Neill' ORDER BY t1.box_id`},
	}
	for _, tt := range tests {
		if got := Translate(dump, tt.question); got != tt.want {
			t.Errorf("%s\ngives %s\nwant  %s", tt.question, got, tt.want)
		}
	}
}

// Columns of different types are never compared.
func TestKeysOfOtherTypesAreNotJoined(t *testing.T) {
	const dump = `CREATE TABLE boxes (box_id text PRIMARY KEY, height integer NOT NULL);
		CREATE TABLE lids (lid_id integer PRIMARY KEY, box_id integer NOT NULL, colour text NOT NULL);`
	for _, question := range []string{"How many lids has each box?", "For each box, return the height and the number of lids.", "Which boxes have red lids with the colour 'red'?"} {
		if got := Translate(dump, question); strings.Contains(got, "lids") && strings.Contains(got, "boxes") {
			t.Errorf("%s\ngives %s", question, got)
		}
	}
}

func TestScaled(t *testing.T) {
	tests := []struct {
		n, unit, attribute, want string
	}{
		{"90", "minute", "duration", "5400"},
		{"90", "minute", "duration minute", "90"},
		{"2", "hour", "duration minute", "120"},
		{"90", "second", "duration minute", "1.5"},
		{"900", "kg", "weight kg", "900"},
		{"1.5", "hour", "duration", "5400"},
	}
	for _, tt := range tests {
		c := condition{attr: &attribute{words: strings.Fields(tt.attribute)}, unit: tt.unit}
		if got := c.scaled(tt.n); got != tt.want {
			t.Errorf("%s %s of %s is %s, want %s", tt.n, tt.unit, tt.attribute, got, tt.want)
		}
	}
}
