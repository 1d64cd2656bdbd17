package diagram

import (
	"strings"

	"ercheck/appliance/record"
	"ercheck/reports/visible"
)

// graph is a model with its names resolved.
type graph struct {
	trees []*tree
	links []*link
	lost  int // relationships and owners that name no type
}

// tree is a hierarchy, or an entity type without one.
type tree struct {
	root   *node
	column int
}

// node is one entity type.
type node struct {
	name           string
	abstract, weak bool
	lines          []line
	tree           *tree
	parent         *node
	children       []*node // the order may be changed to uncross lines
	depth          int

	x, y, w, h int
	ports      [2][]*end // by side
}

// line is one line of text in a box.
type line struct {
	name, kind string // kind is the type, "" for none
	key, multi bool
	indent     bool // a component of the line above
}

// link is a relationship, or the one of a weak entity type with its owner.
type link struct {
	name        string
	says        string // for those who point at it
	attributes  []string
	identifying bool
	ends        [2]*end

	channel int // right of the column of this number
	y, h, w int
}

// end is where a link meets a box.
type end struct {
	node  *node
	label string // how many, and the role where it says more than the type
	total bool
	link  *link

	side  int     // of the box
	y     int     // of the port
	route []*unit // what the line passes on its way from the box to the link: a channel, a column, …
	pill  int     // the height at which the line meets the link
}

// The sides of a box.
const (
	left = iota
	right
)

// The longest texts, in columns, and most lines of one box or link.
const (
	maxName  = 30
	maxKind  = 18
	maxLines = 30
	maxNotes = 4
)

func newGraph(d *record.Diagram) *graph {
	g := &graph{}
	types := map[string]*node{}
	for _, t := range d.EntityTypes {
		if types[t.Name] == nil {
			types[t.Name] = newNode(t)
		}
	}
	seen := map[*node]bool{}
	for _, t := range d.EntityTypes {
		n := types[t.Name]
		if !seen[n] {
			seen[n] = true
			n.adopt(types[t.Parent])
		}
	}
	seen = map[*node]bool{}
	for _, t := range d.EntityTypes {
		if n := types[t.Name]; n.parent == nil && !seen[n] {
			seen[n] = true
			g.plant(n)
		}
	}
	g.connect(d, types)
	return g
}

func newNode(t record.DiagramType) *node {
	n := &node{name: short(t.Name, maxName), abstract: t.Abstract, weak: t.Owner != ""}
	for _, a := range t.Key {
		n.attribute(a, true)
	}
	for _, a := range t.Attributes {
		n.attribute(a, false)
	}
	if over := len(n.lines) - maxLines; over > 0 {
		n.lines = append(n.lines[:maxLines], line{name: "and " + number(over) + " more"})
	}
	return n
}

func (n *node) attribute(a record.DiagramAttribute, key bool) {
	n.lines = append(n.lines, line{name: short(a.Name, maxName), kind: kind(a), key: key, multi: a.Multi})
	for _, c := range a.Composite {
		n.lines = append(n.lines, line{name: short(c.Name, maxName), kind: kind(c), key: key, indent: true})
	}
}

// kind is the type with the marks of the model file: [] for several values, ?
// where there may be none.
func kind(a record.DiagramAttribute) string {
	s := short(a.Type, maxKind)
	if a.Multi {
		s += "[]"
	}
	if a.Nullable {
		s += "?"
	}
	return s
}

// adopt hangs n below its parent, unless there is none or it is below n itself.
func (n *node) adopt(parent *node) {
	for p := parent; p != nil; p = p.parent {
		if p == n {
			return
		}
	}
	if parent != nil {
		n.parent = parent
		parent.children = append(parent.children, n)
	}
}

func (g *graph) plant(root *node) {
	t := &tree{root: root}
	root.walk(func(n *node) {
		n.tree = t
		if n.parent != nil {
			n.depth = n.parent.depth + 1
		}
	})
	g.trees = append(g.trees, t)
}

// walk visits n and everything below it, parents first.
func (n *node) walk(visit func(*node)) {
	visit(n)
	for _, c := range n.children {
		c.walk(visit)
	}
}

func (g *graph) connect(d *record.Diagram, types map[string]*node) {
	for _, r := range d.Relationships {
		g.link(newLink(r), types[r.From.Type], types[r.To.Type])
	}
	for _, t := range d.EntityTypes {
		if t.Owner != "" {
			g.link(ownerLink(t), types[t.Name], types[t.Owner])
		}
	}
}

func (g *graph) link(l *link, from, to *node) {
	if from == nil || to == nil {
		g.lost++
		return
	}
	l.ends[0].node, l.ends[1].node = from, to
	g.links = append(g.links, l)
}

func newLink(r record.DiagramRelationship) *link {
	many, one := "N", "1"
	from, to := many, one
	switch r.Cardinality {
	case "1:1":
		from = one
	case "M:N":
		from, to = "M", many
	}
	l := &link{name: short(r.Name, maxName), says: sentence(r)}
	l.ends[0] = &end{link: l, label: label(from, r.From), total: r.From.Total}
	l.ends[1] = &end{link: l, label: label(to, r.To), total: r.To.Total}
	for _, a := range r.Attributes[:min(len(r.Attributes), maxNotes)] {
		l.attributes = append(l.attributes, strings.TrimSpace(short(a.Name, maxName)+" "+kind(a)))
	}
	if over := len(r.Attributes) - maxNotes; over > 0 {
		l.attributes = append(l.attributes, "and "+number(over)+" more")
	}
	return l
}

func ownerLink(t record.DiagramType) *link {
	l := &link{name: "part of", identifying: true,
		says: short(t.Name, maxName) + " is a weak entity type: each is identified by its " + short(t.Owner, maxName) + " and its own key"}
	l.ends[0] = &end{link: l, label: "N", total: true}
	l.ends[1] = &end{link: l, label: label("1", record.DiagramEnd{Type: t.Owner, Role: t.OwnerRole})}
	return l
}

func sentence(r record.DiagramRelationship) string {
	return short(r.Name, maxName) + ", " + short(r.Cardinality, maxKind) + ": from " + participant(r.From) + " to " + participant(r.To)
}

func participant(e record.DiagramEnd) string {
	s := short(e.Type, maxName)
	if telling(e) {
		s += " as " + short(e.Role, maxName)
	}
	if e.Total {
		s += " (every one takes part)"
	}
	return s
}

func label(count string, e record.DiagramEnd) string {
	if telling(e) {
		return count + " " + short(e.Role, maxName)
	}
	return count
}

// telling says whether the role says more than the type's name does.
func telling(e record.DiagramEnd) bool { return e.Role != "" && plain(e.Role) != plain(e.Type) }

func plain(name string) string {
	name, _ = visible.Cut(name, 1000)
	return strings.ToLower(strings.NewReplacer(" ", "", "_", "").Replace(name))
}

func short(s string, columns int) string {
	s, _ = visible.Cut(s, 8*columns)
	return visible.Fit(visible.Line(s), columns)
}
