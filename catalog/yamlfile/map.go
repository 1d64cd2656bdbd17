package yamlfile

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"ercheck/catalog/fault"
	"ercheck/catalog/nearest"
)

// Map is a mapping whose keys are asked for one by one.
type Map struct {
	what   string // for messages: "entity type"
	node   *yaml.Node
	faults *fault.List
	keys   []*yaml.Node // in the order of the file, without duplicates
	values map[string]*yaml.Node
	asked  []string
}

// AsMap looks into a mapping; what names it in messages, as "entity type". It
// never returns nil: another kind of node and a duplicate key are faults, and a
// nil node is an empty mapping.
func AsMap(n *yaml.Node, what string, faults *fault.List) *Map {
	m := &Map{what: what, node: n, faults: faults, values: map[string]*yaml.Node{}}
	if n == nil {
		return m
	}
	if n.Kind != yaml.MappingNode {
		faults.Add(At(n), "write it as key: value", "%s must be a mapping, not %s", what, Kind(n))
		return m
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		m.add(n.Content[i], n.Content[i+1])
	}
	return m
}

func (m *Map) add(key, value *yaml.Node) {
	if key.Kind != yaml.ScalarNode {
		m.faults.Add(At(key), "use a plain name as key", "%s: a key is %s", m.what, Kind(key))
		return
	}
	if first, ok := m.values[key.Value]; ok {
		m.faults.Add(At(key), "keep one of them", "key %s appears twice (first on line %d)", quote(key.Value), first.Line)
		return
	}
	m.keys = append(m.keys, key)
	m.values[key.Value] = value
}

// At is where the mapping begins.
func (m *Map) At() fault.Position { return At(m.node) }

// AtKey is where the value of key begins, or the mapping when it has no such key.
func (m *Map) AtKey(key string) fault.Position {
	if n := m.values[key]; n != nil {
		return At(n)
	}
	return m.At()
}

// Has says whether the key is there. It counts as asked for.
func (m *Map) Has(key string) bool { return m.Node(key) != nil }

// Listed is Has for a key that is not offered when another is mistyped: one that
// is only known to be answered.
func (m *Map) Listed(key string) bool {
	if m.values[key] == nil {
		return false
	}
	return m.Has(key)
}

// Node returns the value of key, or nil.
func (m *Map) Node(key string) *yaml.Node {
	if !slices.Contains(m.asked, key) {
		m.asked = append(m.asked, key)
	}
	return m.values[key]
}

// Need records a fault for each key that is missing.
func (m *Map) Need(keys ...string) {
	if m.node != nil && m.node.Kind != yaml.MappingNode {
		return // said already
	}
	for _, key := range keys {
		if !m.Has(key) {
			m.faults.Add(m.At(), "add "+key+":", "%s: %s is missing", m.what, key)
		}
	}
}

// Pairs yields all keys with their values, for mappings whose keys are names
// that the user chose. Done must not be called then.
func (m *Map) Pairs() iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) {
		for _, key := range m.keys {
			if !yield(key, m.values[key.Value]) {
				return
			}
		}
	}
}

// Len is how many keys there are.
func (m *Map) Len() int { return len(m.keys) }

// maxUnknown is how many unknown keys of one mapping are reported.
const maxUnknown = 20

// Done reports the keys that were never asked for, and of a mapping with more
// than twenty of them the first twenty.
func (m *Map) Done() {
	found := 0
	for _, key := range m.keys {
		if slices.Contains(m.asked, key.Value) {
			continue
		}
		if found++; found <= maxUnknown {
			m.faults.Add(At(key), nearest.Hint(key.Value, m.asked), "%s: unknown key %s", m.what, quote(key.Value))
		}
	}
	if found > maxUnknown {
		m.faults.Add(m.At(), "correct the others first", "%s: %d more unknown keys", m.what, found-maxUnknown)
	}
}

// Map looks into the mapping at key; an absent key is an empty mapping.
func (m *Map) Map(key, what string) *Map { return AsMap(m.Node(key), what, m.faults) }

// List gives the elements at key; an absent key is an empty list.
func (m *Map) List(key string) []*yaml.Node { return AsList(m.Node(key), key, m.faults) }

// Text gives the text at key, "" when absent.
func (m *Map) Text(key string) string { return AsText(m.Node(key), key, m.faults) }

// Texts gives a list of texts; a single text is a list of one.
func (m *Map) Texts(key string) []string {
	n := m.Node(key)
	if n == nil {
		return nil
	}
	if n.Kind == yaml.ScalarNode {
		return []string{AsText(n, key, m.faults)}
	}
	var all []string
	for _, e := range AsList(n, key, m.faults) {
		all = append(all, AsText(e, key, m.faults))
	}
	return all
}

// Bool gives true or false at key, false when absent.
func (m *Map) Bool(key string) bool {
	n := m.Node(key)
	if n == nil {
		return false
	}
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!bool" {
		m.faults.Add(At(n), "write true or false without quotes", "%s must be true or false, not %s", key, Kind(n))
		return false
	}
	return strings.EqualFold(n.Value, "true")
}

// Int gives the whole number at key, or absent when there is none. A number
// outside least to most is a fault.
func (m *Map) Int(key string, least, most, absent int64) int64 {
	n := m.Node(key)
	if n == nil {
		return absent
	}
	return AsInt(n, key, least, most, m.faults)
}

// OneOf gives the text at key when it is one of the options; anything else that
// is there is a fault. Absent is "".
func (m *Map) OneOf(key string, options ...string) string {
	before := m.faults.Len()
	text := m.Text(key)
	if !m.Has(key) || slices.Contains(options, text) || m.faults.Len() > before {
		return text
	}
	m.faults.Add(m.AtKey(key), nearest.Hint(text, options), "%s cannot be %s", key, quote(text))
	return ""
}

// AsList gives the elements of a list; nil and another kind of node, which is a
// fault, give none.
func AsList(n *yaml.Node, what string, faults *fault.List) []*yaml.Node {
	if n == nil {
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		faults.Add(At(n), "write it as - element lines or [a, b]", "%s must be a list, not %s", what, Kind(n))
		return nil
	}
	return n.Content
}

// AsText gives a text. A number, boolean or null without quotes is a fault:
// YAML may have read it otherwise than it was meant (1.10, no, 012).
func AsText(n *yaml.Node, what string, faults *fault.List) string {
	if n == nil {
		return ""
	}
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str" {
		faults.Add(At(n), textHint(n), "%s must be a text, not %s", what, Kind(n))
		return ""
	}
	return n.Value
}

func textHint(n *yaml.Node) string {
	switch {
	case n.Kind != yaml.ScalarNode:
		return "write a single text"
	case n.Value == "":
		return "write it, or leave the key out"
	}
	return "put it in quotes if it is meant as text"
}

// AsInt gives a whole number from least to most.
func AsInt(n *yaml.Node, what string, least, most int64, faults *fault.List) int64 {
	value, err := strconv.ParseInt(strings.ReplaceAll(n.Value, "_", ""), 10, 64)
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!int" || err != nil {
		faults.Add(At(n), fmt.Sprintf("write a number from %d to %d", least, most), "%s must be a whole number, not %s", what, Kind(n))
		return least
	}
	if value < least || value > most {
		faults.Add(At(n), fmt.Sprintf("write a number from %d to %d", least, most), "%s is %d", what, value)
		return least
	}
	return value
}

// Kind says in words what a node is: "a list", "the number 12".
func Kind(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Value == "":
		return "empty"
	}
	switch n.ShortTag() {
	case "!!int", "!!float":
		return "the number " + clip(n.Value)
	case "!!bool", "!!null":
		return clip(n.Value)
	case "!!timestamp":
		return "the date " + clip(n.Value)
	}
	return "the text " + quote(n.Value)
}

func quote(s string) string { return fmt.Sprintf("%q", clip(s)) }

// clip keeps messages short whatever a file contains.
func clip(s string) string {
	const most = 60
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
