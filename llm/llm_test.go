package llm_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"ercheck/llm"
)

func TestKindSaysWhatARunShouldDo(t *testing.T) {
	tests := []struct {
		kind             llm.Kind
		final, transient bool
	}{
		{llm.KindUnknownModel, true, false},
		{llm.KindAuth, true, false},
		{llm.KindInvalidFile, true, false},
		{llm.KindBadRequest, true, false},
		{llm.KindBudget, true, false},
		{llm.KindNotRecorded, false, false},
		{llm.KindRefused, false, false},
		{llm.KindTooLong, false, false},
		{llm.KindRate, false, true},
		{llm.KindServer, false, true},
		{llm.KindUnreachable, false, true},
		{llm.KindDeadline, false, true},
		{llm.KindCut, false, true},
		{"", false, false},
	}
	for _, tt := range tests {
		if got := tt.kind.Final(); got != tt.final {
			t.Errorf("%q.Final() = %v, want %v", tt.kind, got, tt.final)
		}
		if got := tt.kind.Transient(); got != tt.transient {
			t.Errorf("%q.Transient() = %v, want %v", tt.kind, got, tt.transient)
		}
	}
}

func TestErrorText(t *testing.T) {
	tests := []struct {
		err  llm.Error
		want string
	}{
		{llm.Error{Message: "no such model"}, "no such model"},
		{llm.Error{Model: "a:b", Message: "refused", Hint: "ask otherwise"}, "a:b: refused"},
		{llm.Error{Model: "a:b", Message: "broken stream", Err: io.ErrUnexpectedEOF}, "a:b: broken stream: unexpected EOF"},
	}
	for _, tt := range tests {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("Error() = %q, want %q", got, tt.want)
		}
	}
}

func TestKindOfLooksThroughWrapping(t *testing.T) {
	inner := &llm.Error{Kind: llm.KindRate, Message: "slow down", Err: io.EOF}
	wrapped := fmt.Errorf("cell 3: %w", inner)
	if got := llm.KindOf(wrapped); got != llm.KindRate {
		t.Errorf("KindOf(wrapped) = %q, want %q", got, llm.KindRate)
	}
	if !errors.Is(wrapped, io.EOF) {
		t.Error("the cause is lost")
	}
	if got := llm.KindOf(io.EOF); got != "" {
		t.Errorf("KindOf(io.EOF) = %q, want none", got)
	}
}
