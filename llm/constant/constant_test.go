package constant_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"ercheck/llm"
	"ercheck/llm/constant"
)

var _ llm.Model = constant.Model{}

func TestSameAnswerWhateverIsAsked(t *testing.T) {
	requests := []llm.Request{
		{},
		{Schema: "CREATE TABLE a (a_id integer PRIMARY KEY);", Question: "Which a?"},
		{Schema: "CREATE TABLE b (b_id text PRIMARY KEY);", Question: "Which b?", Cell: llm.Cell{Question: "q", Variant: "v", Repeat: 3}},
	}
	want := llm.Response{Text: "SELECT 1", Finish: llm.FinishStop}
	for _, r := range requests {
		got, err := constant.Model{}.Complete(context.Background(), r)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Complete(%q) = %+v, %v; want %+v", r.Question, got, err, want)
		}
	}
}

func TestStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (constant.Model{}).Complete(ctx, llm.Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want %v", err, context.Canceled)
	}
}
