package instance

import (
	"fmt"
	"sort"
	"strconv"

	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
	"ercheck/catalog/instance/value"
)

// keyMaker gives the keys of a hierarchy's entities.
type keyMaker interface {
	// appendKey adds the full key of the entity with that ordinal.
	appendKey(key []string, ordinal int64) []string
}

// integerKeys are 1 to n in an order of their own, so that ids of types
// interleave and say nothing; above others' where ids shall lie apart.
type integerKeys struct {
	order chance.Permutation
	above int64
}

func (k *integerKeys) appendKey(key []string, ordinal int64) []string {
	return append(key, strconv.FormatInt(k.above+1+k.order.At(ordinal), 10))
}

// digitKeys are keys of several columns, or of another type than integer: the
// digits of a number, one a column, each written in values of its column. No
// column alone identifies, as far as the numbers allow.
type digitKeys struct {
	order   chance.Permutation
	columns []*value.Distinct
	sizes   []int64 // different values of each column
}

func (k *digitKeys) appendKey(key []string, ordinal int64) []string {
	return k.appendDigits(key, k.order.At(ordinal))
}

func (k *digitKeys) appendDigits(key []string, n int64) []string {
	for i, column := range k.columns {
		key = append(key, column.At(n%k.sizes[i]))
		n /= k.sizes[i]
	}
	return key
}

// weakKeys put the owner's key before a partial one that counts the owner's
// entities.
type weakKeys struct {
	owners  keyMaker
	deal    deal
	order   chance.Permutation
	first   int64 // ordinal of the first owner
	ranks   chance.Permutation
	partial *digitKeys
	plain   bool // one integer column: 1, 2, 3 …
}

func (k *weakKeys) appendKey(key []string, ordinal int64) []string {
	rank, n := k.deal.slot(k.order.At(ordinal))
	key = k.owners.appendKey(key, k.first+k.ranks.At(rank))
	if k.plain {
		return append(key, strconv.FormatInt(n+1, 10))
	}
	return k.partial.appendDigits(key, n)
}

// deal gives things to owners: the first half evenly, the rest by Zipf ranks.
type deal struct {
	zipf         *chance.Zipf
	owners       int64
	rounds, rest int64 // each owner has rounds things, and rest are dealt by rank
}

func newDeal(zipf *chance.Zipf, things, owners, room int64) deal {
	d := deal{zipf: zipf, owners: max(owners, 1)}
	d.rounds = (things + 1) / 2 / d.owners
	d.rest = things - d.rounds*d.owners
	if d.rest > 0 && d.rounds+zipf.Before(1, d.owners, d.rest)+1 > room {
		d.rounds, d.rest = (things+d.owners-1)/d.owners, 0
	}
	return d
}

// most is how many things one owner can get.
func (d *deal) most() int64 {
	if d.rest == 0 {
		return d.rounds
	}
	return d.rounds + d.zipf.Before(1, d.owners, d.rest) + 1
}

// slot is whose the n-th thing is, and which of the owner's things, from 0.
func (d *deal) slot(n int64) (rank, index int64) {
	if n < d.rounds*d.owners {
		return n % d.owners, n / d.owners
	}
	n -= d.rounds * d.owners
	rank = int64(sort.Search(int(d.owners), func(r int) bool {
		return d.zipf.Before(int64(r)+1, d.owners, d.rest) > n
	}))
	return rank, d.rounds + n - d.zipf.Before(rank, d.owners, d.rest)
}

// keysOf makes the keys of a hierarchy, its owners' first.
func (g *Generator) keysOf(root *er.EntityType) (keyMaker, error) {
	if k := g.keys[root]; k != nil {
		return k, nil
	}
	k, err := g.newKeys(root)
	if err == nil {
		g.keys[root] = k
	}
	return k, err
}

func (g *Generator) newKeys(root *er.EntityType) (keyMaker, error) {
	n := g.at.members[root].n
	order := g.key("key", root.Name).Permutation(n)
	if root.Owner != nil {
		return g.newWeakKeys(root, n, order)
	}
	if g.counted(root) {
		above, err := g.idsAbove(root, n)
		return &integerKeys{order, above}, err
	}
	digits, err := g.newDigits(root, n, order)
	return digits, err
}

// counted says whether the key is one integer of which the file says nothing, or
// what it says is set aside.
func (g *Generator) counted(root *er.EntityType) bool {
	given := g.profile.givenKeys[root.Key[0]] && (root.Owner != nil || g.profile.traits.ids == idsAsGiven)
	return oneInteger(root) && !given
}

func oneInteger(root *er.EntityType) bool {
	base := root.Key[0].Type.Base
	return len(root.Key) == 1 && (base == er.Integer || base == er.Bigint)
}

func (g *Generator) newWeakKeys(root *er.EntityType, n int64, order chance.Permutation) (keyMaker, error) {
	owners, err := g.keysOf(root.Owner.Root())
	if err != nil {
		return nil, err
	}
	members := g.at.members[root.Owner]
	k := &weakKeys{owners: owners, order: order, first: members.first, plain: g.counted(root),
		ranks: g.key("owner", root.Name).Permutation(members.n)}
	room := g.roomOf(root)
	active := members.n
	if some := linked(active, false, *g.profile.ownerless[root]); saturate(some, room) >= n {
		active = some // the others own none
	}
	k.deal = newDeal(g.zipf, n, active, room)
	k.partial, err = g.newDigits(root, k.deal.most(), chance.Permutation{})
	return k, err
}

// roomOf is how many different keys the type's own key columns give.
func (g *Generator) roomOf(root *er.EntityType) int64 {
	room := int64(1)
	for _, a := range root.Key {
		room = saturate(room, g.profile.specs[a].Capacity())
	}
	return room
}

// newDigits chooses how many values each column has, about as many in each, and
// the last column what is missing.
func (g *Generator) newDigits(root *er.EntityType, n int64, order chance.Permutation) (*digitKeys, error) {
	k := &digitKeys{order: order}
	sizes := columnSizes(g.capacities(root), max(n, 1))
	for i, a := range root.Key {
		column, err := value.NewDistinct(*g.profile.specs[a], sizes[i], g.key("key", root.Name, a.Name))
		if err != nil {
			return nil, &CountError{fmt.Sprintf("the key attribute %s: %v", joinPath(root.Name, a.Name), err), "widen its range or its list"}
		}
		k.columns = append(k.columns, column)
	}
	k.sizes = sizes
	return k, nil
}

func (g *Generator) capacities(root *er.EntityType) []int64 {
	var all []int64
	for _, a := range root.Key {
		all = append(all, g.profile.specs[a].Capacity())
	}
	return all
}

// columnSizes gives each column a size within its capacity, so that the product
// is at least n where that is possible.
func columnSizes(capacities []int64, n int64) []int64 {
	sizes := make([]int64, len(capacities))
	rest := n
	for i := range capacities {
		sizes[i] = min(capacities[i], atLeastRoot(rest, len(capacities)-i))
		rest = (rest + sizes[i] - 1) / sizes[i]
	}
	for i := range sizes {
		if product := productOf(sizes) / sizes[i]; product*sizes[i] < n {
			sizes[i] = min(capacities[i], (n+product-1)/product)
		}
	}
	return sizes
}

func productOf(sizes []int64) int64 {
	product := int64(1)
	for _, s := range sizes {
		product = saturate(product, s)
	}
	return product
}

// atLeastRoot is the smallest number whose k-th power is at least n.
func atLeastRoot(n int64, k int) int64 {
	low, high := int64(1), n
	for low < high {
		mid := (low + high) / 2
		power := int64(1)
		for range k {
			power = saturate(power, mid)
		}
		if power >= n {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}
