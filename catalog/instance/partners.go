package instance

import "ercheck/catalog/instance/chance"

// partner is the partner of a near entity in M:1, with what was moved; -1 when
// it has none.
func (p *plan) partner(ordinal int64) int64 {
	if far, ok := p.moved[ordinal]; ok {
		return far
	}
	return p.plannedPartner(ordinal)
}

func (p *plan) plannedPartner(ordinal int64) int64 {
	position := p.nearOrder.Of(ordinal - p.near.first)
	if position >= p.choosing {
		return -1
	}
	if p.dealing != nil {
		return p.dealtPartner(ordinal, position)
	}
	if position < p.forced {
		if far := p.atRank(p.turn(position)); p.all || !p.itself(ordinal, far) {
			return far
		}
	}
	if far := p.followed(ordinal); far >= 0 && !p.itself(ordinal, far) {
		return far
	}
	stream := p.key.Pair(ordinal, partnerDraw)
	far := p.atRank(p.zipf.Draw(&stream, p.eligible))
	if p.itself(ordinal, far) {
		far = p.atRank(p.next(far))
	}
	return far
}

// turn is the rank that the n-th forced choice goes to. It is shifted by one:
// where all entities of one type must be chosen by the same type, both orders
// are the same, and this way nobody meets itself.
func (p *plan) turn(n int64) int64 { return (n + 1) % p.eligible }

func (p *plan) atRank(rank int64) int64 { return p.far.first + p.farOrder.At(rank) }

func (p *plan) rankOf(far int64) int64 { return p.farOrder.Of(far - p.far.first) }

// next is the rank behind that of far.
func (p *plan) next(far int64) int64 { return (p.rankOf(far) + 1) % p.eligible }

// itself says whether a partner would be the entity itself and another is there.
func (p *plan) itself(near, far int64) bool { return p.self && near == far && p.eligible > 1 }

// followed is the partner that the entity has in the relationship that this one
// follows, when it draws so and the partner can be chosen here; else -1.
func (p *plan) followed(ordinal int64) int64 {
	if p.follows == nil || !p.follows.near.contains(ordinal) {
		return -1
	}
	stream := p.key.Pair(ordinal, followDraw)
	if !stream.Hit(p.share) {
		return -1
	}
	far := p.follows.firstPlanned(ordinal)
	if far < 0 || !p.far.contains(far) || p.rankOf(far) >= p.eligible {
		return -1
	}
	return far
}

// firstPlanned is a partner of the entity, or -1.
func (p *plan) firstPlanned(ordinal int64) int64 {
	if p.degrees == nil && p.byRank == 0 {
		return p.plannedPartner(ordinal)
	}
	var c chooser
	if all := p.planned(&c, ordinal); len(all) > 0 {
		return all[len(all)-1] // the first ones are forced, the same for many plans
	}
	return -1
}

// chooser collects different partners; it is used again for the next entity.
type chooser struct {
	partners []int64
	seen     map[int64]bool // filled from manyPartners on
}

// manyPartners is where a set beats looking through the list.
const manyPartners = 24

func (c *chooser) reset() {
	c.partners = c.partners[:0]
	if len(c.seen) > 0 {
		clear(c.seen)
	}
}

// add takes a partner that is not there yet.
func (c *chooser) add(far int64) bool {
	if len(c.partners) < manyPartners {
		for _, p := range c.partners {
			if p == far {
				return false
			}
		}
	} else if !c.addToSet(far) {
		return false
	}
	c.partners = append(c.partners, far)
	return true
}

func (c *chooser) addToSet(far int64) bool {
	if c.seen == nil {
		c.seen = map[int64]bool{}
	}
	if len(c.seen) < len(c.partners) {
		for _, p := range c.partners {
			c.seen[p] = true
		}
	}
	if c.seen[far] {
		return false
	}
	c.seen[far] = true
	return true
}

// partners are the partners of a near entity in M:N, with those added; valid
// until the chooser's next use.
func (p *plan) partners(c *chooser, ordinal int64) []int64 {
	all := p.planned(c, ordinal)
	if more := p.added[ordinal]; more != nil {
		return append(all, more...)
	}
	return all
}

func (p *plan) planned(c *chooser, ordinal int64) []int64 {
	c.reset()
	position := p.nearOrder.Of(ordinal - p.near.first)
	if position >= p.choosing {
		return nil
	}
	if p.dealing != nil {
		return p.dealt(c, ordinal, position)
	}
	for n := position; n < p.forced; n += p.choosing {
		if far := p.atRank(p.turn(n)); p.all {
			c.add(far) // even itself, rather than nobody
		} else {
			p.choose(c, ordinal, far)
		}
	}
	wanted := p.degree(ordinal, position)
	if far := p.followed(ordinal); far >= 0 && int64(len(c.partners)) < wanted {
		p.choose(c, ordinal, far)
	}
	p.draw(c, ordinal, wanted, p.eligible)
	return c.partners
}

func (p *plan) choose(c *chooser, near, far int64) {
	if !p.itself(near, far) {
		c.add(far)
	}
}

// draw adds partners by weight, from the first ranks, until there are as many as
// wanted; when the same ones come again and again, the ranks from a random one on
// fill up.
func (p *plan) draw(c *chooser, ordinal, wanted, ranks int64) {
	if int64(len(c.partners)) >= wanted {
		return
	}
	stream := p.key.Pair(ordinal, partnerDraw)
	for tries := 4*wanted + 8; tries > 0 && int64(len(c.partners)) < wanted; tries-- {
		p.choose(c, ordinal, p.atRank(p.zipf.Draw(&stream, ranks)))
	}
	if int64(len(c.partners)) >= wanted {
		return
	}
	start := stream.Below(ranks)
	for i := int64(0); i < ranks && int64(len(c.partners)) < wanted; i++ {
		p.choose(c, ordinal, p.atRank((start+i)%ranks))
	}
}

// shuffle puts partners into another order.
func shuffle(all []int64, s *chance.Stream) {
	for i := len(all) - 1; i > 0; i-- {
		j := s.Below(int64(i) + 1)
		all[i], all[j] = all[j], all[i]
	}
}
