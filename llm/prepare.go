package llm

import "context"

// Preparer is a Model that has to be got ready, and for which a prompt that is
// longer than those before makes a difference: the room for it has to be set
// aside when the model is loaded.
type Preparer interface {
	// Prepare loads the model with room for longest, the request of a run with the
	// longest prompt. It finds out early what would fail every cell: its errors are
	// those of Complete. A Model works without it, and better after it.
	Prepare(ctx context.Context, longest Request) error
}

// Prepare gets m ready, if that is a thing it needs. A layer around a model is
// looked through if it has a method Unwrap that gives the model.
func Prepare(ctx context.Context, m Model, longest Request) error {
	for m != nil {
		if p, ok := m.(Preparer); ok {
			return p.Prepare(ctx, longest)
		}
		layer, ok := m.(interface{ Unwrap() Model })
		if !ok {
			return nil
		}
		m = layer.Unwrap()
	}
	return nil
}
