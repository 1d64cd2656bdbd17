package openai

import (
	"strconv"
	"strings"

	"ercheck/llm"
	"ercheck/llm/wire"
)

// kinds are the names that services give to errors, in code or type.
var kinds = map[string]llm.Kind{
	"model_not_found":              llm.KindUnknownModel,
	"context_length_exceeded":      llm.KindTooLong,
	"string_above_max_length":      llm.KindTooLong,
	"insufficient_quota":           llm.KindBudget,
	"billing_hard_limit_reached":   llm.KindBudget,
	"invalid_api_key":              llm.KindAuth,
	"authentication_error":         llm.KindAuth,
	"permission_error":             llm.KindAuth,
	"content_filter":               llm.KindRefused,
	"content_policy_violation":     llm.KindRefused,
	"responsibleaipolicyviolation": llm.KindRefused,
	"rate_limit_exceeded":          llm.KindRate,
	"rate_limit_error":             llm.KindRate,
	"server_error":                 llm.KindServer,
	"internal_server_error":        llm.KindServer,
	"internal_error":               llm.KindServer,
	"service_unavailable":          llm.KindServer,
	"engine_overloaded":            llm.KindServer,
	"overloaded_error":             llm.KindServer,
	"exceed_context_size_error":    llm.KindTooLong,
}

// read makes out what a service says about its failure.
func read(s *wire.Status) wire.Reading {
	d := wire.Read(s)
	r := wire.Reading{Message: d.Message}
	for _, name := range []string{d.Code, d.Type} {
		if kind, ok := kinds[strings.ToLower(name)]; ok {
			r.Kind = kind
			return withHint(r)
		}
	}
	code := s.Code
	if number, err := strconv.Atoi(d.Code); err == nil && code < 300 && number >= 400 {
		// A gateway had begun to stream when the failure came.
		code = number
		r.Kind = wire.KindOf(number)
	}
	if code != 400 && code != 422 {
		return withHint(r)
	}
	if wire.TooLong(d.Message) {
		r.Kind = llm.KindTooLong
		return r
	}
	if r.Param = options.Refused(d.Message); r.Param == "" {
		r.Param = options.Named(d.Param)
	}
	return r
}

func withHint(r wire.Reading) wire.Reading {
	if r.Kind == llm.KindBudget {
		r.Hint = "the account has no credit left: top it up, then resume the run"
	}
	return r
}
