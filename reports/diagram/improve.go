package diagram

import (
	"strconv"

	"ercheck/reports/visible"
)

// effort bounds how often an order is tried, in units of pairs of lines.
const effort = 3_000_000

// crossing is how many pixels of way it is worth to avoid one.
const crossing = 60

// improve exchanges neighbours in a column and siblings in a tree as long as the
// picture becomes better.
func (p *picture) improve() {
	p.down()
	least := p.cost()
	tries := effort / (1 + len(p.links)*len(p.links) + 8*len(p.links))
	for better := true; better && tries > 0; {
		better = false
		p.exchanges(func(swap func()) {
			if tries--; tries < 0 {
				return
			}
			swap()
			p.down()
			if c := p.cost(); c < least {
				least, better = c, true
				return
			}
			swap()
		})
	}
	p.down()
}

// exchanges calls try for every exchange of two neighbours.
func (p *picture) exchanges(try func(swap func())) {
	for _, c := range p.columns {
		for distance := 1; distance <= 2; distance++ {
			for i := range max(len(c.units)-distance, 0) {
				try(func() { c.units[i], c.units[i+distance] = c.units[i+distance], c.units[i] })
			}
		}
	}
	for _, t := range p.trees {
		t.root.walk(func(n *node) {
			for i := range max(len(n.children)-1, 0) {
				try(func() { n.children[i], n.children[i+1] = n.children[i+1], n.children[i] })
			}
		})
	}
}

// cost of the present places: crossings and ways up and down.
func (p *picture) cost() int {
	halves := make([][][2]int, 2*len(p.channels))
	sum := 0
	for _, l := range p.links {
		for _, e := range l.ends {
			e.each(func(channel, half, edge, middle int) {
				i := 2*channel + half
				for _, o := range halves[i] {
					if (o[0] < edge) != (o[1] < middle) {
						sum += crossing
					}
				}
				halves[i] = append(halves[i], [2]int{edge, middle})
				sum += max(edge-middle, middle-edge) / 2
			})
		}
	}
	return sum
}

func textWidth(s string) int { return visible.Width(s) }

func number(n int) string { return strconv.Itoa(n) }
