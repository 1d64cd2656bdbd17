package anthropic

import (
	"net/http"
	"strings"

	"ercheck/llm"
	"ercheck/llm/wire"
)

// kinds are the service's classes of errors.
var kinds = map[string]llm.Kind{
	"authentication_error": llm.KindAuth,
	"permission_error":     llm.KindAuth,
	"billing_error":        llm.KindBudget,
	"not_found_error":      llm.KindUnknownModel,
	"request_too_large":    llm.KindTooLong,
	"rate_limit_error":     llm.KindRate,
	"overloaded_error":     llm.KindServer,
	"api_error":            llm.KindServer,
	"timeout_error":        llm.KindServer,
}

// options are the fields that a model may refuse.
var options = wire.Options{
	"temperature":          llm.ParamTemperature,
	"max_tokens":           llm.ParamMaxTokens,
	"thinking":             llm.ParamThink,
	"output_config.format": llm.ParamSchema,
	"output_config":        llm.ParamSchema,
	"output_format":        llm.ParamSchema,
}

// read makes out what the service says about its failure.
func read(s *wire.Status) wire.Reading {
	d := wire.Read(s)
	r := wire.Reading{Message: d.Message, Kind: kinds[d.Type]}
	switch {
	case strings.Contains(d.Message, "credit balance is too low"):
		r.Kind = llm.KindBudget
	case d.Type != "invalid_request_error" && s.Code != http.StatusBadRequest:
	case wire.TooLong(d.Message):
		r.Kind = llm.KindTooLong
	default:
		r.Param = options.Refused(d.Message)
	}
	if r.Kind == llm.KindBudget {
		r.Hint = "the account has no credit left: top it up, then resume the run"
	}
	return r
}
