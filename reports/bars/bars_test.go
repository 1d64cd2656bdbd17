package bars

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

var parts = []Part{{"agree", "a", "#111", "#fff"}, {"differ", "d", "#222", "#000"}, {"failed", "f", "#333", "#000"}}

func draw(t *testing.T, c Chart) string {
	t.Helper()
	var b strings.Builder
	if err := SVG(&b, c); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(strings.NewReader(b.String()))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return b.String()
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestGolden(t *testing.T) {
	got := draw(t, Chart{Title: "Agreement", Axis: "pairs", Max: 45, Parts: parts, Bars: []Bar{
		{"q1", "How many?", []float64{45, 0, 0}}, {"q2", "Who?", []float64{20, 15.5, 9.5}}, {"q3", "", []float64{0, 0, 45}}}})
	path := filepath.Join("testdata", "bars.golden")
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
		t.Errorf("-want +got, -update writes it anew:\n%s", diff)
	}
}

func TestTicks(t *testing.T) {
	for most, want := range map[float64]string{45: "[0 10 20 30 45]", 3: "[0 1 2 3]", 1: "[0 1]", 0.5: "[0 0.1 0.2 0.30000000000000004 0.4 0.5]", 100: "[0 20 40 60 80 100]",
		0: "[0]", -1: "[0]", 19900: "[0 5000 10000 15000 19900]"} {
		if got := fmt.Sprint(ticks(most)); got != want {
			t.Errorf("of %v: %s, want %s", most, got, want)
		}
	}
	if got := ticks(math.NaN()); len(got) != 1 {
		t.Errorf("of NaN: %v", got)
	}
}

// Values, names and numbers of bars may be anything.
func TestOddCharts(t *testing.T) {
	var many []Bar
	for i := range 300 {
		many = append(many, Bar{Name: fmt.Sprint("question_", i), Values: []float64{1, 2, 3}})
	}
	hostile := `</text><script>"&` + "\x00\u202e" + strings.Repeat("x", 1000)
	for name, c := range map[string]Chart{
		"none":    {},
		"no pair": {Parts: parts, Bars: []Bar{{Name: "q", Values: []float64{0, 0, 0}}}},
		"odd":     {Parts: parts, Max: 3, Bars: []Bar{{Name: "q", Values: []float64{math.NaN(), math.Inf(1), -1}}, {}, {Values: []float64{9}}}},
		"hostile": {Title: hostile, Axis: hostile, Max: 3, Parts: parts, Bars: []Bar{{hostile, hostile, []float64{1, 1, 1}}}},
		"many":    {Parts: parts, Max: 6, Bars: many},
	} {
		got := draw(t, c)
		if strings.Contains(got, "<script") || strings.Contains(got, "NaN") || strings.Contains(got, "Inf") || strings.Contains(got, `"-`) {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}
