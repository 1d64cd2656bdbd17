package through

import (
	"context"
	"iter"
	"sync/atomic"

	"ercheck/llm"
)

// Tokens is a range that a number of tokens is expected in.
type Tokens struct{ Low, High int }

// How many bytes of a text make a token: between 5, of plain English, and 2, of
// names and numbers in unusual spelling; tokenizers differ. Schema and question
// are near 3.5.
const (
	mostBytes  = 5
	leastBytes = 2
)

// perMessage is what providers add for each turn.
const perMessage = 16

// EstimateTokens says how long messages may be in tokens, without the model's
// tokenizer. It is no more than an estimate; High is made to be an upper bound.
func EstimateTokens(messages []llm.Message) Tokens {
	bytes := 0
	for _, m := range messages {
		bytes += len(m.Content)
	}
	return Tokens{bytes / mostBytes, bytes/leastBytes + perMessage*len(messages)}
}

// typical is what limits per minute are reckoned with; the difference is added
// when it is known.
func (t Tokens) typical() int { return t.Low + (t.High-t.Low)/4 }

// How long answers are that no limit is given for: a short statement, or a long
// one with reasoning.
const (
	answerLow  = 30
	answerHigh = 2048
)

// longest is the most tokens of an answer so far.
type longest struct{ n atomic.Int64 }

func (l *longest) see(n int) {
	for {
		seen := l.n.Load()
		if int64(n) <= seen || l.n.CompareAndSwap(seen, int64(n)) {
			return
		}
	}
}

// mostOfAnswer is how many tokens an answer is expected to have at most: the
// limit given, or twice the longest so far.
func (m *Model) mostOfAnswer(r llm.Request) int {
	if r.Options.MaxTokens > 0 {
		return r.Options.MaxTokens
	}
	return max(answerHigh, 2*int(m.longest.n.Load()))
}

// most is what a call may cost at most, as far as can be known, in US dollars.
func (m *Model) most(r llm.Request, prompt Tokens) float64 {
	return m.price.Cost(llm.Usage{PromptTokens: prompt.High, CompletionTokens: m.mostOfAnswer(r)})
}

// cost of a call that ended. What the provider did not say is estimated: an
// answer without usage, and a call that broke off after it was begun.
func (m *Model) cost(prompt Tokens, r llm.Response, err error) float64 {
	if err == nil {
		return m.price.Cost(usageOf(prompt, r))
	}
	switch llm.KindOf(err) {
	case llm.KindCut, llm.KindDeadline, llm.KindRefused, "": // "" is most likely a call that was broken off
		return m.price.Cost(llm.Usage{PromptTokens: prompt.typical()})
	}
	return 0
}

// usageOf is what the provider counted, or what the texts are likely to be.
func usageOf(prompt Tokens, r llm.Response) llm.Usage {
	if r.Usage != (llm.Usage{}) {
		return r.Usage
	}
	answer := EstimateTokens([]llm.Message{{Content: r.Text}, {Content: r.Thinking}})
	return llm.Usage{PromptTokens: prompt.typical(), CompletionTokens: answer.typical()}
}

// Estimate says what requests would take, before they are sent. Prompts are
// known and answers are not, and both are counted in bytes: the real figures
// are expected between the two ends.
type Estimate struct {
	Calls   int // to be paid
	Cached  int // answered already
	Prompt  Tokens
	Answer  Tokens
	Low     float64 // US dollars
	High    float64
	Priced  bool   // the price is known; else Low and High are 0
	PriceOf string // when the price was so, as "2026-06"; "" = the table does not say
}

// Estimate reckons what is not in the cache. No request is sent.
func (m *Model) Estimate(ctx context.Context, requests iter.Seq[llm.Request]) Estimate {
	e := Estimate{Priced: m.priced, PriceOf: m.price.AsOf}
	for r := range requests {
		key, exact := m.key(ctx, r)
		if _, ok := m.layer.recall(key); exact && ok {
			e.Cached++
			continue
		}
		prompt := EstimateTokens(r.Messages)
		most := m.mostOfAnswer(r)
		e.Calls++
		e.Prompt.Low, e.Prompt.High = e.Prompt.Low+prompt.Low, e.Prompt.High+prompt.High
		e.Answer.Low, e.Answer.High = e.Answer.Low+min(answerLow, most), e.Answer.High+most
	}
	e.Low = m.price.Cost(llm.Usage{PromptTokens: e.Prompt.Low, CompletionTokens: e.Answer.Low})
	e.High = m.price.Cost(llm.Usage{PromptTokens: e.Prompt.High, CompletionTokens: e.Answer.High})
	return e
}
