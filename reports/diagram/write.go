package diagram

import (
	"fmt"
	"html"
	"strings"
)

func (p *picture) write(b *strings.Builder, attributes, begin string) {
	w, h := p.width, p.height+2*margin
	fmt.Fprintf(b, `<svg class="er" role="img" viewBox="0 %d %d %d" style="max-width:%dpx;min-width:%dpx" font-size="%d"%s>`,
		-margin, w, h, w, w*7/10, lineFont, attributes)
	b.WriteString(begin)
	fmt.Fprintf(b, "<title>E/R diagram: %d entity types and their relationships</title>\n", p.types())
	for _, l := range p.links {
		for _, e := range l.ends {
			p.line(b, e)
		}
	}
	for _, t := range p.trees {
		t.root.walk(func(n *node) { n.trunk(b) })
	}
	for _, t := range p.trees {
		t.root.walk(func(n *node) { n.write(b) })
	}
	for _, l := range p.links {
		p.pill(b, l)
	}
	b.WriteString("</svg>\n")
}

func (p *picture) types() (n int) {
	for _, t := range p.trees {
		t.root.walk(func(*node) { n++ })
	}
	return n
}

// edge is where a half of a channel begins (at the column) and ends (where the
// relationships are).
func (p *picture) edge(channel, half int) (column, stub, middle int) {
	c := p.channels[channel]
	inner := c.x + c.stub[left] + max(c.bend[left], margin)
	if half == left {
		return c.x, c.x + c.stub[left], inner
	}
	inner += c.w
	return inner + max(c.bend[right], margin) + c.stub[right], inner + max(c.bend[right], margin), inner
}

// line draws an end's line from the box to the relationship, with its label.
func (p *picture) line(b *strings.Builder, e *end) {
	x := e.node.x
	if e.side == right {
		x += e.node.w
	}
	var path strings.Builder
	fmt.Fprintf(&path, "M%d %d", x, e.y)
	outward := true // from the column to the channel's middle, then from there on
	e.each(func(channel, half, edge, middle int) {
		_, stub, inner := p.edge(channel, half)
		if outward {
			curve(&path, stub, edge, inner, middle)
		} else {
			curve(&path, inner, middle, stub, edge)
		}
		outward = !outward
	})
	l := e.link
	_, _, inner := p.edge(l.channel, e.inSide())
	gap := (p.channels[l.channel].w-l.w)/2 + tip*2*max(e.pill-l.middle(), l.middle()-e.pill)/pillHeight
	if e.inSide() == right {
		gap = -gap
	}
	fmt.Fprintf(&path, "H%d", inner+gap)
	thick := "1.2"
	if e.total {
		thick = "3"
	}
	fmt.Fprintf(b, `<path class="way" fill="none" stroke="currentColor" stroke-width="%s" d="%s"/>`+"\n", thick, path.String())
	p.label(b, e)
}

// curve goes straight to the first place and then, up or down, to the second.
func curve(path *strings.Builder, x1, y1, x2, y2 int) {
	middle := (x1 + x2) / 2
	fmt.Fprintf(path, "H%dC%d %d %d %d %d %d", x1, middle, y1, middle, y2, x2, y2)
}

func (p *picture) label(b *strings.Builder, e *end) {
	c := p.columns[e.node.tree.column]
	x, anchor := c.x+c.w+5, "start"
	if e.side == left {
		x, anchor = c.x-5, "end"
	}
	fmt.Fprintf(b, `<text class="end" fill="currentColor" x="%d" y="%d" text-anchor="%s">%s</text>`+"\n", x, e.y-4, anchor, html.EscapeString(e.label))
}

// trunk draws the line from a subtype to its parent, with the hollow triangle
// of a hierarchy.
func (n *node) trunk(b *strings.Builder) {
	if n.parent == nil {
		return
	}
	x, y := n.parent.x+indent/2, n.parent.y+n.parent.h
	fmt.Fprintf(b, `<path class="isa" fill="none" stroke="currentColor" d="M%d %dV%dH%d"/>`, x, y+9, n.y+headHeight/2, n.x)
	fmt.Fprintf(b, `<path class="isa" fill="none" stroke="currentColor" d="M%d %dl5 9h-10z"/>`+"\n", x, y)
}

func (n *node) write(b *strings.Builder) {
	fmt.Fprintf(b, `<rect class="box" x="%d" y="%d" width="%d" height="%d" rx="3" fill="none" stroke="currentColor"/>`, n.x, n.y, n.w, n.h)
	if n.weak {
		fmt.Fprintf(b, `<rect fill="none" stroke="currentColor" x="%d" y="%d" width="%d" height="%d" rx="2"/>`, n.x+3, n.y+3, n.w-6, n.h-6)
	}
	style := ""
	if n.abstract {
		style = ` font-style="italic"`
	}
	fmt.Fprintf(b, `<text class="type" fill="currentColor" font-weight="650" font-size="%d"%s x="%d" y="%d">%s</text>`+"\n",
		nameFont, style, n.x+9, n.y+headHeight-7, html.EscapeString(n.name))
	if len(n.lines) > 0 {
		fmt.Fprintf(b, `<path class="rule" stroke="currentColor" d="M%d %dh%d"/>`, n.x, n.y+headHeight, n.w)
	}
	for i, l := range n.lines {
		l.write(b, n.x, n.y+headHeight+lineHeight*(i+1)-1, n.w)
	}
}

func (l line) write(b *strings.Builder, x, y, w int) {
	class, extra := "attribute", ""
	if l.multi {
		class = "attribute multi"
	}
	if l.key {
		extra = ` text-decoration="underline"`
	}
	at := x + 9
	if l.indent {
		at += indent / 2
	}
	fmt.Fprintf(b, `<text class="%s" fill="currentColor"%s x="%d" y="%d">%s</text>`, class, extra, at, y, html.EscapeString(l.name))
	if l.kind != "" {
		fmt.Fprintf(b, `<text class="kind" fill="currentColor" x="%d" y="%d" text-anchor="end">%s</text>`, x+w-8, y, html.EscapeString(l.kind))
	}
	b.WriteString("\n")
}

// pill draws a relationship: a flat diamond with its name, its attributes below.
func (p *picture) pill(b *strings.Builder, l *link) {
	c := p.channels[l.channel]
	_, _, x := p.edge(l.channel, left)
	x += (c.w - l.w) / 2
	y := l.middle()
	fmt.Fprintf(b, `<g><title>%s</title>`, html.EscapeString(l.says))
	diamond(b, "diamond", x, y, l.w, pillHeight)
	if l.identifying {
		diamond(b, "inner", x+5, y, l.w-10, pillHeight-6)
	}
	fmt.Fprintf(b, `<text class="relationship" fill="currentColor" text-anchor="middle" x="%d" y="%d">%s</text>`, x+l.w/2, y+4, html.EscapeString(l.name))
	for i, a := range l.attributes {
		fmt.Fprintf(b, `<text class="kind" fill="currentColor" text-anchor="middle" x="%d" y="%d">%s</text>`,
			x+l.w/2, y+pillHeight/2+(lineHeight-2)*(i+1)-2, html.EscapeString(a))
	}
	b.WriteString("</g>\n")
}

// tip is how far a relationship's shape is pointed at its sides.
const tip = 10

func diamond(b *strings.Builder, class string, x, y, w, h int) {
	fmt.Fprintf(b, `<path class="%s" fill="none" stroke="currentColor" d="M%d %dl%d %dh%dl%d %dl-%d %dh-%dz"/>`,
		class, x, y, tip, -h/2, w-2*tip, tip, h/2, tip, h/2, w-2*tip)
}
