package llm

import "context"

// Stage is how far a call is that has not ended.
type Stage int

// The stages of a call, in their order. A provider tells of those that it can
// see, as they begin, by Reached; whoever gave the call holds each to a time of
// its own. A call of which nothing is told has one time for the whole.
const (
	// StageLoading: the model is brought into memory, which is no time of the
	// answer's. What does not load leaves it out.
	StageLoading Stage = iota + 1
	// StageWaiting: the prompt is with a model that is there, and the answer is
	// going to be streamed. Who tells of it has to tell of StageAnswering too.
	StageWaiting
	// StageAnswering: the first piece of the answer, or of its reasoning, came.
	StageAnswering
)

type traceKey struct{}

// WithTrace gives a context for a call whose stages f is told. f is called by
// the goroutine of the call and must not block.
func WithTrace(ctx context.Context, f func(Stage)) context.Context {
	return context.WithValue(ctx, traceKey{}, f)
}

// Reached is called by a provider when a stage of the call with ctx begins. A
// stage that is told twice counts once. It does nothing where nobody listens.
func Reached(ctx context.Context, s Stage) {
	if f, ok := ctx.Value(traceKey{}).(func(Stage)); ok {
		f(s)
	}
}
