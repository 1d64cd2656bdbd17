package diagram

import (
	"slices"
	"sort"
)

// picture is a graph with places.
type picture struct {
	*graph
	columns       []column
	channels      []channel // channels[i] is right of columns[i]
	width, height int
}

// column is a stack of trees, and of lines that pass between them.
type column struct {
	units []*unit
	x, w  int
}

// channel is a stack of relationships, and of lines that pass between them,
// beside two columns. Each half has room for the labels of ports (stub) and for
// the bends of lines.
type channel struct {
	units []*unit
	x, w  int // w is that of the widest relationship
	stub  [2]int
	bend  [2]int
}

// unit is one thing in a stack: a tree, a relationship, or a line that passes.
type unit struct {
	tree *tree
	link *link
	pass *end
	h    int
	y    int // its middle
	want int // where the middle would be best
}

// arrange makes the picture of a graph.
func arrange(g *graph) *picture {
	for _, t := range g.trees {
		t.root.walk((*node).size)
	}
	for _, l := range g.links {
		l.size()
	}
	share(g)
	p := &picture{graph: g}
	p.stack()
	p.connect()
	p.grow()
	p.across()
	p.improve()
	return p
}

// stack puts the trees into their columns.
func (p *picture) stack() {
	for _, t := range p.trees {
		for len(p.columns) <= t.column {
			p.columns = append(p.columns, column{})
		}
		c := &p.columns[t.column]
		c.units = append(c.units, &unit{tree: t})
	}
	p.channels = make([]channel, max(len(p.columns)-1, 1))
}

// connect gives each link its channel, the emptiest where there is a choice, and
// each of its lines a way there.
func (p *picture) connect() {
	filled := make([]int, len(p.channels))
	for _, l := range p.links {
		a, b := l.ends[0].node.tree.column, l.ends[1].node.tree.column
		first, last := min(a, b), max(a, b)-1
		if a == b {
			first, last = max(a-1, 0), min(a, len(p.channels)-1)
		}
		l.channel = first
		for c := first; c <= last; c++ {
			if filled[c] < filled[l.channel] {
				l.channel = c
			}
		}
		filled[l.channel] += l.h + pillGap
		c := &p.channels[l.channel]
		c.units = append(c.units, &unit{link: l, h: l.h})
		for _, e := range l.ends {
			p.way(e)
		}
	}
}

// way finds what an end's line passes: a channel, then a column, and so on.
func (p *picture) way(e *end) {
	from, to := e.node.tree.column, e.link.channel
	if e.side = left; from <= to {
		e.side = right
	}
	e.node.ports[e.side] = append(e.node.ports[e.side], e)
	for c := from; c < to; c++ {
		e.route = append(e.route, p.passChannel(c, e), p.passColumn(c+1, e))
	}
	for c := from - 1; c > to; c-- {
		e.route = append(e.route, p.passChannel(c, e), p.passColumn(c, e))
	}
}

func (p *picture) passChannel(i int, e *end) *unit {
	u := &unit{pass: e, h: passHeight}
	p.channels[i].units = append(p.channels[i].units, u)
	return u
}

func (p *picture) passColumn(i int, e *end) *unit {
	u := &unit{pass: e, h: passHeight}
	p.columns[i].units = append(p.columns[i].units, u)
	return u
}

// grow makes boxes high enough for their ports and says how high each tree is.
func (p *picture) grow() {
	for i := range p.columns {
		for _, u := range p.columns[i].units {
			if u.tree == nil {
				continue
			}
			u.tree.root.walk(func(n *node) {
				n.h = max(n.h, n.head(left)+portStep*len(n.ports[left])+boxPad, n.head(right)+portStep*len(n.ports[right])+boxPad)
			})
			var w int
			w, u.h = u.tree.size()
			p.columns[i].w = max(p.columns[i].w, w)
		}
	}
}

// head is the part of a side that has no ports: at a subtype's left, where the
// line to its parent is.
func (n *node) head(side int) int {
	if side == left && n.depth > 0 {
		return headHeight
	}
	return 0
}

// across gives columns and channels their widths.
func (p *picture) across() {
	for i := range p.channels {
		c := &p.channels[i]
		for _, u := range c.units {
			if u.link != nil {
				c.w = max(c.w, u.link.w)
			}
		}
	}
	for _, l := range p.links {
		for _, e := range l.ends {
			e.each(func(channel, side, _, _ int) { p.channels[channel].bend[side] = bend })
			from := p.channelAt(e)
			p.channels[from].stub[1-e.side] = max(p.channels[from].stub[1-e.side], width(e.label, labelFont)+10)
		}
	}
	x := margin
	for i := range p.columns {
		p.columns[i].x = x
		x += p.columns[i].w
		if i < len(p.channels) {
			c := &p.channels[i]
			c.x = x
			if len(c.units) > 0 || i+1 < len(p.columns) {
				x += c.stub[left] + max(c.bend[left], margin) + c.w + max(c.bend[right], margin) + c.stub[right]
			}
		}
	}
	p.width = x + margin
}

// channelAt is the channel that an end's line enters first.
func (p *picture) channelAt(e *end) int {
	if e.side == right {
		return e.node.tree.column
	}
	return e.node.tree.column - 1
}

// each calls f for every half of a channel that the line bends in: the channel,
// the half, and the heights at the column's edge and at the channel's middle.
func (e *end) each(f func(channel, half, edge, middle int)) {
	step, near, c := 1, left, e.node.tree.column
	if e.side == left {
		step, near, c = -1, right, c-1
	}
	y := e.y
	for i := 0; i+1 < len(e.route); i += 2 {
		f(c, near, y, e.route[i].y)
		y = e.route[i+1].y
		f(c, 1-near, y, e.route[i].y)
		c += step
	}
	f(c, near, y, e.pill)
}

// down places everything from top to bottom in the present order.
func (p *picture) down() {
	p.height = 0
	for _, c := range p.columns {
		p.height = max(p.height, total(c.units, treeGap))
	}
	for _, c := range p.channels {
		p.height = max(p.height, total(c.units, pillGap))
	}
	for _, c := range p.columns {
		c.down(p.height)
	}
	for _, l := range p.links {
		for _, e := range l.ends {
			e.y = e.node.y + e.node.h/2
		}
	}
	for range 2 { // the second time with the ports where the first put them
		for _, c := range p.channels {
			c.down(p.height)
		}
		p.land()
	}
}

func total(units []*unit, gap int) int {
	h := -gap
	for _, u := range units {
		h += u.h + gap
	}
	return max(h, 0)
}

// down shares what room a column has among the gaps of its trees.
func (c column) down(height int) {
	n := len(c.units)
	room := height - total(c.units, treeGap)
	extra := min(room/(n+1), 4*treeGap)
	y := (room - extra*(n-1)) / 2
	for _, u := range c.units {
		u.y = y + u.h/2
		if u.tree != nil {
			u.tree.place(c, y)
		}
		y += u.h + treeGap + extra
	}
}

func (t *tree) place(c column, y int) {
	t.root.walk(func(n *node) {
		n.x, n.y = c.x+indent*n.depth, y
		n.w = c.w - indent*n.depth
		y += n.h + boxGap
	})
}

// down places a channel's units where they would be best, as far as they have
// room there.
func (c channel) down(height int) {
	for _, u := range c.units {
		u.wish()
	}
	sort.SliceStable(c.units, func(i, j int) bool { return c.units[i].want < c.units[j].want })
	settle(c.units, pillGap, height)
	for _, u := range c.units {
		if u.link != nil {
			u.link.y = u.y
		}
	}
}

// wish sets where a unit would be best: in the middle of where its lines come from.
func (u *unit) wish() {
	if u.link != nil {
		u.want = (u.link.ends[0].last() + u.link.ends[1].last()) / 2
		return
	}
	i := slices.Index(u.pass.route, u)
	before := u.pass.y
	if i > 0 {
		before = u.pass.route[i-1].y
	}
	u.want = (before + u.pass.route[i+1].y) / 2
}

// last is the height at which an end's line enters the channel of its link.
func (e *end) last() int {
	if n := len(e.route); n > 0 {
		return e.route[n-1].y
	}
	return e.y
}

// settle moves units apart that want the same place, each as little as can be:
// neighbours that would overlap become a block that stands where its members
// want on average. The units are sorted by what they want.
func settle(units []*unit, gap, height int) {
	type block struct{ first, n, sum int }
	var blocks []block
	offset := 0
	for i, u := range units {
		if i > 0 {
			offset += (units[i-1].h+u.h)/2 + gap
		}
		blocks = append(blocks, block{first: i, n: 1, sum: u.want - offset})
		for k := len(blocks) - 1; k > 0 && blocks[k-1].sum*blocks[k].n >= blocks[k].sum*blocks[k-1].n; k-- {
			blocks[k-1].n += blocks[k].n
			blocks[k-1].sum += blocks[k].sum
			blocks = blocks[:k]
		}
	}
	if len(units) == 0 {
		return
	}
	low := units[0].h / 2
	high := height - units[len(units)-1].h/2 - offset
	offset, k := 0, 0
	for i, u := range units {
		if i > 0 {
			offset += (units[i-1].h+u.h)/2 + gap
		}
		if k+1 < len(blocks) && blocks[k+1].first <= i {
			k++
		}
		u.y = max(min(blocks[k].sum/blocks[k].n, high), low) + offset
	}
}

// land gives each line its port at the box and its place at the link.
func (p *picture) land() {
	for _, t := range p.trees {
		t.root.walk(func(n *node) {
			n.land(left)
			n.land(right)
		})
	}
	for _, l := range p.links {
		a, b := l.ends[0], l.ends[1]
		a.pill, b.pill = l.middle(), l.middle()
		if a.inSide() == b.inSide() {
			if b.last() < a.last() {
				a, b = b, a
			}
			a.pill -= pillHeight / 4
			b.pill += pillHeight / 4
		}
	}
}

// middle of the relationship's shape, above its attributes.
func (l *link) middle() int { return l.y - l.h/2 + pillHeight/2 }

// inSide is the side of the link that an end's line comes to.
func (e *end) inSide() int { return 1 - e.side }

func (n *node) land(side int) {
	ends := n.ports[side]
	sort.SliceStable(ends, func(i, j int) bool { return ends[i].next() < ends[j].next() })
	top, room := n.y+n.head(side), n.h-n.head(side)-boxPad
	for i, e := range ends {
		e.y = top + room*(2*i+1)/(2*len(ends)) + 3
	}
}

// next is the height that an end's line goes to first.
func (e *end) next() int {
	if len(e.route) > 0 {
		return e.route[0].y
	}
	return e.link.y
}
