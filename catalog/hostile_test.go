package catalog

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Large files, made to take time or memory, end in faults soon.
// The time is generous for slow machines; without limits it is minutes, or all of
// the machine's memory.
func TestHostileFilesEndSoon(t *testing.T) {
	const head = "domain: d\nentity_types:\n- {name: A, key: {a: integer}}\n"
	for name, source := range map[string]string{
		"many entity types":    "domain: d\nentity_types:\n" + strings.Repeat("- {name: A, key: {a: integer}}\n", 20_000),
		"many unknown keys":    head + numbered("%x: 1\n", 60_000),
		"many attributes":      "domain: d\nentity_types:\n- {name: A, key: {a: integer}, attributes: {" + numbered("a%x: text, ", 40_000) + "}}\n",
		"many questions":       head + "questions: {s: [" + strings.Repeat("{id: q, text: t, gold: g},", 20_000) + "]}\n",
		"many sets":            head + "questions: {" + numbered("s%d: [],", 50_000) + "]}\n",
		"mistakes of one long": head + "questions: {s: [{id: q, text: t, ranking: {limit: 1, by: n, columns: a, scores: " + strings.Repeat("x", 500_000) + "}, mistakes: {" + numbered("m%x: {limit: 2}, ", 20_000) + "}}]}\n",
		"deep":                 strings.Repeat("[a,", 200_000),
		"open quote":           "domain: 'd\n" + strings.Repeat("\n", 1_000_000),
		"long name":            strings.Replace(head, "name: A", "name: "+strings.Repeat("A", 1_000_000), 1),
	} {
		start := time.Now()
		_, err := Parse("f.yaml", []byte(source))
		if err == nil {
			t.Errorf("%s: accepted", name)
		} else if len(err.Error()) > 20_000 {
			t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s took %v", name, took)
		} else {
			t.Logf("%s: %d bytes in %v", name, len(source), took.Round(time.Millisecond))
		}
	}
}

func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}
