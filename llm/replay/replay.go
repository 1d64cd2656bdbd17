// Package replay is the model that answers from a recording: what a model said
// elsewhere, or said once and is scored again.
//
//  1. Open reads a JSONL file, one response a line, and checks all of it before
//     anything is asked (file.go);
//  2. Complete looks the response up by the request's Cell and gives it back
//     byte for byte.
//
// FromMap serves answers that were made in memory in the same way. The package
// must not know what a question, a variant or SQL is: they are labels and text.
package replay

import (
	"context"
	"fmt"

	"ercheck/llm"
)

// Model answers from memory. It is unchangeable and safe for concurrent use.
type Model struct {
	name      string
	responses map[llm.Cell]string
	hint      string // what to do about a cell that is missing
}

// FromMap returns a model of that name that answers each cell with its text.
// The map is the model's from then on.
func FromMap(name string, responses map[llm.Cell]string) *Model {
	return &Model{name: name, responses: responses, hint: "ask only what it has an answer for"}
}

// Name implements llm.Model.
func (m *Model) Name() string { return m.name }

// Len is the number of responses.
func (m *Model) Len() int { return len(m.responses) }

// Complete implements llm.Model. A cell that is not recorded is an *llm.Error
// of llm.KindNotRecorded, which concerns that cell only.
func (m *Model) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{}, err
	}
	text, ok := m.responses[r.Cell]
	if !ok {
		return llm.Response{}, m.notRecorded(r.Cell)
	}
	return llm.Response{Text: text, Finish: llm.FinishStop}, nil
}

func (m *Model) notRecorded(c llm.Cell) error {
	return &llm.Error{
		Kind:    llm.KindNotRecorded,
		Model:   m.name,
		Message: "no response recorded for " + describe(c),
		Hint:    m.hint,
	}
}

func describe(c llm.Cell) string {
	return fmt.Sprintf("question %q, variant %q, repeat %d", c.Question, c.Variant, c.Repeat)
}
