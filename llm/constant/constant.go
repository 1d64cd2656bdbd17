// Package constant is the floor among the built-in models: it gives one answer
// to every question on every schema.
//
// Its agreement across variants is 100 and its accuracy 0, which is the reason
// why agreement is never shown alone. The answer must therefore not depend on
// the schema: the first table, or its first key, is another one in each
// variant. It reads nothing of the request.
package constant

import (
	"context"

	"ercheck/llm"
)

// Name is the model's name on the command line.
const Name = "constant"

// SQL is the one answer. It runs on every schema, and is right for none of the
// questions, which all ask about entities.
const SQL = "SELECT 1"

// Model is the constant model. The zero value is ready for use.
type Model struct{}

// Name implements llm.Model.
func (Model) Name() string { return Name }

// Complete implements llm.Model. It fails only when ctx has ended.
func (Model) Complete(ctx context.Context, _ llm.Request) (llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{}, err
	}
	return llm.Response{Text: SQL, Finish: llm.FinishStop}, nil
}
