package instance

import (
	"slices"

	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
)

// dealing gives out the links of a relationship in exact numbers at both ends,
// where a kind of instance asks for them. The links are numbered: those of the
// near entity at position 0 come first, and so on. A number is then given to a
// far rank in rounds, so that neighbouring numbers go to different ranks.
type dealing struct {
	degrees []int64 // links of the near entities, in turn
	before  []int64 // sums of degrees before each, and of all
	bands   []band
	spill   int64 // the first ranks take what is left over; 0: it is dropped
}

// band is a run of rounds in which the same ranks get one link each.
type band struct {
	first, size int64 // link numbers
	ranks       int64 // that take part, in each round
	cycle       int64 // ranks behind which the choice repeats
	in          []int64
}

// links are the numbers of the links of the near entity at a position: n from
// first on.
func (d *dealing) links(position int64) (first, n int64) {
	turns := int64(len(d.degrees))
	round, i := position/turns, position%turns
	return round*d.before[turns] + d.before[i], d.degrees[i]
}

// total is how many links that many near entities have.
func (d *dealing) total(near int64) int64 {
	first, _ := d.links(near)
	return first
}

// rank is the far rank that a link goes to; false when it is left over.
func (d *dealing) rank(link int64) (int64, bool) {
	for i := range d.bands {
		b := &d.bands[i]
		if link >= b.first+b.size {
			continue
		}
		n := (link - b.first) % b.ranks
		if i == 0 {
			n = (n + 1) % b.ranks // see plan.turn
		}
		each := int64(len(b.in))
		return n/each*b.cycle + b.in[n%each], true
	}
	return 0, false
}

func newDealing(degrees []int64) *dealing {
	d := &dealing{degrees: degrees, before: []int64{0}}
	for i, n := range degrees {
		d.before = append(d.before, d.before[i]+n)
	}
	return d
}

// deal gives the ranks their quotas, in turn. The first round goes to all ranks,
// further ones to the patterned first of them; they are fewer than all only when
// the least quota is 1.
func (d *dealing) deal(quotas []int64, all, patterned int64) {
	first, below, ranks := int64(0), int64(0), all
	for _, quota := range slices.Compact(slices.Sorted(slices.Values(quotas))) {
		b := band{first: first, cycle: int64(len(quotas))}
		for i, q := range quotas {
			if q >= quota {
				b.in = append(b.in, int64(i))
			}
		}
		b.ranks = ranks / b.cycle * int64(len(b.in))
		for _, i := range b.in {
			if i < ranks%b.cycle {
				b.ranks++
			}
		}
		b.size = b.ranks * (quota - below)
		if b.size > 0 {
			d.bands = append(d.bands, b)
		}
		first, below, ranks = first+b.size, quota, patterned
	}
}

// newDealing is how a kind of instance gives out a plan's links; nil when it
// leaves that to chance, or when a total end would not be served.
func (g *Generator) newDealing(p *plan, rule *linkRule) *dealing {
	if p.choosing == 0 || p.eligible == 0 {
		return nil
	}
	near, far := g.thresholds(p.rel, p.driver), g.thresholds(p.rel, 1-p.driver)
	switch t := g.profile.traits; {
	case t.boundary:
		return p.boundaryDealing(near, far)
	case t.even:
		return p.evenDealing(roundHalf(rule.shape.New(g.profile.skew).Mean()), near)
	}
	return nil
}

func roundHalf(millionths int64) int64 { return (millionths + chance.Million/2) / chance.Million }

// room is how many partners one near entity can have.
func (p *plan) room() int64 {
	if p.self && p.eligible > 1 {
		return p.eligible - 1
	}
	return p.eligible
}

// evenDealing gives every near entity as many links, enough for the thresholds,
// and every far one as many too. What is left over is dropped, or where all must
// have a partner taken by one, so that the others tie.
func (p *plan) evenDealing(mean int64, thresholds []int64) *dealing {
	degree := int64(1)
	if p.rel.Cardinality == er.ManyToMany {
		degree = max(degree, mean)
		for _, least := range thresholds {
			degree = max(degree, least)
		}
		if p.all {
			degree = max(degree, (p.eligible+p.choosing-1)/p.choosing)
		}
		degree = min(degree, p.room())
	}
	d := newDealing([]int64{degree})
	total := d.total(p.choosing)
	if total < p.eligible {
		if p.all {
			return nil
		}
		p.eligible = total
	}
	d.deal([]int64{total / p.eligible}, p.eligible, p.eligible)
	if p.rel.From.Total && p.rel.Cardinality == er.ManyToOne {
		d.spill = 1
	}
	return d
}

// boundaryDealing gives the entities of both ends the numbers of links at which
// conditions begin and end to hold.
func (p *plan) boundaryDealing(near, far []int64) *dealing {
	degrees := []int64{1}
	if p.rel.Cardinality == er.ManyToMany {
		degrees = boundaries(near, p.room())
	}
	d, quotas := newDealing(degrees), boundaries(far, p.choosing)
	if p.all && p.rel.Cardinality == er.ManyToMany {
		d = p.serveAll(d, quotas)
	}
	if p.all && d.total(p.choosing) < p.eligible {
		return nil
	}
	p.dealBoundaries(d, quotas)
	d.spill = min(p.eligible, max(p.eligible/8, 2*slices.Max(degrees)))
	return d
}

// serveAll adds near entities with more links until there is one for each far
// entity and the quotas for a quarter of them, as far as there is room.
func (p *plan) serveAll(d *dealing, quotas []int64) *dealing {
	wanted := p.eligible + (p.eligible/4/int64(len(quotas))+1)*sumOf(quotas)
	if d.total(p.choosing) < wanted {
		d = newDealing(append(d.degrees, slices.Max(d.degrees)))
	}
	turns := int64(len(d.degrees))
	for i := turns - 1; i >= 0; i-- {
		short, near := wanted-d.total(p.choosing), (p.choosing+turns-1-i)/turns
		if i < turns-1 {
			short = p.eligible - d.total(p.choosing) // no more than must be
		}
		if short <= 0 || near == 0 {
			continue
		}
		d.degrees[i] = min(d.degrees[i]+(short+near-1)/near, p.room())
		d = newDealing(d.degrees)
	}
	return d
}

// dealBoundaries gives quotas to as many far entities as there are links for; the
// others have one link where they must, else none.
func (p *plan) dealBoundaries(d *dealing, quotas []int64) {
	sum, turns, total := sumOf(quotas), int64(len(quotas)), d.total(p.choosing)
	if p.all {
		patterned := p.eligible
		if sum > turns {
			patterned = min(patterned, (total-p.eligible)*turns/(sum-turns))
		}
		d.deal(quotas, p.eligible, patterned)
		return
	}
	p.eligible = min(p.eligible, max(1, total*turns/sum))
	d.deal(quotas, p.eligible, p.eligible)
}

func sumOf(all []int64) int64 {
	sum := int64(0)
	for _, n := range all {
		sum += n
	}
	return sum
}

// boundaries are 1 to 4, and each threshold with its neighbours, up to most.
func boundaries(thresholds []int64, most int64) []int64 {
	all := []int64{1, 2, 3, 4}
	for _, least := range thresholds {
		all = append(all, least-1, least, least+1)
	}
	all = slices.DeleteFunc(all, func(n int64) bool { return n < 1 || n > max(most, 1) })
	slices.Sort(all)
	return slices.Compact(all)
}

// thresholds are the counts that the measures of rankings ask of entities at one
// end of a relationship.
func (g *Generator) thresholds(r *er.Relationship, at side) []int64 {
	var all []int64
	for _, c := range g.options.Rankings {
		th, of := c.Measure.AtLeast, g.model.EntityType(c.Measure.Of)
		if th == nil || of == nil || th.Relationship != r.Name {
			continue
		}
		steps, err := g.model.Walk(of, append(slices.Clone(c.Measure.Path), th.Relationship))
		if err != nil {
			continue // settle says so
		}
		if last := steps[len(steps)-1]; last.AtTo == (at == to) {
			all = append(all, int64(th.Count))
		}
	}
	return all
}

// dealt is partners of M:N by the dealing.
func (p *plan) dealt(c *chooser, ordinal, position int64) []int64 {
	first, n := p.dealing.links(position)
	for link := first; link < first+n; link++ {
		rank, ok := p.dealing.rank(link)
		switch {
		case !ok:
		case p.all:
			c.add(p.atRank(rank)) // even itself, rather than nobody
		default:
			p.choose(c, ordinal, p.atRank(rank))
		}
	}
	if p.dealing.spill > 0 {
		p.draw(c, ordinal, n, p.dealing.spill)
	} else {
		p.draw(c, ordinal, p.atLeast, p.eligible-p.room()+1)
	}
	return c.partners
}

// dealtPartner is the partner in M:1 by the dealing.
func (p *plan) dealtPartner(ordinal, position int64) int64 {
	rank, ok := p.dealing.rank(position)
	switch {
	case !ok && p.dealing.spill == 0:
		return -1
	case !ok:
		stream := p.key.Pair(ordinal, partnerDraw)
		rank = p.zipf.Draw(&stream, p.dealing.spill)
	}
	far := p.atRank(rank)
	if !p.all && p.itself(ordinal, far) {
		far = p.atRank(p.next(far))
	}
	return far
}
