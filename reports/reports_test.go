package reports

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ercheck/appliance/record"
	"ercheck/reports/heatmap"
	"ercheck/reports/visible"

	"github.com/google/go-cmp/cmp"
)

var (
	update = flag.Bool("update", false, "write the golden files anew")
	pages  = flag.String("pages", "", "folder to write the tests' pages to, for looking at them")
)

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got, -update writes it anew):\n%s", name, diff)
	}
}

// html writes the page and, if asked, keeps it to be looked at.
func html(t *testing.T, name string, in Input) string {
	t.Helper()
	var b bytes.Buffer
	if err := HTML(&b, in); err != nil {
		t.Fatal(err)
	}
	if *pages != "" {
		if err := os.WriteFile(filepath.Join(*pages, name+".html"), b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func jsonText(t *testing.T, in Input) string {
	t.Helper()
	var b strings.Builder
	if err := JSON(&b, in); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func terminal(t *testing.T, in Input, o TerminalOptions) string {
	t.Helper()
	var b strings.Builder
	if err := Terminal(&b, in, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func oneModel() Input { return plausible(7, []string{"lexical"}, 1) }

func twoModels() Input {
	return plausible(8, []string{"ollama:qwen3-coder:30b", "anthropic:claude-opus"}, 2)
}

func TestJSONGolden(t *testing.T) {
	golden(t, "report.json", jsonText(t, cut(oneModel(), 3, 4)))
}

func TestSummaryGolden(t *testing.T) {
	s := Summarize(twoModels())
	s.Report = "/home/user/report.html"
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "summary.json", string(text)+"\n")
}

func TestTerminalGolden(t *testing.T) {
	o := TerminalOptions{Width: 80, Report: "/home/user/report.html"}
	golden(t, "terminal.txt", terminal(t, oneModel(), o))
	golden(t, "terminal-two-models.txt", terminal(t, cut(twoModels(), 4, 3), TerminalOptions{Width: 100}))
	o.Palette = heatmap.TrueColour
	golden(t, "terminal-colour.txt", terminal(t, cut(oneModel(), 4, 3), o))
}

// The contract's fields, under their names and of their kinds.
func TestJSONHasTheContractsFields(t *testing.T) {
	in := cut(oneModel(), 3, 4)
	var d struct {
		Run              string                        `json:"run"`
		Variants         []string                      `json:"variants"`
		Questions        []string                      `json:"questions"`
		PSS              map[string]map[string]float64 `json:"pss"`
		Literal          map[string]map[string]float64 `json:"pss_literal"`
		Flips            map[string]map[string]float64 `json:"flips"`
		AverageAgreement *float64                      `json:"average_agreement"`
		Scores           []struct {
			Question      string
			QAS, QDS, QMS *float64
		} `json:"questions_scores"`
		Accuracy       *float64       `json:"accuracy"`
		RobustAccuracy *float64       `json:"robust_accuracy"`
		Reachable      *float64       `json:"reachable"`
		SchemaGap      *float64       `json:"schema_gap"`
		Validity       *float64       `json:"validity"`
		Labels         map[string]int `json:"labels"`
		Cells          []struct {
			Question, Variant string
			Repeat            *int
			Outcome           string
			SQL, Digest       *string
			RowCount          *int64 `json:"row_count"`
			Correct           *bool
			Label             *string
		} `json:"cells"`
	}
	if err := json.Unmarshal([]byte(jsonText(t, in)), &d); err != nil {
		t.Fatal(err)
	}
	if d.Run != in.Run.ID || len(d.Variants) != 3 || len(d.Questions) != 4 || len(d.Cells) != 12 || len(d.Scores) != 4 {
		t.Errorf("run %q, %d variants, %d questions, %d cells, %d scores",
			d.Run, len(d.Variants), len(d.Questions), len(d.Cells), len(d.Scores))
	}
	for _, v := range d.Variants {
		if len(d.PSS[v]) != 3 || len(d.Literal[v]) != 3 || len(d.Flips[v]) != 3 {
			t.Errorf("matrices of %s: %v, %v, %v", v, d.PSS[v], d.Literal[v], d.Flips[v])
		}
	}
	for _, f := range []*float64{d.AverageAgreement, d.Accuracy, d.RobustAccuracy, d.Reachable, d.SchemaGap, d.Validity} {
		if f == nil {
			t.Error("a headline figure is missing")
		}
	}
	for _, s := range d.Scores {
		if s.Question == "" || s.QAS == nil || s.QDS == nil || s.QMS == nil || *s.QAS+*s.QDS+*s.QMS != 3 {
			t.Errorf("question scores %+v", s)
		}
	}
	for _, c := range d.Cells {
		if c.Outcome == "" || c.Repeat == nil || c.SQL == nil || c.Digest == nil || c.RowCount == nil || c.Correct == nil || c.Label == nil {
			t.Errorf("cell %+v lacks a field", c)
		}
	}
	if len(d.Labels) == 0 {
		t.Error("no labels, though some answers are labelled")
	}
}

// A run may be cut off, odd or empty: every writer gives something, and in JSON
// what is undefined is null and no list is.
func TestOddRuns(t *testing.T) {
	few := cut(oneModel(), 3, 4)
	unfinished := few.Run
	unfinished.Status, unfinished.Ended = record.Unfinished, few.Run.Started.AddDate(0, 0, -1)
	unproved := few.Run
	unproved.Proof = record.Proof{Skipped: true}
	strange := slices.Clone(few.Cells)
	strange[0].Outcome, strange[1].Variant, strange[2].Repeat = "unheard_of", "nowhere", 9
	strange[3].RowCount, strange[4].Digests = -5, record.Digests{}
	for name, in := range map[string]Input{
		"zero":        {},
		"no cells":    New(few.Run, nil, nil),
		"unfinished":  New(unfinished, few.Cells[:5], few.Samples[:1]),
		"unproved":    New(unproved, few.Cells, few.Samples),
		"disproved":   New(record.Run{Models: []string{"m"}}, nil, nil),
		"one variant": cut(oneModel(), 1, 4),
		"strange":     New(few.Run, append(strange, strange[5]), nil),
	} {
		t.Run(name, func(t *testing.T) {
			checkPage(t, html(t, "odd "+name, in))
			checkMarkdown(t, markdownText(t, in))
			checkCSV(t, in)
			if got := terminal(t, in, TerminalOptions{}); !strings.Contains(got, "equivalence") {
				t.Errorf("no word on equivalence in\n%s", got)
			}
			if text := jsonText(t, in); strings.Contains(text, `"notes": null`) {
				t.Error("no notes are null and not a list")
			}
			var d map[string]any
			if err := json.Unmarshal([]byte(jsonText(t, in)), &d); err != nil {
				t.Fatal(err)
			}
			for _, key := range []string{"variants", "questions", "models", "cells", "notes", "events"} {
				if _, ok := d[key].([]any); !ok {
					t.Errorf("%s is %v", key, d[key])
				}
			}
		})
	}
}

func TestEquivalenceIsSaid(t *testing.T) {
	for want, p := range map[string]record.Proof{
		"equivalence holds: 210 views, 150 gold answers checked":      {Holds: true, ViewsChecked: 210, GoldChecked: 150},
		"equivalence holds: 1 view, 0 gold answers checked":           {Holds: true, ViewsChecked: 1},
		"equivalence holds: 2 views, 1 table, 3 gold answers checked": {Holds: true, ViewsChecked: 2, TablesChecked: 1, GoldChecked: 3},
		"equivalence not proved: --no-verify":                         {Skipped: true},
		"equivalence does not hold":                                   {},
	} {
		if got := proofLine(p); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestTerminalFitsItsWidth(t *testing.T) {
	for _, width := range []int{48, 60, 80, 132} {
		for _, line := range strings.Split(terminal(t, twoModels(), TerminalOptions{Width: width}), "\n") {
			if visible.Width(line) > width {
				t.Errorf("%d columns of %d: %q", visible.Width(line), width, line)
			}
		}
	}
}

// The paper's figures belong to its questions; other sets are not compared.
func TestPaperIsOnlyForItsQuestions(t *testing.T) {
	in := oneModel()
	if page := html(t, "one", in); !strings.Contains(page, "Gemini 3 Flash") || !strings.Contains(page, "are constants") {
		t.Error("the paper's averages or their caveat are missing")
	}
	in.Run.Set = "more"
	if page := html(t, "more", in); strings.Contains(page, "Gemini") {
		t.Error("the paper's averages stand beside other questions")
	}
}

func TestUnits(t *testing.T) {
	for got, want := range map[string]string{
		size(0): "0 bytes", size(1023): "1023 bytes", size(1024): "1 kB", size(256 << 20): "256 MB", size(1536 << 20): "1.5 GB",
		thousands(0): "0", thousands(999): "999", thousands(1000): "1,000", thousands(-1234567): "-1,234,567",
		duration(0): "0 ms", duration(-1): "–", duration(2_700_000): "2.7 ms", duration(1_150_000_000): "1.15 s",
		duration(247_000_000_000): "4 min 7 s", duration(7_500_000_000_000): "2 h 5 min",
		letter(0): "A", letter(25): "Z", letter(26): "A2", letter(53): "B3",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
