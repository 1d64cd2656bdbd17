// Package yamlfile reads YAML that a user wrote, so that every fault has its
// line and column.
//
//  1. Parse checks the bytes (size, UTF-8, control characters), parses one
//     document, and refuses what makes files mean something else than they say
//     or grow when read: anchors, aliases, merge keys, tags, a second document,
//     deep nesting.
//  2. AsMap and AsList look into a node; typed getters give plain Go values and
//     record a fault where the value is of another kind.
//  3. Map.Done reports keys that nobody asked for, with the nearest valid one.
//
// Getters never fail: they record a fault and return the zero value, so that one
// pass finds all faults of a file. It does not know what any file means.
package yamlfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"ercheck/catalog/fault"
)

// Limits of a file. A model file of a hundred entity types has about 100 kB.
const (
	MaxBytes = 4 << 20
	MaxDepth = 32 // mappings and lists inside each other
)

// Parse reads the one document of source and returns its root, or nil when it
// recorded faults. A byte order mark and CRLF are fine.
func Parse(source []byte, faults *fault.List) *yaml.Node {
	if len(source) > MaxBytes {
		faults.Add(fault.Position{}, "split it, or leave out what is not needed",
			"the file has %d bytes; at most %d are read", len(source), MaxBytes)
		return nil
	}
	source = bytes.TrimPrefix(source, []byte("\uFEFF"))
	if !plainText(source, faults) {
		return nil
	}
	root, err := decode(source)
	switch {
	case errors.Is(err, io.EOF):
		faults.Add(fault.Position{Line: 1, Column: 1}, "write at least one key", "the file is empty")
		return nil
	case err != nil:
		addSyntax(source, err, faults)
		return nil
	}
	return accept(root, faults)
}

// decode gives the root of the first document, io.EOF for none, and an error
// when there is a second one.
func decode(source []byte) (root *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the YAML reader gave up: %v", r)
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(source))
	var first, second yaml.Node
	if err := decoder.Decode(&first); err != nil {
		return nil, err
	}
	if len(first.Content) == 0 {
		return nil, io.EOF
	}
	switch err := decoder.Decode(&second); {
	case err == nil:
		return nil, fmt.Errorf("line %d: %w", second.Line, errSecond)
	case !errors.Is(err, io.EOF):
		return nil, err
	}
	return first.Content[0], nil
}

var errSecond = errors.New("a second document begins here")

// plainText refuses bytes that no text file has.
func plainText(source []byte, faults *fault.List) bool {
	line, column := 1, 1
	for i := 0; i < len(source); {
		r, size := utf8.DecodeRune(source[i:])
		at := fault.Position{Line: line, Column: column}
		switch {
		case r == utf8.RuneError && size == 1:
			faults.Add(at, "save it as UTF-8", "the file is not UTF-8: byte %#02x", source[i])
			return false
		case r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f:
			faults.Add(at, "take it out", "control character U+%04X", r)
			return false
		}
		if column++; r == '\n' {
			line, column = line+1, 1
		}
		i += size
	}
	return true
}

// accept walks the tree and refuses what Parse's comment lists.
func accept(root *yaml.Node, faults *fault.List) *yaml.Node {
	if root.Kind == yaml.ScalarNode && root.ShortTag() == "!!null" {
		faults.Add(At(root), "write at least one key", "the file is empty")
		return nil
	}
	var found fault.List
	check(root, 1, &found)
	for _, f := range found.Faults() {
		faults.Add(f.At, f.Hint, "%s", f.Message)
	}
	if !found.Empty() {
		return nil
	}
	return root
}

func check(n *yaml.Node, depth int, faults *fault.List) {
	switch {
	case n.Kind == yaml.AliasNode:
		faults.Add(At(n), "write the value out", "alias *%s: aliases are not read", n.Value)
		return
	case n.Anchor != "":
		faults.Add(At(n), "take it out and write the value where it is used", "anchor &%s: anchors are not read", n.Anchor)
	case n.Style&yaml.TaggedStyle != 0:
		faults.Add(At(n), "take the tag out; put a text in quotes", "tag %s: tags are not read", n.Tag)
	case n.Kind == yaml.ScalarNode && n.ShortTag() == "!!merge":
		faults.Add(At(n), "write the keys out", "merge key <<: merging is not supported")
	case depth > MaxDepth:
		faults.Add(At(n), "flatten it", "nested deeper than %d levels", MaxDepth)
		return
	}
	for _, child := range n.Content {
		check(child, depth+1, faults)
	}
}

// At is where a node begins.
func At(n *yaml.Node) fault.Position {
	if n == nil {
		return fault.Position{}
	}
	return fault.Position{Line: n.Line, Column: n.Column}
}

var yamlMessage = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?((?s).*)$`)

// blockError is what the parser says of a line that does not fit its block; it
// then names a line at or above the block's beginning.
var blockError = regexp.MustCompile(`expected (key|'-' indicator|<document start>)|violates indentation`)

// addSyntax turns the parser's error into a fault.
func addSyntax(source []byte, err error, faults *fault.List) {
	parts := yamlMessage.FindStringSubmatch(err.Error())
	line, _ := strconv.Atoi(parts[1])
	message := parts[2]
	switch {
	case blockError.MatchString(message):
		line = firstFailing(source, message)
	case strings.HasPrefix(message, "did not find expected"):
		line++ // the parser counts from 0 here: where the bracket opens
	}
	if line = max(line, 1); errors.Is(err, errSecond) {
		faults.Add(fault.Position{Line: line, Column: 1}, "keep one document in a file", "%s", errSecond)
		return
	}
	faults.Add(fault.Position{Line: line, Column: 1}, syntaxHint(source, line, message), "not YAML: %s", message)
}

func syntaxHint(source []byte, line int, message string) string {
	text := nthLine(source, line)
	indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
	switch {
	case strings.Contains(indent, "\t"):
		return "the line is indented by a tab: indent by spaces"
	case strings.Contains(message, "mapping values are not allowed"):
		return "put a text that contains ': ' in quotes, and check the indentation"
	case strings.Contains(message, "expected key"):
		return "check the indentation: the line belongs to no block above it"
	case strings.Contains(message, "expected ',' or"):
		return "close the bracket; inside { } and [ ], put a text that contains one of []{}, in quotes"
	case strings.Contains(message, "cannot start any token"):
		return "put a text that begins with a special character in quotes"
	case strings.Contains(message, "unknown anchor"):
		return "put a text that begins with * in quotes; aliases are not read"
	}
	return "check quotes, brackets and indentation near this line"
}

func nthLine(source []byte, n int) string {
	lines := bytes.SplitN(source, []byte("\n"), n+1)
	if n > len(lines) {
		return ""
	}
	return string(lines[n-1])
}

// maxProbe bounds the work of firstFailing: larger files get no exact line.
const maxProbe = 512 << 10

// firstFailing is the line of a blockError: the shortest prefix of lines that
// fails in the same way ends with it.
func firstFailing(source []byte, message string) int {
	if len(source) > maxProbe {
		return 1
	}
	ends := lineEnds(source)
	low, high := 1, len(ends)
	for low < high {
		mid := (low + high) / 2
		if _, err := decode(source[:ends[mid-1]]); err != nil && strings.HasSuffix(err.Error(), message) {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}

// lineEnds holds for each line the offset behind it.
func lineEnds(source []byte) []int {
	var ends []int
	for i, b := range source {
		if b == '\n' {
			ends = append(ends, i+1)
		}
	}
	return append(ends, len(source))
}
