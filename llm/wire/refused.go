package wire

import (
	"regexp"
	"slices"
	"strings"
)

// Options are the names under which a provider sends options: the name on the
// wire → the Param constant.
type Options map[string]string

// refusals are ways to say that an option cannot be taken.
var refusals = regexp.MustCompile(`(?i)\b(unsupported|not support(ed)?|unknown|unrecogni[sz]ed|not permitted|not allowed|` +
	`extra (fields|inputs)|deprecated|unexpected|not available|not enabled|cannot find field|may only be|only supports?|` +
	`is invalid|invalid value|must be|incompatible|maximum allowed)\b`)

// Refused is the option that a message says the model does not take, or "". A
// message has to name it as a word of its own, and to refuse it.
func (o Options) Refused(message string) string {
	if !refusals.MatchString(message) {
		return ""
	}
	words := strings.FieldsFunc(message, func(r rune) bool {
		return !(r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	})
	for _, word := range words {
		if param := o.Named(word); param != "" {
			return param
		}
	}
	return ""
}

// Named is the option with that name on the wire, or whose field that is: its
// last part may be another's, as in thinking.budget_tokens.
func (o Options) Named(word string) string {
	parts := strings.Split(strings.Trim(word, "."), ".")
	for i := range parts {
		if param, ok := o[strings.Join(parts[:len(parts)-i], ".")]; ok {
			return param
		}
	}
	if i := slices.IndexFunc(parts, func(p string) bool { return o[p] != "" }); i >= 0 {
		return o[parts[i]]
	}
	return ""
}
