package instance

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"ercheck/catalog/digest"
	"ercheck/catalog/er"
)

// Identity names the instance: 64 hex digits over everything that decides on its
// data. Two generators with the same identity give the same data.
func (g *Generator) Identity() string {
	texts := []string{"instance", version, g.model.Digest(), g.scale.String(), fmt.Sprint(g.options.Seed)}
	if g.kind != Random {
		texts = append(texts, "kind", g.kind)
	}
	if g.profile.traits.boundary {
		texts = append(texts, fmt.Sprintf("constants %q", g.options.Constants))
	}
	texts = append(texts, g.profile.texts()...)
	for _, c := range g.options.Rankings {
		texts = append(texts, fmt.Sprintf("%q %q %q %d", c.Name, c.Measure.Of, c.Measure.Path, c.Limit))
		if least := c.Measure.AtLeast; least != nil { // a pointer prints as an address, another in each process
			texts = append(texts, fmt.Sprintf("at least %q %d", least.Relationship, least.Count))
		}
	}
	return digest.OfTexts(texts...)
}

// texts says all of the profile that data depends on, at every scale.
func (p *Profile) texts() []string {
	texts := []string{fmt.Sprint(p.skew)}
	for _, name := range p.Scales() {
		for _, t := range p.model.EntityTypes {
			if n, ok := p.scales[name][t]; ok {
				texts = append(texts, fmt.Sprintf("scale %s %q %d", name, t.Name, n))
			}
		}
	}
	for _, t := range p.model.EntityTypes {
		texts = append(texts, fmt.Sprintf("members %q %+v", t.Name, p.members[t]))
		if none := p.ownerless[t]; none != nil {
			texts = append(texts, fmt.Sprintf("ownerless %q %d", t.Name, *none))
		}
	}
	for _, r := range p.model.Relationships {
		rule := *p.links[r]
		follows := ""
		if rule.follows != nil {
			follows, rule.follows = rule.follows.Name, nil
		}
		texts = append(texts, fmt.Sprintf("links %q %+v %q", r.Name, rule, follows))
	}
	for _, a := range attributesOf(p.model) {
		texts = append(texts, p.attributeTexts(a)...)
	}
	return texts
}

func (p *Profile) attributeTexts(a attributePath) []string {
	var texts []string
	if shape := p.lengths[a.attribute]; shape != nil {
		texts = append(texts, fmt.Sprintf("length %s %+v", a.path, *shape))
	}
	if null := p.nulls[a.attribute]; null != nil {
		texts = append(texts, fmt.Sprintf("null %s %d", a.path, *null))
	}
	if spec := p.specs[a.attribute]; spec != nil {
		texts = append(texts, fmt.Sprintf("value %s %+v", a.path, *spec))
	}
	return texts
}

// InstanceDigest is the digest over all E/R views of an instance, 64 hex digits,
// computed by that many goroutines (at least one). It depends on neither their
// number nor the order of rows.
func InstanceDigest(ctx context.Context, src Source, workers int) (string, error) {
	views := src.Model().Views()
	sums, err := ViewDigests(ctx, src, views, workers)
	if err != nil {
		return "", err
	}
	return Combine(views, sums), nil
}

// Combine is the InstanceDigest of an instance whose views have these sums.
func Combine(views []er.View, sums []*digest.Multiset) string {
	byName := map[string]string{}
	for i, v := range views {
		byName[v.Name] = sums[i].String()
	}
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		texts = append(texts, name, byName[name])
	}
	return digest.OfTexts(texts...)
}

// ViewDigests are the Digests of views, in their order, computed by that many
// goroutines (at least one).
func ViewDigests(ctx context.Context, src Source, views []er.View, workers int) ([]*digest.Multiset, error) {
	sums := make([]*digest.Multiset, len(views))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, workers))
	for i, v := range views {
		group.Go(func() (err error) {
			sums[i], err = Digest(ctx, src, v)
			return err
		})
	}
	return sums, group.Wait()
}
