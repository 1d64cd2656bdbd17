package diagram

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ercheck/appliance/record"
)

var (
	update   = flag.Bool("update", false, "write the golden files anew")
	pictures = flag.String("pictures", "", "folder to write the tests' pictures to, for looking at them")
)

var models = map[string]string{"video": video, "shop": shop, "school": school, "singles": singles}

func draw(t *testing.T, name string, d *record.Diagram) string {
	t.Helper()
	var b strings.Builder
	if _, err := SVG(&b, d); err != nil {
		t.Fatal(err)
	}
	if *pictures != "" {
		page := `<!DOCTYPE html><meta charset="utf-8"><body style="font:16px system-ui">` + b.String()
		if err := os.WriteFile(filepath.Join(*pictures, name+".html"), []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	got := draw(t, "school", model(school))
	path := filepath.Join("testdata", "school.golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("-want +got, -update writes it anew:\n%s", diff)
	}
}

// Everything that a model says is in its picture, and the picture is as large as
// a page bears without becoming unreadable.
func TestPicturesOfWholeModels(t *testing.T) {
	for name, text := range models {
		t.Run(name, func(t *testing.T) {
			d := model(text)
			got := draw(t, name, d)
			texts := readSVG(t, got)
			var want []string
			for _, e := range d.EntityTypes {
				want = append(want, e.Name)
				for _, a := range slices.Concat(e.Key, e.Attributes) {
					want = append(want, a.Name)
				}
			}
			for _, r := range d.Relationships {
				want = append(want, r.Name)
			}
			for _, w := range want {
				if !slices.Contains(texts, w) {
					t.Errorf("%s is not in the picture", w)
				}
			}
			if again := draw(t, name, model(text)); again != got {
				t.Error("drawn again, the picture is another")
			}
			p := arrange(newGraph(d))
			if p.width > 1500 || p.height > 900 {
				t.Errorf("the picture is %d by %d", p.width, p.height)
			}
		})
	}
}

func TestMarks(t *testing.T) {
	texts := readSVG(t, draw(t, "marks", model(`
A^: id*, tags text[], note text?, whole=first+last
B < A
C @ A: nr*
likes 1:1: B=fan! -> A=idol, since date
knows M:N: B -> B=friend`)))
	for _, want := range []string{"text[]", "text?", "first", "last", "1 fan", "1 idol", "since date", "part of", "M", "N friend",
		"likes, 1:1: from B as fan (every one takes part) to A as idol", "knows, M:N: from B to B as friend"} {
		if !slices.Contains(texts, want) {
			t.Errorf("no %q in %q", want, texts)
		}
	}
}

// readSVG gives the texts of a picture that must be well-formed and load nothing.
func readSVG(t *testing.T, svg string) (texts []string) {
	t.Helper()
	if !utf8.ValidString(svg) || strings.ContainsAny(svg, "\x00\x1b\u2028\u202e") {
		t.Error("invalid or invisible characters")
	}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if !slices.Contains([]string{"svg", "title", "g", "rect", "path", "text"}, token.Name.Local) {
				t.Errorf("element %s", token.Name.Local)
			}
		case xml.CharData:
			if s := strings.TrimSpace(string(token)); s != "" {
				texts = append(texts, s)
			}
		}
	}
}

func TestHostileModels(t *testing.T) {
	for i, hostile := range []string{`</svg><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, "\x00\x1b[31m\xff",
		"\u202e\u2028", strings.Repeat("é<", 500_000), "", " "} {
		d := model(video)
		for j := range d.EntityTypes {
			d.EntityTypes[j].Name += hostile
			d.EntityTypes[j].Attributes[0].Name, d.EntityTypes[j].Attributes[1%len(d.EntityTypes[j].Attributes)].Type = hostile, hostile
			if d.EntityTypes[j].Parent != "" {
				d.EntityTypes[j].Parent += hostile
			}
		}
		for j := range d.Relationships {
			r := &d.Relationships[j]
			r.From.Type, r.To.Type = r.From.Type+hostile, r.To.Type+hostile
			r.Name, r.From.Role, r.To.Role, r.Cardinality = hostile, hostile, hostile, hostile
		}
		svg := draw(t, fmt.Sprint("hostile", i), d)
		readSVG(t, svg)
		if p := arrange(newGraph(d)); p.width > 2200 {
			t.Errorf("%.20q makes the picture %d wide", hostile, p.width)
		}
	}
}

// What is wrong in a model costs what is wrong and nothing else.
func TestBrokenModels(t *testing.T) {
	d := model(`
A < C: id*
B < A
C < B
D: id*
D: other*
E < nothing
F < F
G @ nothing
r M:N: A -> nothing
s M:N: D -> E`)
	var b strings.Builder
	lost, err := SVG(&b, d)
	if err != nil {
		t.Fatal(err)
	}
	if lost != 2 { // r, and the owner of G
		t.Errorf("%d relationships lost, want 2", lost)
	}
	texts := readSVG(t, b.String())
	for _, name := range []string{"A", "B", "C", "D", "E", "F", "G", "s"} {
		if !slices.Contains(texts, name) {
			t.Errorf("%s is not in the picture", name)
		}
	}
	for name, d := range map[string]*record.Diagram{"none": nil, "empty": {}, "too large": {EntityTypes: make([]record.DiagramType, MaxTypes+1)}} {
		if got := draw(t, name, d); got != "" || Drawable(d) {
			t.Errorf("%s is drawn", name)
		}
	}
}

// anyModel draws types in any hierarchies and relationships between any of them.
func anyModel(t *rapid.T) *record.Diagram {
	d := &record.Diagram{}
	n := rapid.IntRange(1, 16).Draw(t, "types")
	for i := range n {
		e := record.DiagramType{Name: fmt.Sprint("T", i)}
		if i > 0 && rapid.Bool().Draw(t, "sub") {
			e.Parent = fmt.Sprint("T", rapid.IntRange(0, i-1).Draw(t, "parent"))
		}
		for a := range rapid.IntRange(0, 6).Draw(t, "attributes") {
			e.Attributes = append(e.Attributes, record.DiagramAttribute{Name: fmt.Sprint("a", a), Type: "text"})
		}
		d.EntityTypes = append(d.EntityTypes, e)
	}
	for i := range rapid.IntRange(0, 24).Draw(t, "relationships") {
		end := func(what string) record.DiagramEnd {
			return record.DiagramEnd{Type: fmt.Sprint("T", rapid.IntRange(0, n-1).Draw(t, what)), Role: rapid.SampledFrom([]string{"", "role"}).Draw(t, "role")}
		}
		d.Relationships = append(d.Relationships, record.DiagramRelationship{Name: fmt.Sprint("r", i), Cardinality: "M:N", From: end("from"), To: end("to")})
	}
	return d
}

// In every picture nothing lies upon anything else, lines begin at their boxes
// and at ports of their own, and all is within the picture.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := arrange(newGraph(anyModel(t)))
		var areas []area
		for _, tr := range p.trees {
			tr.root.walk(func(n *node) {
				areas = append(areas, area{n.name, n.x, n.y, n.w, n.h})
				checkPorts(t, n)
			})
		}
		for _, l := range p.links {
			_, _, x := p.edge(l.channel, left)
			areas = append(areas, area{l.name, x + (p.channels[l.channel].w-l.w)/2, l.y - l.h/2, l.w, l.h})
			for _, e := range l.ends {
				for _, u := range e.route {
					if slices.ContainsFunc(p.columns, func(c column) bool { return slices.Contains(c.units, u) }) {
						areas = append(areas, p.passing(u))
					}
				}
			}
		}
		checkAreas(t, p, areas)
	})
}

type area struct {
	name       string
	x, y, w, h int
}

// passing is the area of a line that goes through a column.
func (p *picture) passing(u *unit) area {
	for _, c := range p.columns {
		if slices.Contains(c.units, u) {
			return area{"line of " + u.pass.link.name, c.x, u.y - 1, c.w, 2}
		}
	}
	return area{}
}

func checkPorts(t *rapid.T, n *node) {
	for side, ends := range n.ports {
		for i, e := range ends {
			if e.y < n.y || e.y > n.y+n.h {
				t.Fatalf("a port of %s at %d, the box is from %d to %d", n.name, e.y, n.y, n.y+n.h)
			}
			if i > 0 && e.y-ends[i-1].y < portStep-2 {
				t.Fatalf("ports of %s, side %d: %d and %d", n.name, side, ends[i-1].y, e.y)
			}
		}
	}
}

func checkAreas(t *rapid.T, p *picture, areas []area) {
	for i, a := range areas {
		if a.x < 0 || a.y < -margin || a.x+a.w > p.width || a.y+a.h > p.height+margin {
			t.Fatalf("%+v is outside of %d by %d", a, p.width, p.height)
		}
		for _, b := range areas[:i] {
			if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
				t.Fatalf("%+v lies upon %+v", a, b)
			}
		}
	}
}

// The largest model is drawn in a time that nobody notices beside a run.
func TestLargestModel(t *testing.T) {
	d := &record.Diagram{}
	for i := range MaxTypes {
		d.EntityTypes = append(d.EntityTypes, record.DiagramType{Name: fmt.Sprint("Type", i)})
	}
	for i := range MaxRelationships {
		d.Relationships = append(d.Relationships, record.DiagramRelationship{Name: fmt.Sprint("relationship", i), Cardinality: "M:N",
			From: record.DiagramEnd{Type: fmt.Sprint("Type", i%MaxTypes)}, To: record.DiagramEnd{Type: fmt.Sprint("Type", i*7%MaxTypes)}})
	}
	start := time.Now()
	draw(t, "largest", d)
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
}

func BenchmarkSVG(b *testing.B) {
	d := model(video)
	for b.Loop() {
		if _, err := SVG(io.Discard, d); err != nil {
			b.Fatal(err)
		}
	}
}

// The file is XML by itself, in SVG's namespace; what is too large is refused.
func TestFile(t *testing.T) {
	var b strings.Builder
	if err := File(&b, model(school)); err != nil {
		t.Fatal(err)
	}
	var root struct{ XMLName xml.Name }
	if err := xml.Unmarshal([]byte(b.String()), &root); err != nil || root.XMLName.Space != "http://www.w3.org/2000/svg" || root.XMLName.Local != "svg" {
		t.Errorf("%+v, %v", root, err)
	}
	var size *SizeError
	if err := File(io.Discard, &record.Diagram{}); !errors.As(err, &size) {
		t.Errorf("an empty model: %v", err)
	}
	large := &record.Diagram{EntityTypes: make([]record.DiagramType, MaxTypes+1)}
	if err := File(io.Discard, large); !errors.As(err, &size) || size.Hint() == "" {
		t.Errorf("a large model: %v", err)
	}
}
