package ollama

import (
	"net/http"
	"regexp"
	"strings"

	"ercheck/llm"
	"ercheck/llm/wire"
)

// options are what a model may refuse.
var options = wire.Options{
	"think":       llm.ParamThink,
	"thinking":    llm.ParamThink,
	"temperature": llm.ParamTemperature,
	"seed":        llm.ParamSeed,
	"num_predict": llm.ParamMaxTokens,
	"grammar":     llm.ParamSchema,
}

var (
	repeated  = regexp.MustCompile(`(?i)token repeat limit`)
	noMemory  = regexp.MustCompile(`(?i)requires more system memory|unable to allocate|out of memory`)
	badSchema = regexp.MustCompile(`(?i)(failed to parse|invalid).{0,40}(grammar|format|schema)|failed to load model vocabulary required for format`)
	noModel   = regexp.MustCompile(`(?i)model.* not found`)
)

// read makes out what a server says about its failure.
func (m *Model) read(s *wire.Status) wire.Reading {
	d := wire.Read(s)
	r := wire.Reading{Message: d.Message}
	switch {
	case repeated.MatchString(d.Message):
		r.Finish = FinishRepetition
	case noModel.MatchString(d.Message) && s.Code == http.StatusNotFound:
		r.Kind, r.Hint = llm.KindUnknownModel, "get it with: ollama pull "+m.config.Model
	case wire.TooLong(d.Message):
		r.Kind, r.Hint = llm.KindTooLong, "use a model with a longer context, or a smaller schema"
	case noMemory.MatchString(d.Message):
		r.Kind, r.Hint = llm.KindBadRequest, "use a smaller model, or one with fewer bits for each weight"
	case badSchema.MatchString(d.Message):
		r.Kind, r.Param = llm.KindBadRequest, llm.ParamSchema
	case s.Code == http.StatusBadRequest:
		r.Param = options.Refused(strings.ToLower(d.Message))
	}
	return r
}
