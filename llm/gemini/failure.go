package gemini

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ercheck/llm"
	"ercheck/llm/wire"
)

// kinds are the statuses of the service's errors.
var kinds = map[string]llm.Kind{
	"UNAUTHENTICATED":    llm.KindAuth,
	"PERMISSION_DENIED":  llm.KindAuth,
	"NOT_FOUND":          llm.KindUnknownModel,
	"RESOURCE_EXHAUSTED": llm.KindRate,
	"INTERNAL":           llm.KindServer,
	"UNAVAILABLE":        llm.KindServer,
	"DEADLINE_EXCEEDED":  llm.KindServer,
	"UNKNOWN":            llm.KindServer,
	blocked:              llm.KindRefused,
}

// options are the fields that a model may refuse, and the words for them in the
// service's messages.
var options = wire.Options{
	"temperature":        llm.ParamTemperature,
	"seed":               llm.ParamSeed,
	"maxoutputtokens":    llm.ParamMaxTokens,
	"max_output_tokens":  llm.ParamMaxTokens,
	"thinking":           llm.ParamThink,
	"thinkingconfig":     llm.ParamThink,
	"thinking_config":    llm.ParamThink,
	"thinkingbudget":     llm.ParamThink,
	"thinking_budget":    llm.ParamThink,
	"budget":             llm.ParamThink,
	"json":               llm.ParamSchema,
	"responsejsonschema": llm.ParamSchema,
	"responsemimetype":   llm.ParamSchema,
	"response_mime_type": llm.ParamSchema,
}

// detail is one of the messages that explain an error.
type detail struct {
	Reason     string
	RetryDelay string // "34s", "1.5s"
}

// read makes out what the service says about its failure.
func read(s *wire.Status) wire.Reading {
	d := wire.Read(s)
	r := wire.Reading{Message: d.Message, Kind: kinds[d.Status]}
	var details []detail
	if json.Unmarshal(d.Details, &details) != nil {
		details = nil // in a form of their own
	}
	for _, one := range details {
		if one.Reason == "API_KEY_INVALID" {
			r.Kind = llm.KindAuth // which comes as an argument that is invalid
		}
		if delay := seconds(one.RetryDelay); delay > 0 {
			r.RetryAfter = delay
		}
	}
	if r.Kind != "" || s.Code != http.StatusBadRequest && d.Status != "INVALID_ARGUMENT" {
		return r
	}
	if wire.TooLong(d.Message) {
		r.Kind = llm.KindTooLong
		return r
	}
	r.Param = options.Refused(unquoted(d.Message))
	return r
}

// unquoted takes away what an error of the service's parser says about JSON in
// general, so that only the fields it names are left.
func unquoted(message string) string {
	return strings.ToLower(strings.ReplaceAll(message, "Invalid JSON payload received.", ""))
}

// seconds reads a span of time as the service writes it; 0 for what is none.
func seconds(text string) time.Duration {
	n, err := strconv.ParseFloat(strings.TrimSuffix(text, "s"), 64)
	if err != nil || !(n > 0 && n < 1e6) {
		return 0
	}
	return time.Duration(n * float64(time.Second))
}
