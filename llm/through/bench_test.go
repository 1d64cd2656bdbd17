package through

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ercheck/llm"
)

// BenchmarkComplete says what the layer costs per call, with a prompt of 16 kB:
// bare is the floor, a model that does nothing.
func BenchmarkComplete(b *testing.B) {
	inner := bare{}
	prompt := strings.Repeat("CREATE TABLE t (a integer);\n", 600)
	run := func(name string, m llm.Model) {
		b.Run(name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				r := llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Content: prompt + fmt.Sprint(n)}}}
				if n++; m.Name() == "hit" {
					r.Messages[0].Content = prompt
				}
				if _, err := m.Complete(context.Background(), r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	run("bare", inner)
	run("through", wrap(b, inner, Options{}))
	run("through, files", wrap(b, inner, Options{Cache: Files{b.TempDir()}}))
	run("from files", renamed{wrap(b, inner, Options{Cache: Files{b.TempDir()}}), "hit"})
}

type bare struct{}

func (bare) Name() string { return "fake:bare" }

func (bare) Complete(context.Context, llm.Request) (llm.Response, error) {
	return answer("SELECT 1"), nil
}

type renamed struct {
	llm.Model
	name string
}

func (r renamed) Name() string { return r.name }
