package instance

import (
	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
)

// plan decides the links of one M:1 or M:N relationship. The entities of one
// end, the near one, choose partners at the far end: in M:1 the many, one each.
// Which entities choose nobody, and which are chosen by nobody, is exact: those
// at the end of an order of their own.
type plan struct {
	rel       *er.Relationship
	driver    side
	near, far span
	nearOrder sequence // position → offset in near
	farOrder  sequence // rank → offset in far
	choosing  int64    // near positions below it choose
	eligible  int64    // far ranks below it can be chosen
	forced    int64    // the first that many choices go to the ranks in turn

	degrees *chance.Distribution // links of one that chooses; nil: exactly one, or by rank
	byRank  int64                // total links, dealt out by rank, when degrees is nil and it is not 0
	atLeast int64                // links of one that chooses
	ranks   *chance.Zipf         // deals out byRank
	zipf    *chance.Zipf         // weighs the far ranks

	dealing *dealing // exact numbers of links instead of drawn ones; nil for most
	follows *plan
	share   int64
	self    bool // an entity could meet itself, which is avoided
	all     bool // every far entity must be chosen
	key     chance.Key

	added map[int64][]int64 // near ordinal → further partners, put there so that rules hold
	moved map[int64]int64   // M:1: near ordinal → its partner instead of the planned one
}

func (g *Generator) newPlan(r *er.Relationship) *plan {
	rule := g.profile.links[r]
	p := &plan{rel: r, driver: rule.driver, zipf: g.zipf, ranks: g.zipf, share: rule.share, key: g.key("link", r.Name)}
	if rule.even {
		p.zipf = chance.NewZipf(0, 0)
	}
	ends := [2]er.Role{r.From, r.To}
	near, far := ends[p.driver], ends[1-p.driver]
	p.near, p.far = g.at.members[near.Type], g.at.members[far.Type]
	p.self, p.all = r.Self(), far.Total
	p.nearOrder = g.sequence(g.key("near", r.Name), near.Type)
	p.farOrder = g.sequence(g.key("far", r.Name), far.Type)
	if p.all && near.Type == far.Type {
		p.nearOrder = p.farOrder // see turn
	}
	p.choosing = linked(p.near.n, near.Total, rule.unlinked[p.driver])
	p.eligible = linked(p.far.n, far.Total, rule.unlinked[1-p.driver])
	if p.eligible == 0 {
		p.choosing = 0
	}
	if r.Cardinality == er.ManyToOne {
		p.planOne(rule)
	} else {
		p.planMany(near.Total, rule, g.profile.skew)
		if g.profile.traits.fanout {
			p.atLeast = max(p.atLeast, min(fewestFanned, rule.shape.Max))
		}
	}
	if rule.follows != nil {
		p.follow(g.plans[rule.follows])
	}
	p.dealing = g.newDealing(p, rule)
	return p
}

// linked is how many of n take part: all when participation is total, else at
// least one is left out as soon as there are two.
func linked(n int64, total bool, unlinked int64) int64 {
	if total || n < 2 || unlinked == 0 {
		return n
	}
	return n - min(max(1, roundShare(n, unlinked)), n-1)
}

func (p *plan) planOne(rule *linkRule) {
	if p.all {
		p.choosing = max(p.choosing, min(p.eligible, p.near.n))
	}
	p.eligible = min(p.eligible, max(1, p.choosing))
	p.force(rule.least, p.choosing/2)
}

func (p *plan) planMany(all bool, rule *linkRule, skew int) {
	if all {
		p.atLeast = 1
	}
	if rule.shape.Kind == chance.ZipfKind {
		p.byRank = max(p.choosing, roundShare(p.choosing, rule.shape.Mean))
		p.atLeast = max(1, rule.shape.Min)
		p.force(rule.least, p.byRank/2)
		return
	}
	p.degrees = rule.shape.New(skew)
	p.force(rule.least, roundShare(p.choosing, p.degrees.Mean())/2)
}

// force gives every eligible far entity its least number of links, as far as
// the given number goes. Callers give at most half of all links: the others show
// the distribution.
func (p *plan) force(least, links int64) {
	if p.eligible == 0 || p.choosing == 0 {
		return
	}
	rounds := min(least, links/p.eligible)
	if p.all {
		rounds = max(rounds, 1)
	}
	p.forced = rounds * p.eligible
}

// follow copies partners from an earlier plan with the same near end.
func (p *plan) follow(earlier *plan) {
	if earlier != nil && earlier.driver == p.driver {
		p.follows = earlier
	}
}

// degree is how many partners the one at a near position wants.
func (p *plan) degree(ordinal, position int64) int64 {
	n := int64(1)
	switch {
	case p.degrees != nil:
		stream := p.key.Pair(ordinal, degreeDraw)
		n = p.degrees.Draw(&stream)
	case p.byRank > 0:
		n = p.ranks.Before(position+1, p.choosing, p.byRank) - p.ranks.Before(position, p.choosing, p.byRank)
	}
	room := p.eligible
	if p.self && room > 1 {
		room--
	}
	return min(max(n, p.atLeast), room)
}

// What one entity draws for in a relationship.
const (
	degreeDraw = iota
	partnerDraw
	followDraw
)
