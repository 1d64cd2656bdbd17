package score

import (
	"time"

	"ercheck/appliance/record"
)

// Spent is what the answers of one model took, over all its cells. Tokens are
// those that the provider told of; an answer that was there already counts its
// tokens and costs nothing.
type Spent struct {
	PromptTokens     int     `json:"prompt_tokens"`
	CompletionTokens int     `json:"completion_tokens"`
	CachedTokens     int     `json:"cached_tokens"` // of the prompts, read from a provider's cache
	CachedAnswers    int     `json:"cached_answers"`
	Calls            int     `json:"calls"`       // with those that were tried again; 0 where they were not counted
	Cost             float64 `json:"cost"`        // US dollars, as far as prices are known
	AskSeconds       float64 `json:"ask_seconds"` // of all calls, one after the other
}

func (s *Spent) add(c record.Cell) {
	s.PromptTokens += c.PromptTokens
	s.CompletionTokens += c.CompletionTokens
	s.CachedTokens += c.CachedTokens
	s.Calls += c.Attempts
	s.Cost += c.Cost
	s.AskSeconds += c.AskTime.Round(time.Microsecond).Seconds()
	if c.Cached {
		s.CachedAnswers++
	}
}
