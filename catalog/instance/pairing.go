package instance

import "ercheck/catalog/er"

// pairing decides the links of a 1:1 relationship: the n-th entity of one order
// with the n-th of the other.
type pairing struct {
	ends   [2]span
	orders [2]sequence
	pairs  int64
	shift  int64 // 1 when both ends are the same entities, so that nobody meets itself
}

func (g *Generator) newPairing(r *er.Relationship) *pairing {
	p := &pairing{ends: [2]span{g.at.members[r.From.Type], g.at.members[r.To.Type]}}
	rule := g.profile.links[r]
	same := r.From.Type == r.To.Type
	for i := range p.ends {
		name := side(i).String()
		if same {
			name = "both"
		}
		p.orders[i] = g.sequence(g.key("pair", r.Name, name), []er.Role{r.From, r.To}[i].Type)
	}
	p.pairs = min(linked(p.ends[from].n, r.From.Total, rule.unlinked[from]), linked(p.ends[to].n, r.To.Total, rule.unlinked[to]))
	for i, role := range []er.Role{r.From, r.To} {
		if role.Total {
			p.pairs = p.ends[i].n // the other end has as many: see partnersFor
		}
	}
	if same && p.ends[from].n > 1 {
		p.shift = 1
	}
	return p
}

// partner is the partner of an entity at one end, or -1.
func (p *pairing) partner(at side, ordinal int64) int64 {
	n := p.orders[at].Of(ordinal - p.ends[at].first)
	if at == to && p.shift > 0 {
		n = (n - p.shift + p.ends[to].n) % p.ends[to].n
	}
	if n >= p.pairs {
		return -1
	}
	if at == from && p.shift > 0 {
		n = (n + p.shift) % p.ends[to].n
	}
	return p.ends[1-at].first + p.orders[1-at].At(n)
}
