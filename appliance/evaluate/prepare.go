package evaluate

import (
	"context"

	"ercheck/llm"
)

// prepare gets the model of a task ready when it is the first to ask it, with
// room for the longest prompt of all tasks that do: a local server would load
// the model again for a longer one. A prompt that is too long for the model is
// its cell's failure; any other error stops the run.
func (e *evaluation) prepare(ctx context.Context, todo []task, at int) error {
	model := todo[at].model
	if _, ok := model.(llm.Preparer); !ok {
		return nil
	}
	for _, before := range todo[:at] {
		if before.model == model {
			return nil
		}
	}
	longest, ok := e.longest(todo[at:], model)
	if !ok {
		return nil
	}
	e.progress.asks(model.Name())
	err := llm.Prepare(ctx, model, longest)
	if llm.KindOf(err) == llm.KindTooLong {
		return nil
	}
	return err
}

// longest is the request with the most bytes that tasks send to a model; ok is
// false when every response is there already.
func (e *evaluation) longest(todo []task, model llm.Model) (longest llm.Request, ok bool) {
	most := 0
	for _, t := range todo {
		if t.model != model {
			continue
		}
		w := &worker{evaluation: e, arm: t.arm, model: model}
		for _, key := range t.cells {
			if _, kept := e.Kept[key]; kept {
				continue
			}
			r, _, err := w.request(key)
			if n := size(r); err == nil && n > most {
				longest, most, ok = r, n, true
			}
		}
	}
	return longest, ok
}

func size(r llm.Request) (bytes int) {
	for _, m := range r.Messages {
		bytes += len(m.Content)
	}
	return bytes
}
