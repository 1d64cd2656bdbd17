package llm

import (
	"errors"
	"strings"
	"time"
)

// Kind sorts what can go wrong between a request and its response.
type Kind string

// The kinds of Error. See Kind.Final for what each means to a run.
const (
	KindUnknownModel Kind = "unknown_model" // no model of that name
	KindAuth         Kind = "auth"          // key missing, wrong or without permission
	KindInvalidFile  Kind = "invalid_file"  // a recording that cannot be used
	KindBadRequest   Kind = "bad_request"   // the provider will not take such a request
	KindBudget       Kind = "budget"        // the limit on cost is reached
	KindNotRecorded  Kind = "not_recorded"  // a recording without this cell
	KindRefused      Kind = "refused"       // the provider would not answer this prompt
	KindTooLong      Kind = "too_long"      // the prompt does not fit the model's context
	KindRate         Kind = "rate"          // too many requests
	KindServer       Kind = "server"        // the provider failed
	KindUnreachable  Kind = "unreachable"   // no connection, or a broken one
	KindDeadline     Kind = "deadline"      // no answer in the time given
	KindCut          Kind = "cut"           // the stream ended before the answer did
)

// Final reports whether every other cell would fail alike, so that a run
// should stop at the first such error and say what to do.
func (k Kind) Final() bool {
	switch k {
	case KindUnknownModel, KindAuth, KindInvalidFile, KindBadRequest, KindBudget:
		return true
	}
	return false
}

// Transient reports whether the same request may succeed when sent again.
func (k Kind) Transient() bool {
	switch k {
	case KindRate, KindServer, KindUnreachable, KindDeadline, KindCut:
		return true
	}
	return false
}

// Error says which model failed, how, and what a user can do about it.
type Error struct {
	Kind    Kind
	Model   string // the model's full name; may be empty
	Message string // what happened, with the place; never a secret
	Hint    string // what to do; may be empty
	Err     error  // the cause; may be nil

	RetryAfter time.Duration // how long the provider wants to be left alone; 0 = it did not say
	Param      string        // KindBadRequest: the option that the model refuses, a Param constant; "" = another reason
}

// Error gives model, message and cause, without the hint.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Model != "" {
		b.WriteString(e.Model + ": ")
	}
	b.WriteString(e.Message)
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of the first *Error in err's chain, or "" without one.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}
