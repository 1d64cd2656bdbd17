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

import "context"

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

// Message is one turn of a conversation.
type Message struct {
	Role    string // RoleSystem, RoleUser or RoleAssistant
	Content string
}

// Cell labels one question on one variant in one repeat. It takes no part in
// what is asked.
type Cell struct {
	Question string // the question's id
	Variant  string // the variant's name
	Repeat   int    // counts from 0
}

// Options are the settings that providers pass on where they know them.
type Options struct {
	Temperature float64 // 0, the default, asks for the likeliest answer
	Seed        int64   // 0 sends none
	MaxTokens   int     // limit on the answer's length; 0 leaves it to the provider
}

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
	PromptTokens, CompletionTokens int
}

// Response is what came back, untouched.
type Response struct {
	Text     string // the answer; may be empty
	Thinking string // reasoning that the provider sent apart; never searched for SQL
	Finish   string // FinishStop, or why the text is not whole
	Usage    Usage
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
