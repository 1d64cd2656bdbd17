package er

import "fmt"

// Walk follows relationships by name, beginning at entities of type of: each
// step is the end at which it stands. A relationship is walked from whichever
// end the type reached so far can stand at; where it can stand at both, as on a
// relationship of a type with itself, from From to To.
func (m *Model) Walk(of *EntityType, path []string) ([]End, error) {
	var steps []End
	here := of
	for _, name := range path {
		r := m.Relationship(name)
		if r == nil {
			return nil, fmt.Errorf("there is no relationship %q", name)
		}
		end := End{Relationship: r, AtTo: !here.overlaps(r.From.Type)}
		if !here.overlaps(end.Near().Type) {
			return nil, fmt.Errorf("relationship %q links %q with %q, and the path has reached %q", name, r.From.Type.Name, r.To.Type.Name, here.Name)
		}
		steps = append(steps, end)
		here = end.Far().Type
	}
	return steps, nil
}

// overlaps says whether one entity can be of both types.
func (t *EntityType) overlaps(o *EntityType) bool { return t.IsA(o) || o.IsA(t) }
