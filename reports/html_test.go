package reports

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	stdhtml "html"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ercheck/appliance/record"
	"ercheck/reports/visible"
)

// cutOut takes the texts of an element out of a page.
func cutOut(page, name string) (rest string, texts []string) {
	var b strings.Builder
	for {
		before, from, found := strings.Cut(page, "<"+name)
		b.WriteString(before)
		if !found {
			return b.String(), texts
		}
		_, from, _ = strings.Cut(from, ">")
		text, after, _ := strings.Cut(from, "</"+name+">")
		texts = append(texts, text)
		page = after
	}
}

// allowed are the elements that the page is made of.
var allowed = strings.Fields(`html head meta title body header main section nav p h1 h2 h3 dl div dt dd ul li
	a code b i span details summary pre table thead tbody tr th td button figure figcaption noscript dialog
	svg g rect text path`)

// checkPage parses a page and holds it to what every page must be: text that can
// be shown, known elements, nothing loaded, no script but its own.
func checkPage(t *testing.T, page string) {
	t.Helper()
	if !utf8.ValidString(page) || strings.ContainsAny(page, "\x00\x1b\u2028\u2029\u202e") {
		t.Error("the page holds invalid or invisible characters")
	}
	checkScripts(t, page)
	if _, css := cutOut(page, "style"); len(css) != 1 || css[0] != asset("style.css") {
		t.Error("a style that is not the page's own")
	}
	if css := asset("style.css"); strings.Contains(css, "url(") || strings.Contains(css, "@import") {
		t.Error("the style loads something")
	}
	eachElement(t, page, func(e xml.StartElement) {
		if !slices.Contains(allowed, e.Name.Local) {
			t.Errorf("element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			checkAttribute(t, e.Name.Local, a.Name.Local, a.Value)
		}
	})
}

// checkScripts: first the data, then the script, whose digest is in the policy.
func checkScripts(t *testing.T, page string) {
	t.Helper()
	_, found := cutOut(page, "script")
	if len(found) != 2 {
		t.Fatalf("%d scripts", len(found))
	}
	var p payload
	if err := json.Unmarshal([]byte(found[0]), &p); err != nil {
		t.Fatalf("the page's data: %v", err)
	}
	checkPayload(t, p)
	if strings.ContainsAny(found[0], "<>") {
		t.Error("markup in the page's data")
	}
	if found[1] != script() {
		t.Error("the script is not the one that the policy allows")
	}
	if !strings.Contains(stdhtml.UnescapeString(page), policy(found[1])) {
		t.Error("the policy does not allow the page's own script")
	}
}

// checkPayload: every index leads somewhere, and no text or row is there twice.
func checkPayload(t *testing.T, p payload) {
	t.Helper()
	for i, c := range p.Cells {
		for what, at := range map[string][2]int{"model": {c.Model, len(p.Models)}, "question": {c.Question, len(p.Questions)},
			"variant": {c.Variant, len(p.Variants)}, "sql": {c.SQL, len(p.Texts)}, "answer": {c.Answer, len(p.Answers)},
			"message": {c.Message, len(p.Texts)}, "response": {c.Response, len(p.Texts)}} {
			if at[0] < -1 || at[0] >= at[1] {
				t.Errorf("cell %d: %s %d of %d", i, what, at[0], at[1])
			}
		}
	}
	for i, a := range p.Answers {
		for _, r := range a.Rows {
			if r < 0 || r >= len(p.Rows) {
				t.Errorf("answer %d: row %d of %d", i, r, len(p.Rows))
			}
		}
	}
	if p.Same != nil && len(p.Same) != len(p.Rows) {
		t.Errorf("%d rows, equalities of %d", len(p.Rows), len(p.Same))
	}
}

var ownStyle = regexp.MustCompile(`^(width:[0-9.]+%|max-width:[0-9]+px;min-width:[0-9]+px)$`)

func checkAttribute(t *testing.T, element, name, value string) {
	t.Helper()
	switch name {
	case "href":
		if !strings.HasPrefix(value, "#") {
			t.Errorf("%s leads to %q", element, value)
		}
	case "src", "srcset", "action", "formaction", "data", "poster", "background", "xlink:href", "srcdoc":
		t.Errorf("%s has %s=%q", element, name, value)
	case "style":
		if !ownStyle.MatchString(value) {
			t.Errorf("%s has style %q", element, value)
		}
	}
	if strings.HasPrefix(name, "on") {
		t.Errorf("%s has the handler %s", element, name)
	}
}

// eachElement reads the markup without the texts of scripts and styles, which no
// XML reader understands.
func eachElement(t *testing.T, page string, f func(xml.StartElement)) {
	t.Helper()
	page, _ = cutOut(page, "script")
	page, _ = cutOut(page, "style")
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, []string{"meta"}, xml.HTMLEntity
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			f(e)
		}
	}
}

func TestPageIsComplete(t *testing.T) {
	for name, in := range map[string]Input{"one": oneModel(), "two": twoModels()} {
		t.Run(name, func(t *testing.T) {
			page := html(t, name, in)
			checkPage(t, page)
			buttons, rects := 0, 0
			eachElement(t, page, func(e xml.StartElement) {
				for _, a := range e.Attr {
					if a.Name.Local == "data-cell" {
						buttons++
					}
				}
				if e.Name.Local == "rect" {
					rects++
				}
			})
			if buttons != len(in.Cells) {
				t.Errorf("%d cells can be chosen, of %d", buttons, len(in.Cells))
			}
			if rects < 200*len(in.Run.Models) { // agreement and flips of ten variants
				t.Errorf("%d rectangles", rects)
			}
			checkTexts(t, page, in)
		})
	}
}

func checkTexts(t *testing.T, page string, in Input) {
	t.Helper()
	read := stdhtml.UnescapeString(page)
	want := []string{in.Run.ID, in.Run.Title, proofLine(in.Run.Proof), agreementAlone, in.Run.Events[0].Message,
		in.Run.Variants[0].Dump, in.Run.Diagram, "pairs of variants", "not judged", "Ties at the cut", in.Run.Data.Digest, in.Run.Versions.Postgres, "256 MB"}
	for _, q := range in.Run.Questions {
		want = append(want, q.Text, q.Gold.SQL)
	}
	for _, e := range in.Run.Model.EntityTypes {
		want = append(want, ">"+e.Name+"</text>")
	}
	for _, m := range in.Scores.Models {
		want = append(want, m.Name, percent(m.AverageAgreement), percent(m.RobustAccuracy), points(m.SchemaGap))
	}
	for _, text := range want {
		if !strings.Contains(read, text) {
			t.Errorf("the page does not say %q", text)
		}
	}
}

// Every text of a run, in whatever field, is taken for hostile.
func TestHostileTexts(t *testing.T) {
	for i, hostile := range []string{
		`</script><script>alert(1)</script>`,
		`"><img src=http://example.invalid/x onerror=alert(1)>`,
		`'><svg onload=alert(1)>`,
		`<!--`,
		`]]></title></style></textarea></pre><h1>`,
		`{{.}}${1}` + "`",
		`javascript:alert(1)`,
		"\x00\x1b[31m\x07\x9b31m\x7f",
		"\xff\xfe\xc0\x80",
		"\u2028\u2029\u202e\u2066\ufeff",
		`=cmd|' /C calc'!A0`,
		"NaN\r\n\t Infinity &amp; &#60;script&#62;",
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			in := poison(cut(twoModels(), 3, 4), hostile)
			in.Cells[1].Outcome += record.Outcome(hostile)
			in = New(in.Run, in.Cells, in.Samples)
			page := html(t, fmt.Sprint("hostile", i), in)
			checkPage(t, page)
			if line := visible.Line(in.Run.Title); !strings.Contains(stdhtml.UnescapeString(page), line) {
				t.Errorf("the page does not show %q", line)
			}
			out := terminal(t, in, TerminalOptions{Width: 80})
			if !utf8.ValidString(out) || strings.ContainsAny(out, "\x00\x1b\x07\x7f\r\u2028\u202e") {
				t.Errorf("the terminal gets controls:\n%q", out)
			}
			checkMarkdown(t, markdownText(t, in))
			checkCSV(t, in)
			var d struct{ Cells []cell }
			if err := json.Unmarshal([]byte(jsonText(t, in)), &d); err != nil {
				t.Fatal(err)
			}
			if want := strings.ToValidUTF8(in.Cells[0].SQL, "\ufffd"); utf8.ValidString(hostile) && d.Cells[0].SQL != want {
				t.Errorf("JSON has %q, want %q", d.Cells[0].SQL, want)
			}
		})
	}
}

// poison appends a text to every string of a run, so that names still match. The
// outcomes stay, or there would be no answers to show.
func poison(in Input, s string) Input {
	poisonValue(reflect.ValueOf(&in.Run).Elem(), s)
	poisonValue(reflect.ValueOf(&in.Cells).Elem(), s)
	poisonValue(reflect.ValueOf(&in.Samples).Elem(), s)
	return New(in.Run, in.Cells, in.Samples)
}

func poisonValue(v reflect.Value, s string) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[record.Outcome]() {
			return
		}
		v.SetString(v.String() + s)
	case reflect.Slice:
		c := reflect.MakeSlice(v.Type(), v.Len(), v.Len()) // never the test data's own
		reflect.Copy(c, v)
		v.Set(c)
		for i := range c.Len() {
			poisonValue(c.Index(i), s)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			c := reflect.New(v.Type().Elem())
			c.Elem().Set(v.Elem())
			poisonValue(c.Elem(), s)
			v.Set(c)
		}
	case reflect.Map:
		c := reflect.MakeMap(v.Type())
		for _, key := range v.MapKeys() {
			c.SetMapIndex(reflect.ValueOf(key.String()+s), reflect.ValueOf(v.MapIndex(key).String()+s))
		}
		v.Set(c)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				poisonValue(v.Field(i), s)
			}
		}
	}
}

func TestMegabyteIsCutOnThePageOnly(t *testing.T) {
	in := cut(oneModel(), 3, 4)
	big := "SELECT '" + strings.Repeat("é<", 400_000) + "'"
	in.Cells[0].SQL, in.Cells[0].Response, in.Cells[1].Message = big, big+"x", big
	in.Run.Questions[0].Text, in.Run.Questions[0].Gold.SQL, in.Run.Variants[0].Dump = big, big+"y", big
	in.Samples[0].Rows[0][0] = &big
	page := html(t, "large", in)
	checkPage(t, page)
	if len(page) > 2<<20 {
		t.Errorf("the page has %d bytes", len(page))
	}
	if !strings.Contains(page, "1.1 MB") {
		t.Error("the page does not say how large the whole text is")
	}
	if out := terminal(t, in, TerminalOptions{Width: 80}); len(out) > 20_000 {
		t.Errorf("the terminal gets %d bytes", len(out))
	}
	var d struct{ Cells []cell }
	if err := json.Unmarshal([]byte(jsonText(t, in)), &d); err != nil {
		t.Fatal(err)
	}
	if d.Cells[0].SQL != big {
		t.Error("the JSON does not have the whole text")
	}
}

// Hundreds of variants and thousands of long texts still make a page that a
// browser can open.
func TestManyCellsStayInBounds(t *testing.T) {
	in := oneModel()
	run := in.Run
	run.Variants = nil
	for i := range 200 {
		run.Variants = append(run.Variants, record.Variant{Name: fmt.Sprint("sample_", i), Tables: 9, Dump: "CREATE TABLE t ();"})
	}
	var cells []record.Cell
	for i := range 200 * len(run.Questions) {
		c := in.Cells[i%len(in.Cells)]
		c.Question, c.Variant = run.Questions[i/200].ID, run.Variants[i%200].Name
		c.SQL, c.Response = fmt.Sprint(i, strings.Repeat(" SELECT", 600)), fmt.Sprint("r", i, strings.Repeat(" SELECT", 600))
		cells = append(cells, c)
	}
	many := New(run, cells, in.Samples)
	page := html(t, "many", many)
	if len(page) > 32<<20 {
		t.Errorf("the page has %d bytes", len(page))
	}
	if out := terminal(t, many, TerminalOptions{Width: 80}); strings.Count(out, "\n") > 60 {
		t.Errorf("the terminal gets %d lines", strings.Count(out, "\n"))
	}
}

type fullDisk struct{ left int }

var errFull = errors.New("no space left on device")

func (d *fullDisk) Write(b []byte) (int, error) {
	if len(b) > d.left {
		return d.left, errFull
	}
	d.left -= len(b)
	return len(b), nil
}

func TestWriteErrorsAreReturned(t *testing.T) {
	in := cut(oneModel(), 3, 4)
	for name, write := range map[string]func(io.Writer) error{
		"html":     func(w io.Writer) error { return HTML(w, in) },
		"json":     func(w io.Writer) error { return JSON(w, in) },
		"md":       func(w io.Writer) error { return Markdown(w, in) },
		"csv":      func(w io.Writer) error { return CSV(w, in) },
		"terminal": func(w io.Writer) error { return Terminal(w, in, TerminalOptions{}) },
	} {
		if err := write(&fullDisk{left: 100}); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// withPlacebo makes the second model a placebo arm of the first.
func withPlacebo(in Input) Input {
	first := in.Run.Models[0]
	in.Run.Arms = []record.Arm{{Name: first, Model: first, Strategy: "direct"}, {Name: in.Run.Models[1], Model: first, Strategy: "direct", Placebo: 1}}
	return New(in.Run, in.Cells, in.Samples)
}

func TestLinksLeadSomewhereAndPlacebosAreNotShownInFull(t *testing.T) {
	for name, in := range map[string]Input{"models": twoModels(), "placebo": withPlacebo(twoModels())} {
		page := html(t, "links-"+name, in)
		there := map[string]bool{}
		eachElement(t, page, func(e xml.StartElement) {
			for _, a := range e.Attr {
				there[a.Value] = there[a.Value] || a.Name.Local == "id"
			}
		})
		links := 0
		eachElement(t, page, func(e xml.StartElement) {
			for _, a := range e.Attr {
				if id, inside := strings.CutPrefix(a.Value, "#"); inside && a.Name.Local == "href" {
					links++
					if !there[id] {
						t.Errorf("%s: a link leads to %q, which is not there", name, a.Value)
					}
				}
			}
		})
		if want := map[string]int{"models": 2, "placebo": 1}[name]; links < want {
			t.Errorf("%s: %d links inside the page", name, links)
		}
		if shown := strings.Count(page, `<section class="model"`); shown != map[string]int{"models": 2, "placebo": 1}[name] {
			t.Errorf("%s: %d models are shown in full", name, shown)
		}
	}
}
