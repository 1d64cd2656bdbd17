package instance

import (
	"fmt"
	"math"

	"ercheck/catalog/er"
)

// idBlock is what ids that lie apart begin behind a multiple of.
const idBlock = 1000

// idsAbove is the number behind which a hierarchy's ids begin: 0, or where they
// shall lie apart a multiple of idBlock above all ids of the hierarchies before.
func (g *Generator) idsAbove(root *er.EntityType, n int64) (int64, error) {
	if g.profile.traits.ids != idsApart {
		return 0, nil
	}
	above := int64(0)
	for _, other := range g.model.Roots() {
		if other == root {
			break
		}
		if other.Owner == nil && oneInteger(other) {
			above += (g.at.members[other].n + idBlock) / idBlock * idBlock
		}
	}
	if root.Key[0].Type.Base == er.Integer && above+n > math.MaxInt32 {
		return 0, &CountError{fmt.Sprintf("the key attribute %s holds no ids that lie apart from %d others",
			joinPath(root.Name, root.Key[0].Name), above), "make it a bigint, or set fewer entities"}
	}
	return above, nil
}
