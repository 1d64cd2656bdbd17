package heatmap

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"ercheck/reports/visible"
)

// Palette says which colours a terminal can show.
type Palette int

// The palettes. Without colour the figures alone are written.
const (
	NoColour Palette = iota
	Colours256
	TrueColour
)

// Options of the terminal form.
type Options struct {
	Palette Palette
	Width   int // columns of the terminal; below 40 counts as 80
}

// Terminal writes the matrix: a line for each row with its number and name, and
// columns headed by the same numbers. Columns that do not fit follow in further
// blocks.
func Terminal(w io.Writer, m Matrix, o Options) error {
	l := newLayout(m, o)
	var b strings.Builder
	for from := 0; from < len(m.Names); from += l.columns {
		if from > 0 {
			b.WriteByte('\n')
		}
		l.block(&b, from, min(from+l.columns, len(m.Names)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

type layout struct {
	Matrix
	palette Palette
	labels  []string // "12 full_cti" padded to one width
	label   int      // that width
	figures [][]string
	cell    int // width of a cell, with a space on either side
	columns int // cells that fit in a line
}

const smallest = 40

func newLayout(m Matrix, o Options) layout {
	if o.Width < smallest {
		o.Width = 80
	}
	l := layout{Matrix: m, palette: o.Palette, figures: m.figures()}
	l.cell = len(strconv.Itoa(len(m.Names))) + 2
	for _, row := range l.figures {
		for _, f := range row {
			l.cell = max(l.cell, visible.Width(f)+2)
		}
	}
	room := o.Width - len(m.Names)*l.cell
	if room < smallest/2 {
		room = o.Width / 2 // several blocks, so that names stay readable
	}
	l.labels = labels(m.names(), room)
	if len(l.labels) > 0 {
		l.label = visible.Width(l.labels[0])
	}
	l.columns = max((o.Width-l.label)/l.cell, 1)
	return l
}

// labels numbers the names and brings them to one width of at most room.
func labels(names []string, room int) []string {
	digits := len(strconv.Itoa(len(names)))
	widest := 0
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = visible.Fit(fmt.Sprintf("%*d %s", digits, i+1, name), room-1)
		widest = max(widest, visible.Width(out[i]))
	}
	for i := range out {
		out[i] = visible.Pad(out[i], widest+1)
	}
	return out
}

func (l layout) block(b *strings.Builder, from, to int) {
	head := strings.Repeat(" ", l.label)
	for j := from; j < to; j++ {
		head += l.centre(strconv.Itoa(j + 1))
	}
	b.WriteString(strings.TrimRight(head, " ") + "\n")
	for i := range l.Names {
		line := l.labels[i]
		for j := from; j < to; j++ {
			line += l.paint(i, j)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// centre pads to a cell's width, figures one to the right where it cannot be even.
func (l layout) centre(s string) string {
	free := l.cell - visible.Width(s)
	return strings.Repeat(" ", free-free/2) + s + strings.Repeat(" ", free/2)
}

func (l layout) paint(i, j int) string {
	s := l.centre(l.figures[i][j])
	share, ok := l.share(i, j)
	if !ok {
		return s
	}
	return Paint(s, share, l.palette)
}

// Paint puts s on the colour of a share, as one palette can show it.
func Paint(s string, share float64, p Palette) string {
	c := Viridis(share)
	switch p {
	case TrueColour:
		ink := c.Ink()
		return fmt.Sprintf("\x1b[48;2;%d;%d;%dm\x1b[38;2;%d;%d;%dm%s\x1b[0m", c.R, c.G, c.B, ink.R, ink.G, ink.B, s)
	case Colours256:
		n := c.xterm()
		return fmt.Sprintf("\x1b[48;5;%dm\x1b[38;5;%dm%s\x1b[0m", n, fixed(n).Ink().xterm(), s)
	}
	return s
}

// Scale gives a line that shows the colours from 0 to max; "" without colour.
func Scale(p Palette, max float64) string {
	if p == NoColour {
		return ""
	}
	var b strings.Builder
	b.WriteString("0 ")
	const steps = 24
	for i := range steps {
		b.WriteString(Paint(" ", float64(i)/(steps-1), p))
	}
	return b.String() + " " + strconv.FormatFloat(max, 'f', -1, 64)
}
