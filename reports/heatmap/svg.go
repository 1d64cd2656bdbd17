package heatmap

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"

	"ercheck/reports/visible"
)

// Picture says how a matrix is drawn as SVG.
type Picture struct {
	Title string // what the picture shows, for those who do not see it
	// Tip gives what is said about row i and column j; nil for nothing.
	Tip func(i, j int) string
	// Pick is written as data-pick, "" for none: by it a page's script knows the
	// picture, whose g elements are the cells, row by row.
	Pick string
}

// Beyond these many rows the cells are small and bare, so that hundreds of
// variants still make a picture that a browser can hold.
const (
	roomy = 30
	large = 64
)

// SVG writes the matrix as an svg element that may shrink to seven tenths of its
// size, which can still be read. Labels take the page's colour (currentColor) and font.
func SVG(w io.Writer, m Matrix, p Picture) error {
	d := newDrawing(m, p)
	var b strings.Builder
	pick := ""
	if p.Pick != "" {
		pick = fmt.Sprintf(` data-pick="%s"`, html.EscapeString(visible.Line(p.Pick)))
	}
	fmt.Fprintf(&b, `<svg class="heatmap"%s role="img" viewBox="0 0 %d %d" style="max-width:%dpx;min-width:%dpx" font-size="%d">`,
		pick, d.width, d.height, d.width, d.width*7/10, d.font)
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(visible.Line(p.Title)))
	names := m.names()
	for i, name := range names {
		d.rowLabel(&b, i, name)
		d.columnLabel(&b, i, name)
	}
	for i := range names {
		for j := range names {
			d.cell(&b, i, j)
		}
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

type drawing struct {
	Matrix
	Picture
	figures       [][]string
	cw, ch        int // size of a cell
	left, top     int // where the cells begin
	width, height int
	font          int
}

const maxLabel = 32 // characters of a name

func newDrawing(m Matrix, p Picture) drawing {
	d := drawing{Matrix: m, Picture: p, figures: m.figures(), cw: 44, ch: 32, font: 13}
	if len(m.Names) > roomy {
		d.cw, d.ch, d.font = 16, 14, 10
	}
	widest := 4
	for _, name := range m.names() {
		widest = max(widest, min(visible.Width(name), maxLabel))
	}
	label := widest*d.font*6/10 + 12
	d.left, d.top = label, label*7/10+d.font
	d.width = d.left + len(m.Names)*d.cw + label*7/10
	d.height = d.top + len(m.Names)*d.ch + 4
	return d
}

func (d drawing) rowLabel(b *strings.Builder, i int, name string) {
	fmt.Fprintf(b, `<text class="name" fill="currentColor" text-anchor="end" x="%d" y="%d">%s</text>`+"\n",
		d.left-6, d.top+i*d.ch+d.ch/2+d.font/3, html.EscapeString(visible.Fit(name, maxLabel)))
}

func (d drawing) columnLabel(b *strings.Builder, j int, name string) {
	x, y := d.left+j*d.cw+d.cw/2, d.top-6
	fmt.Fprintf(b, `<text class="name" fill="currentColor" transform="translate(%d %d) rotate(-45)">%s</text>`+"\n",
		x, y, html.EscapeString(visible.Fit(name, maxLabel)))
}

func (d drawing) cell(b *strings.Builder, i, j int) {
	x, y := d.left+j*d.cw, d.top+i*d.ch
	share, ok := d.share(i, j)
	fill, ink := "none", "currentColor"
	if ok {
		c := Viridis(share)
		fill, ink = c.Hex(), c.Ink().Hex()
	}
	b.WriteString("<g>")
	if d.Tip != nil && len(d.Names) <= large {
		fmt.Fprintf(b, "<title>%s</title>", html.EscapeString(visible.Line(d.Tip(i, j))))
	}
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, x, y, d.cw-1, d.ch-1, fill)
	if len(d.Names) <= roomy {
		fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle" fill="%s">%s</text>`,
			x+d.cw/2, y+d.ch/2+d.font/3, ink, d.figures[i][j])
	}
	b.WriteString("</g>\n")
}

// Legend writes a bar with the colours from 0 to max as an svg element.
func Legend(w io.Writer, max float64) error {
	const steps, width = 48, 5
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="legend" role="img" viewBox="0 0 %d 16" width="%d" height="16" font-size="12">`,
		steps*width+64, steps*width+64)
	fmt.Fprintf(&b, `<title>colours from 0 to %s</title><text fill="currentColor" x="0" y="12">0</text>`, number(max))
	for i := range steps {
		fmt.Fprintf(&b, `<rect x="%d" y="1" width="%d" height="14" fill="%s"/>`,
			14+i*width, width+1, Viridis(float64(i)/(steps-1)).Hex())
	}
	fmt.Fprintf(&b, `<text fill="currentColor" x="%d" y="12">%s</text></svg>`+"\n", steps*width+21, number(max))
	_, err := io.WriteString(w, b.String())
	return err
}

func number(v float64) string {
	if v == math.Trunc(v) {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.1f", v)
}
