package variants

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"ercheck/catalog/er"
	"ercheck/catalog/yamlfile"
)

// FileSizeError says that a selection is larger than a variants file may be.
type FileSizeError struct{ Bytes int }

func (e *FileSizeError) Error() string {
	return fmt.Sprintf("the variants file would have %d bytes; at most %d are read", e.Bytes, yamlfile.MaxBytes)
}

// Hint says what to do.
func (e *FileSizeError) Hint() string { return "write fewer variants into one file" }

// FormatFile writes a variants file, which ParseFile reads with the same model
// and presets. A selected variant with a Preset is written as its changes, which
// are found by comparison; one without, with all its choices. comment stands at the
// head; it may have several lines, or none.
//
// The error is an *UnknownPresetError or a *FileSizeError.
func FormatFile(m *er.Model, presets []Variant, selected []Selected, comment string) ([]byte, error) {
	list := &yaml.Node{Kind: yaml.SequenceNode}
	for _, s := range selected {
		n, err := s.node(presets)
		if err != nil {
			return nil, err
		}
		list.Content = append(list.Content, n)
	}
	var b bytes.Buffer
	writeComment(&b, comment)
	top := mapping("domain", text(m.Name), "model", text(m.Digest()), "variants", list)
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	if err := encoder.Encode(top); err != nil {
		return nil, err
	}
	if err := encoder.Close(); err != nil {
		return nil, err
	}
	if b.Len() > yamlfile.MaxBytes {
		return nil, &FileSizeError{b.Len()}
	}
	return b.Bytes(), nil
}

func (s Selected) node(presets []Variant) (*yaml.Node, error) {
	n := mapping("name", text(s.Name))
	var base map[string]string
	key := "choices"
	if s.Preset != "" {
		i := slices.IndexFunc(presets, func(p Variant) bool { return p.Name == s.Preset })
		if i < 0 {
			return nil, &UnknownPresetError{s.Preset, PresetNames()}
		}
		base, key = presets[i].Choices.Map(), "set"
		add(n, "preset", text(s.Preset))
	}
	choices := &yaml.Node{Kind: yaml.MappingNode}
	for _, p := range s.Choices.Points() {
		if c := s.Choices.Get(p); base[p.ID()] != c {
			add(choices, p.ID(), text(c))
		}
	}
	if len(choices.Content) > 0 {
		add(n, key, choices)
	}
	if short := s.Choices.Digest()[:shortDigest]; s.Name != "v_"+short {
		add(n, "digest", text(short))
	}
	return n, nil
}

// mapping makes a node of keys and values in turn.
func mapping(keysAndValues ...any) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for i := 0; i < len(keysAndValues); i += 2 {
		add(n, keysAndValues[i].(string), keysAndValues[i+1].(*yaml.Node))
	}
	return n
}

func add(n *yaml.Node, key string, value *yaml.Node) {
	n.Content = append(n.Content, text(key), value)
}

// text is a node that reads as a text, whatever it looks like.
func text(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s} }

// writeComment puts # before each line, and a space for what could end one.
func writeComment(b *bytes.Buffer, comment string) {
	if comment == "" {
		return
	}
	clean := func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\uFEFF' {
			return ' '
		}
		return r
	}
	for line := range strings.Lines(strings.ToValidUTF8(comment, "?")) {
		line = strings.TrimRight(strings.Map(clean, line), " ")
		b.WriteString(strings.TrimRight("# "+line, " ") + "\n")
	}
}
