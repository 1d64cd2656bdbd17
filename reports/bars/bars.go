// Package bars draws stacked bars side by side as SVG, one for each name, with
// an axis and a legend.
//
//  1. Parts are stacked in their order, the first at the bottom.
//  2. The axis goes from 0 to the given maximum in round steps.
//  3. A part that is high enough has its figure in it, so that no meaning is in
//     the colour alone; every part says its name and figure when pointed at.
//
// It knows nothing of runs and scores: names and figures are given.
package bars

import (
	"fmt"
	"html"
	"io"
	"math"
	"strconv"
	"strings"

	"ercheck/reports/visible"
)

// Chart is what is drawn. Values that are no positive number count as 0.
type Chart struct {
	Title string // what the picture shows, for those who do not see it
	Axis  string // what is counted
	Max   float64
	Parts []Part
	Bars  []Bar
}

// Part is one of the parts that every bar has. Class is for the page's style;
// Fill is its colour where there is none, Ink that of its figures.
type Part struct{ Name, Class, Fill, Ink string }

// Bar is one stack: a value for each part.
type Bar struct {
	Name, Long string // Long is said when the bar is pointed at
	Values     []float64
}

// Sizes in pixels.
const (
	leftRoom  = 52
	topRoom   = 34 // for the legend
	plot      = 220
	nameRoom  = 34
	labelRoom = 96 // for names written upwards
	font      = 12
	many      = 40 // with more bars they are thin and bare
)

type drawing struct {
	Chart
	step, bar     int // from bar to bar, and the width of one
	width, height int
	upward        bool // names are written upwards
}

// SVG writes the chart as an svg element that may shrink to seven tenths.
func SVG(w io.Writer, c Chart) error {
	d := newDrawing(c)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="bars" role="img" viewBox="0 0 %d %d" style="max-width:%dpx;min-width:%dpx" font-size="%d">`,
		d.width, d.height, d.width, d.width*7/10, font)
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(visible.Line(c.Title)))
	d.legend(&b)
	d.axis(&b)
	for i, bar := range c.Bars {
		d.draw(&b, i, bar)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func newDrawing(c Chart) drawing {
	d := drawing{Chart: c, step: 56, bar: 40}
	switch n := len(c.Bars); {
	case n > many:
		d.step, d.bar = 12, 10
	case n > 20:
		d.step, d.bar = 34, 26
	}
	room := nameRoom
	for _, bar := range c.Bars {
		if visible.Width(shortName(bar.Name))*font*6/10 > d.step-4 {
			d.upward, room = true, labelRoom
		}
	}
	d.width = max(leftRoom+d.step*len(c.Bars)+8, 360)
	d.height = topRoom + plot + room
	return d
}

func shortName(s string) string {
	s, _ = visible.Cut(s, 200)
	return visible.Fit(visible.Line(s), 14)
}

// y is the height of a value.
func (d drawing) y(v float64) float64 {
	if !(d.Max > 0) {
		return topRoom + plot
	}
	return topRoom + plot*(1-min(v/d.Max, 1))
}

func (d drawing) legend(b *strings.Builder) {
	x := leftRoom
	for _, p := range d.Parts {
		fmt.Fprintf(b, `<rect class="%s" fill="%s" x="%d" y="6" width="14" height="12"/>`, p.Class, p.Fill, x)
		fmt.Fprintf(b, `<text fill="currentColor" x="%d" y="16">%s</text>`+"\n", x+19, html.EscapeString(p.Name))
		x += 19 + visible.Width(p.Name)*font*6/10 + 18
	}
}

func (d drawing) axis(b *strings.Builder) {
	for _, v := range ticks(d.Max) {
		y := d.y(v)
		fmt.Fprintf(b, `<path class="tick" stroke="currentColor" stroke-opacity=".25" d="M%d %.1fH%d"/>`, leftRoom-4, y, d.width)
		fmt.Fprintf(b, `<text fill="currentColor" text-anchor="end" x="%d" y="%.1f">%s</text>`+"\n", leftRoom-8, y+4, figure(v))
	}
	fmt.Fprintf(b, `<text fill="currentColor" text-anchor="middle" transform="translate(12 %d) rotate(-90)">%s</text>`+"\n",
		topRoom+plot/2, html.EscapeString(visible.Line(d.Axis)))
}

// ticks are 0, the maximum, and round values between with room for a label.
func ticks(most float64) []float64 {
	if !(most > 0) || math.IsInf(most, 0) {
		return []float64{0}
	}
	step := math.Pow(10, math.Floor(math.Log10(most)))
	for _, part := range []float64{10, 5, 2} {
		if most/(step/part) <= 6 {
			step /= part
			break
		}
	}
	if most == math.Trunc(most) {
		step = max(step, 1) // what is counted in whole pieces has no tick between
	}
	var all []float64
	for i := 0; float64(i)*step < most-step*.6; i++ {
		all = append(all, float64(i)*step)
	}
	return append(all, most)
}

func (d drawing) draw(b *strings.Builder, i int, bar Bar) {
	x := leftRoom + i*d.step + (d.step-d.bar)/2
	sum := 0.0
	for k, p := range d.Parts {
		v := 0.0
		if k < len(bar.Values) && bar.Values[k] > 0 && !math.IsInf(bar.Values[k], 0) {
			v = bar.Values[k]
		}
		d.part(b, x, sum, v, p, bar)
		sum += v
	}
	d.name(b, x+d.bar/2, bar)
}

func (d drawing) part(b *strings.Builder, x int, from, v float64, p Part, bar Bar) {
	top, bottom := d.y(from+v), d.y(from)
	if bottom-top < .05 {
		return
	}
	fmt.Fprintf(b, `<g><title>%s</title><rect class="%s" fill="%s" x="%d" y="%.1f" width="%d" height="%.1f"/>`,
		html.EscapeString(visible.Line(bar.Name)+": "+figure(v)+" "+p.Name), p.Class, p.Fill, x, top, d.bar, bottom-top)
	if bottom-top > font+2 && len(d.Bars) <= many {
		fmt.Fprintf(b, `<text class="%s figure" fill="%s" text-anchor="middle" x="%d" y="%.1f">%s</text>`, p.Class, p.Ink, x+d.bar/2, (top+bottom)/2+4, figure(v))
	}
	b.WriteString("</g>\n")
}

func (d drawing) name(b *strings.Builder, x int, bar Bar) {
	y := topRoom + plot + 18
	place := fmt.Sprintf(`text-anchor="middle" x="%d" y="%d"`, x, y)
	if d.upward {
		place = fmt.Sprintf(`text-anchor="end" transform="translate(%d %d) rotate(-90)"`, x+4, y-10)
	}
	fmt.Fprintf(b, `<text fill="currentColor" %s>%s<title>%s</title></text>`+"\n", place,
		html.EscapeString(shortName(bar.Name)), html.EscapeString(visible.Line(bar.Long)))
}

func figure(v float64) string {
	if v == math.Trunc(v) {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'f', 1, 64)
}
