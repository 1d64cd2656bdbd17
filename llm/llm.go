// Package llm is how a question is put to a model: one small interface that
// every provider, recording and built-in translator satisfies.
//
// What happens to one cell, in this folder:
//
//  1. prompt makes messages from a schema dump and a question, both plain strings;
//  2. a Model completes them (ollama, hosted services, replay, lexical, constant);
//  3. extract finds the SQL in the response, by one fixed rule.
//
// The package must not know E/R models, tables, gold queries or a database: a
// prompt is made of plain strings, so the right answer cannot reach a model by
// accident.
package llm

import (
	"context"
	"encoding/json"
	"time"
)

// Roles of a Message.
const (
	RoleSystem    = "system"
	RoleUser      = "user"
	RoleAssistant = "assistant"
)

// FinishStop is the Finish of a response that the model ended by itself. Any
// other value says why the text is not whole.
const FinishStop = "stop"

// FinishLength is the Finish of a response that met a token limit.
const FinishLength = "length"

// FinishFilter is the Finish of a response that the provider, or the model,
// would not go on with for what it is about.
const FinishFilter = "content_filter"

// Message is one turn of a conversation.
type Message struct {
	Role    string // RoleSystem, RoleUser or RoleAssistant
	Content string
}

// Cell labels one question on one variant in one repeat. It takes no part in
// what is asked.
type Cell struct {
	Question string // the question's id
	Variant  string // the variant's name; "" when the request is the same for all
	Repeat   int    // counts from 0
}

// Options are the settings that providers pass on where they know them.
type Options struct {
	Temperature float64 // 0, the default, asks for the likeliest answer
	Seed        int64   // 0 sends none
	MaxTokens   int     // limit on the answer's length; 0 leaves it to the provider
	Think       Think   // ThinkDefault leaves it to the model
	// Schema is a JSON schema that the answer has to follow, as a provider is to
	// get it: the order of its keys is the order of the answer's. nil asks for
	// free text. Only object, array, string, integer, boolean, enum, const, anyOf, required
	// and additionalProperties false may stand in it: what else servers do with a
	// schema ranges from ignoring it to a crash.
	Schema json.RawMessage
	// Omit names options that are not to be sent, because the model refused them
	// before: the Param constants.
	Omit []string
}

// Think says whether a model reasons before it answers, where that can be said.
type Think string

// The values of Think. ThinkDefault sends nothing.
const (
	ThinkDefault Think = ""
	ThinkOn      Think = "on"
	ThinkOff     Think = "off"
)

// Names of options in Options.Omit, Error.Param and Response.Dropped.
const (
	ParamTemperature = "temperature"
	ParamSeed        = "seed"
	ParamMaxTokens   = "max_tokens"
	ParamThink       = "think"
	ParamSchema      = "schema"
)

// Request is one question to one model.
type Request struct {
	// Messages are what a provider sends.
	Messages []Message
	// Schema and Question are the strings that Messages were made from, for
	// built-in translators, which read the parts instead of the prose.
	Schema, Question string
	// Cell is read by recordings only, which look the answer up by it.
	Cell    Cell
	Options Options
}

// Usage counts tokens; 0 means that the provider did not say.
type Usage struct {
	PromptTokens     int // all of the prompt, with what came from the provider's cache
	CompletionTokens int // all that the model wrote, with its reasoning
	CachedTokens     int // of the prompt, read from the provider's cache
}

// Response is what came back, untouched.
type Response struct {
	Text     string // the answer; may be empty
	Thinking string // reasoning that the provider sent apart; never searched for SQL
	Finish   string // FinishStop, or why the text is not whole
	Usage    Usage
	Model    string // the exact model that answered, as the provider names it; may be empty
	// Dropped names the options that were asked for and not sent, because the
	// provider has none such or the model refused it.
	Dropped []string
	Timing  Timing

	// What the layer between a run and a provider adds; a provider leaves it zero.
	Attempts int     // calls that this response took; 0 when it came from the cache
	Cached   bool    // it was paid for before
	Cost     float64 // in US dollars by the price table; 0 when the price is unknown
}

// Timing is how long the parts of one call took; 0 = unknown.
type Timing struct {
	Load       time.Duration // loading the model, which is no time of the answer's
	FirstToken time.Duration // from the request, without Load, to the first piece
	Total      time.Duration // from the request, without Load, to the end
}

// Model answers requests. Implementations are safe for concurrent use.
type Model interface {
	// Name is the model's full name, provider first: "replay:answers.jsonl".
	Name() string
	// Complete returns the whole response. Its errors are *Error, or the
	// context's own when ctx ended first. A nil error means that the exchange
	// was whole; whether the text is, says Response.Finish.
	Complete(ctx context.Context, r Request) (Response, error)
}
