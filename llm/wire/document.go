package wire

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
)

// Document is what a body says about a failure, in whichever of the shapes that
// services use. What is not said is empty.
type Document struct {
	Message string
	Type    string // a class of errors, in the provider's words
	Code    string // the error's name or number
	Status  string
	Param   string // the name of an option, as it was sent
	Details json.RawMessage
}

// object is all fields that stand in an error, wherever it stands.
type object struct {
	Error, Message, Detail, Type, Code, Status, Param, Details json.RawMessage
}

// Read understands {"error": "…"}, {"error": {…}}, the same in a list, an
// error's fields at the top, and {"detail": …}. A body that is none of these
// gives an empty Document.
func Read(s *Status) Document {
	text := bytes.TrimSpace(s.Body)
	var list []json.RawMessage
	if json.Unmarshal(text, &list) == nil && len(list) > 0 {
		text = list[0]
	}
	var top object
	if json.Unmarshal(text, &top) != nil {
		return Document{}
	}
	inner := top
	if len(top.Error) > 0 && top.Error[0] == '{' {
		inner = object{}
		// It is an object: all that can fail is a field, and none has a fixed type.
		_ = json.Unmarshal(top.Error, &inner)
	}
	d := Document{
		Message: words(inner.Message), Type: words(inner.Type), Code: words(inner.Code),
		Status: words(inner.Status), Param: words(inner.Param), Details: inner.Details,
	}
	for _, other := range []json.RawMessage{top.Error, top.Message, top.Detail} {
		if d.Message == "" {
			d.Message = words(other)
		}
	}
	return d
}

// words is a JSON string's text, nothing for null, and any other value as it stands.
func words(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil || len(value) == 0 {
		return text
	}
	return strings.TrimSpace(string(value))
}

var tooLong = regexp.MustCompile(`(?i)context.?(length|window|size)|prompt is too long|too many tokens|input token count|` +
	`(input|prompt).{0,40}(exceed|too long|too large|longer than)`)

// TooLong reports whether a message says that the prompt does not fit the model.
func TooLong(message string) bool { return tooLong.MatchString(message) }
