package llm_test

import (
	"context"
	"slices"
	"testing"

	"ercheck/llm"
)

func TestWhoListensIsToldOfStages(t *testing.T) {
	llm.Reached(context.Background(), llm.StageWaiting) // nobody listens
	var told []llm.Stage
	ctx, cancel := context.WithCancel(llm.WithTrace(context.Background(), func(s llm.Stage) { told = append(told, s) }))
	cancel()
	all := []llm.Stage{llm.StageLoading, llm.StageWaiting, llm.StageAnswering}
	for _, s := range all {
		llm.Reached(ctx, s)
	}
	if !slices.Equal(told, all) {
		t.Errorf("told of %v, want %v", told, all)
	}
}
