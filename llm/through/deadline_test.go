package through

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ercheck/llm"
)

// step is a stage that a call reaches after some time.
type step struct {
	after time.Duration
	stage llm.Stage // 0 = the end
}

// staged is a model whose call goes through stages.
func staged(steps ...step) *scripted {
	return script(func(ctx context.Context, _ int, _ llm.Request) (llm.Response, error) {
		for _, s := range steps {
			if err := sleep(ctx, s.after); err != nil {
				return llm.Response{}, &llm.Error{Kind: llm.KindCut, Message: "broken off", Err: err}
			}
			if s.stage != 0 {
				llm.Reached(ctx, s.stage)
			}
		}
		return answer("yes"), nil
	})
}

func TestEachStageHasItsTime(t *testing.T) {
	d := Deadlines{Load: 100 * time.Second, FirstToken: 10 * time.Second, Total: 30 * time.Second}
	tests := map[string]struct {
		steps []step
		ends  time.Duration
		late  string // of the error; "" = an answer
	}{
		"in time, nothing told": {[]step{{29 * time.Second, 0}}, 29 * time.Second, ""},
		"too long in all":       {[]step{{31 * time.Second, 0}}, 30 * time.Second, "not whole within 30s"},
		"first piece in time":   {[]step{{0, llm.StageWaiting}, {9 * time.Second, llm.StageAnswering}, {20 * time.Second, 0}}, 29 * time.Second, ""},
		"first piece late":      {[]step{{0, llm.StageWaiting}, {11 * time.Second, llm.StageAnswering}}, 10 * time.Second, "no answer began within 10s"},
		"rest late":             {[]step{{0, llm.StageWaiting}, {9 * time.Second, llm.StageAnswering}, {22 * time.Second, 0}}, 30 * time.Second, "not whole within 30s"},
		"loading is apart": {[]step{{time.Second, llm.StageLoading}, {90 * time.Second, llm.StageWaiting}, {9 * time.Second, llm.StageAnswering},
			{19 * time.Second, 0}}, 119 * time.Second, ""},
		"loading is no time of the answer's": {[]step{{time.Second, llm.StageLoading}, {90 * time.Second, llm.StageWaiting}, {9 * time.Second, llm.StageAnswering},
			{21 * time.Second, 0}}, 120 * time.Second, "not whole within 30s"},
		"loading late":             {[]step{{0, llm.StageLoading}, {101 * time.Second, llm.StageWaiting}}, 100 * time.Second, "not loaded within 1m40s"},
		"stages do not go back":    {[]step{{0, llm.StageAnswering}, {0, llm.StageLoading}, {31 * time.Second, 0}}, 30 * time.Second, "not whole within 30s"},
		"told twice is told once":  {[]step{{0, llm.StageWaiting}, {9 * time.Second, llm.StageWaiting}, {2 * time.Second, 0}}, 10 * time.Second, "no answer began"},
		"first piece at the limit": {[]step{{25 * time.Second, llm.StageWaiting}, {9 * time.Second, llm.StageAnswering}}, 30 * time.Second, "not whole within 30s"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := wrap(t, staged(tt.steps...), Options{Deadlines: d, Retry: Retry{Attempts: 1}})
				began := time.Now()
				_, err := m.Complete(context.Background(), ask(0))
				if took := time.Since(began); took != tt.ends {
					t.Errorf("ended after %v, want %v", took, tt.ends)
				}
				e, _ := errors.AsType[*llm.Error](err)
				if tt.late == "" && err != nil || tt.late != "" && (e == nil || e.Kind != llm.KindDeadline || !strings.Contains(e.Message, tt.late) || e.Hint == "") {
					t.Errorf("error %v, want %q", err, tt.late)
				}
			})
		})
	}
}

func TestNoLimitIsNoLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := wrap(t, staged(step{time.Hour, llm.StageLoading}, step{time.Hour, llm.StageWaiting}, step{time.Hour, llm.StageAnswering}, step{time.Hour, 0}),
			Options{Deadlines: Deadlines{-1, -1, -1}})
		mustAnswer(t, m, ask(0))
	})
}

func TestTheCallersEndIsNoDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := wrap(t, slow(time.Hour), Options{})
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(time.Second, cancel)
		if _, err := m.Complete(ctx, ask(0)); err != context.Canceled {
			t.Errorf("error %v", err)
		}
	})
}
