package reports

import "strings"

// builtin says what a model is that is no language model, so that nobody reads
// its figures as one's. Keys are names of models, or providers before a colon.
var builtin = map[string]string{
	"lexical":  "built-in rule-based baseline, not a language model",
	"constant": "built-in floor: the same statement for every question, so it agrees and is never right",
	"gold":     "built-in ceiling: the gold query of every question",
	"replay":   "recorded responses read from a file",
}

// aside is what must be said beside a model's name, "" for a language model.
func aside(model string) string {
	if s, ok := builtin[model]; ok {
		return s
	}
	provider, _, _ := strings.Cut(model, ":")
	return builtin[provider]
}
