package value

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"ercheck/catalog/er"
	"ercheck/catalog/fault"
	"ercheck/catalog/yamlfile"
)

// Parse reads how the values of one attribute look; what names the attribute in
// messages, own are the file's lists of words. What is not said keeps its
// default.
//
//	choices: [a, b] or {a: 3, b: 1}   values, with weights
//	from: 1, to: 10                   a range; also dates and instants
//	share: 0.2                        of true
//	pattern: "{first} {last}"         or patterns: [...], one of them each time
//	object: {key: {...}}              of JSON; a member with list_of is an array
func Parse(n *yaml.Node, what string, t er.Type, own map[string][]string, faults *fault.List) Spec {
	s := Default(t)
	m := yamlfile.AsMap(n, what, faults)
	p := parser{m, what, own, faults}
	_, counted := scaledOf(t)
	if t.Base != er.JSON && m.Has("choices") {
		p.choices(&s)
	}
	switch {
	case counted:
		p.bounds(&s)
	case t.Base == er.Boolean:
		p.share(&s)
	case t.Base == er.Text:
		p.patterns(&s)
	case t.Base == er.JSON:
		p.object(&s)
	}
	m.Done()
	if wrong := s.Check(); wrong != "" {
		faults.Add(m.At(), "", "%s: %s", what, wrong)
	}
	return s
}

type parser struct {
	*yamlfile.Map
	what   string
	own    map[string][]string
	faults *fault.List
}

// scalar gives the text of a scalar of any kind, as written.
func (p parser) scalar(n *yaml.Node) (string, bool) {
	if n == nil || n.Kind != yaml.ScalarNode {
		if n != nil {
			p.faults.Add(yamlfile.At(n), "", "%s: a single value is expected, not %s", p.what, yamlfile.Kind(n))
		}
		return "", false
	}
	return n.Value, true
}

func (p parser) figure(key string, into *int64, parse func(string) (int64, error)) bool {
	text, ok := p.scalar(p.Node(key))
	if !ok {
		return false
	}
	n, err := parse(text)
	if err != nil {
		p.faults.Add(p.AtKey(key), "", "%s: %s: %v", p.what, key, err)
		return false
	}
	*into = n
	return true
}

func (p parser) bounds(s *Spec) {
	c, _ := scaledOf(s.Type)
	from := p.figure("from", &s.From, c.parse)
	to := p.figure("to", &s.To, c.parse)
	s.given = to
	if from && !to && s.To < s.From {
		s.To = min(s.From+1000, c.most)
	}
}

func (p parser) share(s *Spec) { p.figure("share", &s.Share, ParseShare) }

func (p parser) choices(s *Spec) {
	n := p.Node("choices")
	switch n.Kind {
	case yaml.SequenceNode:
		for _, e := range n.Content {
			p.choice(s, e, 1)
		}
	case yaml.MappingNode:
		for key, weight := range yamlfile.AsMap(n, p.what+": choices", p.faults).Pairs() {
			p.choice(s, key, yamlfile.AsInt(weight, p.what+": a weight", 0, maxWeight, p.faults))
		}
	default:
		p.faults.Add(yamlfile.At(n), "write [a, b] or {a: 3, b: 1}", "%s: choices must be a list or a mapping of values to weights", p.what)
	}
	if len(s.Choices) == 0 {
		p.faults.Add(yamlfile.At(n), "", "%s: no choices", p.what)
	}
}

func (p parser) choice(s *Spec, n *yaml.Node, weight int64) {
	text, ok := p.scalar(n)
	if !ok {
		return
	}
	text, err := canonical(s.Type, text)
	if err != nil {
		p.faults.Add(yamlfile.At(n), "", "%s: %v", p.what, err)
		return
	}
	for _, c := range s.Choices {
		if c.Text == text {
			p.faults.Add(yamlfile.At(n), "give it a weight instead", "%s: choice %q appears twice", p.what, text)
			return
		}
	}
	s.Choices = append(s.Choices, Choice{text, weight})
}

// canonical writes a choice as Postgres prints it.
func canonical(t er.Type, text string) (string, error) {
	if c, ok := scaledOf(t); ok {
		n, err := c.parse(text)
		return c.format(n), err
	}
	if t.Base == er.Boolean {
		return flag(strings.EqualFold(text, "true")), nil
	}
	return text, nil
}

func (p parser) patterns(s *Spec) {
	texts := p.Texts("pattern")
	texts = append(texts, p.Texts("patterns")...)
	if len(texts) == 0 {
		return
	}
	s.Patterns = nil
	for _, text := range texts {
		pattern, err := NewPattern(text, p.own)
		if err != nil {
			p.faults.Add(p.At(), "{name} stands for a word of a list, {n} for a number, {#} for a digit", "%s: %v", p.what, err)
			pattern = Pattern{Text: text}
		}
		s.Patterns = append(s.Patterns, pattern)
	}
}

func (p parser) object(s *Spec) {
	if !p.Has("object") {
		return
	}
	s.Members = nil
	for key, n := range p.Map.Map("object", p.what+": object").Pairs() {
		m := Member{Name: key.Value}
		what := p.what + ": " + key.Value
		if n.Kind == yaml.MappingNode && len(n.Content) == 2 && n.Content[0].Value == "list_of" {
			m.List, n = true, n.Content[1]
		}
		m.Spec = Parse(n, what, memberType(n), p.own, p.faults)
		s.Members = append(s.Members, m)
	}
}

// memberType tells the type of a JSON value from what is said of it.
func memberType(n *yaml.Node) er.Type {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		key, node := n.Content[i].Value, n.Content[i+1]
		switch key {
		case "object":
			return er.Type{Base: er.JSON}
		case "share":
			return er.Type{Base: er.Boolean}
		case "from", "to":
			return boundType(node.Value)
		}
	}
	return er.Type{Base: er.Text}
}

func boundType(text string) er.Type {
	if strings.Count(text, "-") > 1 {
		if len(text) > len("2026-01-31") {
			return er.Type{Base: er.Timestamp}
		}
		return er.Type{Base: er.Date}
	}
	if _, part, ok := strings.Cut(text, "."); ok {
		return er.Type{Base: er.Numeric, Precision: 18, Scale: min(len(part), 17)}
	}
	return er.Type{Base: er.Integer}
}

// ParseLists reads lists of words by name.
func ParseLists(m *yamlfile.Map, faults *fault.List) map[string][]string {
	own := map[string][]string{}
	for key, n := range m.Pairs() {
		for _, e := range yamlfile.AsList(n, "the list of words "+key.Value, faults) {
			if word := yamlfile.AsText(e, "a word of "+key.Value, faults); word != "" {
				own[key.Value] = append(own[key.Value], word)
			}
		}
		if len(own[key.Value]) == 0 {
			faults.Add(yamlfile.At(n), "", "the list of words %s is empty", key.Value)
			own[key.Value] = []string{key.Value}
		}
	}
	return own
}
