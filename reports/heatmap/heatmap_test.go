package heatmap

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ercheck/reports/visible"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files anew")

func small() Matrix {
	return Matrix{
		Names:  []string{"alpha", "beta_with_a_long_name", "c"},
		Values: [][]float64{{15, 7, 0}, {7, 14, 3}, {0, 3, math.NaN()}},
		Max:    15,
	}
}

func TestTerminalGolden(t *testing.T) {
	for name, o := range map[string]Options{
		"plain": {Palette: NoColour, Width: 80},
		"256":   {Palette: Colours256, Width: 80},
		"true":  {Palette: TrueColour, Width: 80},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			if err := Terminal(&b, small(), o); err != nil {
				t.Fatal(err)
			}
			b.WriteString(Scale(o.Palette, 15) + "\n")
			golden(t, name+".golden", b.String())
		})
	}
}

func TestSVGGolden(t *testing.T) {
	var b strings.Builder
	tip := func(i, j int) string { return fmt.Sprintf("%d and %d", i, j) }
	if err := SVG(&b, small(), Picture{Title: "Agreement", Tip: tip, Pick: "0"}); err != nil {
		t.Fatal(err)
	}
	if err := Legend(&b, 15); err != nil {
		t.Fatal(err)
	}
	golden(t, "svg.golden", b.String())
}

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

func TestViridis(t *testing.T) {
	if got := Viridis(0).Hex() + Viridis(0.5).Hex() + Viridis(1).Hex(); got != "#440154#21918c#fde725" {
		t.Errorf("ends and middle are %s", got)
	}
	if Viridis(-3) != Viridis(0) || Viridis(7) != Viridis(1) || Viridis(math.NaN()) != Viridis(0) {
		t.Error("shares outside 0 to 1 are not held at the ends")
	}
	last := -1.0
	for i := range 1001 {
		c := Viridis(float64(i) / 1000)
		if c.luminance() < last-0.002 { // rounding to 8 bits
			t.Fatalf("%d/1000 is darker than what is below it", i)
		}
		last = c.luminance()
		if got := c.Contrast(c.Ink()); got < 4.5 {
			t.Fatalf("contrast of the figure at %d/1000 is %.2f", i, got)
		}
	}
	if got := (Colour{}).Contrast(Colour{255, 255, 255}); math.Abs(got-21) > 1e-9 {
		t.Errorf("contrast of black and white is %v, want 21", got)
	}
}

// Every step of the scale gets the nearest of the 240 colours, found by trying all.
func TestXterm(t *testing.T) {
	far := func(c Colour, n int) int {
		f := fixed(n)
		return c.distance(int(f.R), int(f.G), int(f.B))
	}
	for i := range 101 {
		c := Viridis(float64(i) / 100)
		best := 16
		for n := 16; n < 256; n++ {
			if far(c, n) < far(c, best) {
				best = n
			}
		}
		if got := c.xterm(); far(c, got) != far(c, best) {
			t.Fatalf("%s is %d, nearer is %d", c.Hex(), got, best)
		} else if ink := fixed(got); ink.Contrast(ink.Ink()) < 4.5 {
			t.Fatalf("contrast on colour %d is %.2f", got, ink.Contrast(ink.Ink()))
		}
	}
	for c, want := range map[Colour]int{{}: 16, {255, 255, 255}: 231, {128, 128, 128}: 244} {
		if got := c.xterm(); got != want {
			t.Errorf("%s is %d, want %d", c.Hex(), got, want)
		}
	}
}

func anyMatrix(t *rapid.T) Matrix {
	m := Matrix{Max: float64(rapid.IntRange(0, 30).Draw(t, "max"))}
	for range rapid.IntRange(0, 14).Draw(t, "n") {
		m.Names = append(m.Names, rapid.String().Draw(t, "name"))
	}
	for range m.Names {
		row := rapid.SliceOfN(rapid.Float64Range(0, 30), len(m.Names), len(m.Names)).Draw(t, "row")
		m.Values = append(m.Values, row)
	}
	return m
}

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestTerminalFitsItsWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyMatrix(t)
		o := Options{Width: rapid.IntRange(40, 200).Draw(t, "width"), Palette: TrueColour}
		var coloured, plain strings.Builder
		if err := Terminal(&coloured, m, o); err != nil {
			t.Fatal(err)
		}
		o.Palette = NoColour
		if err := Terminal(&plain, m, o); err != nil {
			t.Fatal(err)
		}
		if got := trimLines(escape.ReplaceAllString(coloured.String(), "")); got != plain.String() {
			t.Fatalf("with colour it reads\n%s\nwithout\n%s", got, plain.String())
		}
		for _, line := range strings.Split(plain.String(), "\n") {
			if visible.Width(line) > o.Width {
				t.Fatalf("%d columns of %d: %q", visible.Width(line), o.Width, line)
			}
		}
	})
}

func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func TestTerminalShowsEveryFigure(t *testing.T) {
	m := Matrix{Max: 99}
	for i := range 25 {
		m.Names = append(m.Names, fmt.Sprintf("variant_%d", i))
		row := make([]float64, 25)
		for j := range row {
			row[j] = float64(i + j)
		}
		m.Values = append(m.Values, row)
	}
	var b strings.Builder
	if err := Terminal(&b, m, Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	for i := range 25 {
		var figures []string
		for _, line := range strings.Split(b.String(), "\n") {
			if f := strings.Fields(line); len(f) > 2 && f[1] == fmt.Sprintf("variant_%d", i) {
				figures = append(figures, f[2:]...)
			}
		}
		if len(figures) != 25 || figures[24] != fmt.Sprint(i+24) {
			t.Errorf("row %d reads %v", i, figures)
		}
	}
}

// Whatever the names are, the SVG is well-formed and holds only what was meant.
func TestSVGIsWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyMatrix(t)
		title := rapid.String().Draw(t, "title") + "</title><script>\x00\xff"
		var b strings.Builder
		if err := SVG(&b, m, Picture{Title: title, Tip: func(i, j int) string { return m.Names[i] + m.Names[j] }}); err != nil {
			t.Fatal(err)
		}
		rects := 0
		d := xml.NewDecoder(strings.NewReader(b.String()))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, b.String())
			}
			if e, ok := token.(xml.StartElement); ok {
				switch e.Name.Local {
				case "rect":
					rects++
				case "svg", "g", "text", "title":
				default:
					t.Fatalf("element %s", e.Name.Local)
				}
			}
		}
		if rects != len(m.Names)*len(m.Names) {
			t.Fatalf("%d cells of %d names", rects, len(m.Names))
		}
	})
}

func TestManyVariantsStaySmall(t *testing.T) {
	m := Matrix{Max: 15}
	for i := range 200 {
		m.Names = append(m.Names, fmt.Sprintf("sample_%03d", i))
		m.Values = append(m.Values, make([]float64, 200))
	}
	var b strings.Builder
	tip := func(i, j int) string { return m.Names[i] + " and " + m.Names[j] }
	if err := SVG(&b, m, Picture{Tip: tip}); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 4<<20 {
		t.Errorf("%d bytes for 200 variants", b.Len())
	}
}
