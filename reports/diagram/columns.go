package diagram

import "slices"

// Sizes in pixels of the picture.
const (
	nameFont, lineFont, labelFont = 13, 11, 11

	headHeight = 24 // of a box: its name
	lineHeight = 15
	boxPad     = 6 // below the last line
	indent     = 20
	portStep   = 17 // at least, between two ports of a box
	treeGap    = 22 // between trees of a column
	boxGap     = 12 // between boxes of a tree
	passHeight = 14 // of a line that passes between trees
	pillHeight = 24 // of a relationship
	pillGap    = 12
	bend       = 60 // the width in which lines go up or down
	margin     = 12
)

// width is about how wide a text is: fonts differ.
func width(s string, font int) int { return textWidth(s)*font*58/100 + 1 }

// size sets the width and height of a box from its texts.
func (n *node) size() {
	n.w = width(n.name, nameFont+1) + 24
	for _, l := range n.lines {
		w := width(l.name, lineFont) + 24
		if l.indent {
			w += indent / 2
		}
		if l.kind != "" {
			w += width(l.kind, lineFont) + 14
		}
		n.w = max(n.w, w)
	}
	n.h = headHeight + boxPad
	if len(n.lines) > 0 {
		n.h += lineHeight*len(n.lines) + 2
	}
}

func (l *link) size() {
	l.w, l.h = width(l.name, lineFont+1)+36, pillHeight
	for _, a := range l.attributes {
		l.w = max(l.w, width(a, lineFont)+8)
		l.h += lineHeight - 2
	}
}

func (t *tree) size() (w, h int) {
	h = -boxGap
	t.root.walk(func(n *node) {
		w, h = max(w, n.w+indent*n.depth), h+n.h+boxGap
	})
	return w, h
}

// sheet says what a way to share the trees among columns costs: height, links
// that are not between neighbours, and width beyond what a page has.
type sheet struct {
	at            map[*tree]int
	widths, highs []int
	pairs         [][2]int // the trees of each link
	columns       []int    // by tree
}

const (
	mostColumns  = 6
	tried        = 20_000 // ways at most, where all are tried
	pageWidth    = 1250
	channelWidth = 240
	sameColumn   = 30  // a link between two trees of one column
	farther      = 140 // for each column between those of a link
)

func newSheet(g *graph) *sheet {
	s := &sheet{at: map[*tree]int{}, columns: make([]int, len(g.trees))}
	for i, t := range g.trees {
		w, h := t.size()
		s.at[t], s.widths, s.highs = i, append(s.widths, w), append(s.highs, h)
	}
	for _, l := range g.links {
		s.pairs = append(s.pairs, [2]int{s.at[l.ends[0].node.tree], s.at[l.ends[1].node.tree]})
	}
	return s
}

// share gives each tree its column, the model's first tree one of the left ones.
func share(g *graph) {
	s := newSheet(g)
	best := s.all()
	if best == nil {
		best = s.climb()
	}
	used := slices.Compact(slices.Sorted(slices.Values(best)))
	if first := slices.Index(used, best[0]); 2*first > len(used)-1 { // as well the other way round
		slices.Reverse(used)
	}
	for i, t := range g.trees {
		t.column = slices.Index(used, best[i])
	}
}

// all tries every way with up to four columns; nil if there are too many.
func (s *sheet) all() []int {
	const columns = 4
	ways := 1
	for range s.columns {
		if ways *= columns; ways > tried {
			return nil
		}
	}
	var best []int
	least := 0
	for way := range ways {
		for i := range s.columns {
			s.columns[i], way = way%columns, way/columns
		}
		if c := s.cost(); best == nil || c < least {
			best, least = slices.Clone(s.columns), c
		}
	}
	return best
}

// climb begins with columns filled in the model's order and moves single trees
// as long as it becomes better.
func (s *sheet) climb() []int {
	var best []int
	least := 0
	for columns := 1; columns <= mostColumns; columns++ {
		s.fill(columns)
		for moved := true; moved; {
			moved = s.move(columns)
		}
		if c := s.cost(); best == nil || c < least {
			best, least = slices.Clone(s.columns), c
		}
	}
	return best
}

func (s *sheet) fill(columns int) {
	all := 0
	for _, h := range s.highs {
		all += h + treeGap
	}
	sum := 0
	for i, h := range s.highs {
		s.columns[i] = min(sum*columns/max(all, 1), columns-1)
		sum += h + treeGap
	}
}

// move makes each tree's best move in turn and says whether there was one.
func (s *sheet) move(columns int) bool {
	moved := false
	for i := range s.columns {
		least, home := s.cost(), s.columns[i]
		best := home
		for c := range columns {
			s.columns[i] = c
			if cost := s.cost(); cost < least {
				least, best, moved = cost, c, true
			}
		}
		s.columns[i] = best
	}
	return moved
}

func (s *sheet) cost() int {
	var high, wide, links [mostColumns]int
	last := 0
	for i, c := range s.columns {
		high[c] += s.highs[i] + treeGap
		wide[c] = max(wide[c], s.widths[i])
		last = max(last, c)
	}
	cost := 0
	for _, p := range s.pairs {
		a, b := s.columns[p[0]], s.columns[p[1]]
		a, b = min(a, b), max(a, b)
		links[min(a, max(last-1, 0))] += pillHeight + pillGap
		switch {
		case p[0] != p[1] && a == b:
			cost += sameColumn
		case b > a+1:
			cost += farther * (b - a - 1)
		}
	}
	total := 0
	for c := range last + 1 {
		total += wide[c] + channelWidth
		if high[c] == 0 {
			cost += farther // an empty column makes long ways only
		}
	}
	return cost + max(slices.Max(high[:]), slices.Max(links[:])) + 2*max(total-channelWidth-pageWidth, 0)
}
