package llm_test

import (
	"context"
	"errors"
	"testing"

	"ercheck/llm"
)

type plain struct{}

func (plain) Name() string { return "plain" }
func (plain) Complete(context.Context, llm.Request) (llm.Response, error) {
	return llm.Response{}, nil
}

var errPrepared = errors.New("prepared")

type preparing struct{ plain }

func (preparing) Prepare(context.Context, llm.Request) error { return errPrepared }

type layer struct {
	plain
	inner llm.Model
}

func (l layer) Unwrap() llm.Model { return l.inner }

func TestPrepareLooksThroughLayers(t *testing.T) {
	for _, tt := range []struct {
		name  string
		model llm.Model
		want  error
	}{
		{"one that needs nothing", plain{}, nil},
		{"one that does", preparing{}, errPrepared},
		{"below two layers", layer{inner: layer{inner: preparing{}}}, errPrepared},
		{"nothing below a layer", layer{}, nil},
		{"one that needs nothing below", layer{inner: plain{}}, nil},
	} {
		if got := llm.Prepare(t.Context(), tt.model, llm.Request{}); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
