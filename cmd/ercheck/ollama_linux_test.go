package main

import (
	"strings"
	"testing"

	"ercheck/llm/llmtest/ollamatest"
	"ercheck/llm/llmtest/tinygguf"
	"ercheck/llm/ollama"
)

// known is what a tiny model says to a question that it knows by some of its
// words, and what has to become of that on each variant.
type known struct {
	question, words, says string
	loop                  bool   // it is said without end
	sti, cti              string // outcome and SQLSTATE or "right"
	finish                string // as it is stored
}

var answers = []known{
	{question: "q08", words: "clips has each account shared", sti: "rows right", cti: "rows right",
		says: "SELECT a.account_id, count(s.clip_id) FROM accounts a LEFT JOIN accounts_shared s ON s.sharer_id = a.account_id GROUP BY a.account_id"},
	{question: "q01", words: "own the largest number", sti: "rows right", cti: "rows right",
		says: "Sure! Here it is:\n```sql\nSELECT owner_id FROM creator_accounts_owns GROUP BY owner_id ORDER BY count(*) DESC, owner_id LIMIT 50;\n```\nThis counts channels, and I hope it helps."},
	{question: "q06", words: "different creators are they", sti: "error 42P01", cti: "rows right",
		says: "SELECT s.account_id, count(x.creator_id) FROM subscribers s LEFT JOIN subscribers_subscribes_to x ON x.subscriber_id = s.account_id GROUP BY 1"},
	{question: "q07", words: "published the most content", sti: "error 42703", cti: "error 42703",
		says: "SELECT no_such_column FROM content_published_on"},
	{question: "q09", words: "tags that are used", sti: "truncated", cti: "truncated", finish: "length",
		says: "SELECT this, and that, and whatever else there is, ", loop: true},
	{question: "q04", words: "derived from each live", sti: "truncated", cti: "truncated", finish: ollama.FinishAborted,
		says: "UNION ", loop: true},
	{question: "q02", words: "pieces of content have", sti: "no_sql", cti: "no_sql"},
	{question: "q03", sti: "no_sql", cti: "no_sql", says: "I would rather not say."},
}

// words are one token each for the models, so that the prompts are read soon.
var words = []string{
	"CREATE TABLE ", "ALTER TABLE ONLY ", "\n    ADD CONSTRAINT ", " PRIMARY KEY (", " FOREIGN KEY (", ") REFERENCES ", " integer NOT NULL,\n    ",
	" NOT NULL", "timestamp with time zone", "consumer_accounts", "creator_accounts", "account_id", "content", "subscribers", "_fkey", "_pkey",
}

// tokens is how many a prompt has for the models, without their template: its
// bytes, where it is of no word.
func tokens(prompt string) int {
	for _, word := range words {
		prompt = strings.ReplaceAll(prompt, word, "x")
	}
	return len(prompt)
}

// script is a model that gives these answers, trained for a context length.
func script(t *testing.T, arch tinygguf.Arch, context int) tinygguf.File {
	t.Helper()
	s := tinygguf.Script{Arch: arch, Context: context, Words: words}
	for _, a := range answers {
		rule := tinygguf.Rule{If: a.words, Say: a.says, Loop: a.loop}
		if a.words == "" {
			s.Default = rule
			continue
		}
		s.Rules = append(s.Rules, rule)
	}
	file, err := s.File()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// realCell is of a run's report.
type realCell struct {
	Question, Variant, Outcome, SQLState, Message, Finish, Prompt, Response string
	Correct                                                                 bool
	PromptTokens                                                            int `json:"prompt_tokens"`
}

func (c realCell) end() string {
	end := c.Outcome
	if c.SQLState != "" {
		end += " " + c.SQLState
	}
	if c.Correct {
		end += " right"
	}
	return end
}

// askedFor runs some questions on two variants and gives the cells.
func askedFor(t *testing.T, model string) map[string]realCell {
	t.Helper()
	args := []string{"run", "social", "--scale", "tiny", "--no-verify", "--variant", "full_sti", "--variant", "full_cti", "--max-tokens", "200", "--model", model}
	for _, a := range answers {
		args = append(args, "--question", a.question)
	}
	got := program(t, testHome(t), args...)
	if got.exit != exitDone {
		t.Fatalf("exit code %d\n%s%s", got.exit, got.out, got.err)
	}
	t.Log(got.out)
	var report struct{ Cells []realCell }
	document(t, testHome(t), exitDone, &report, "report", "last", "--format", "json", "-o", "-")
	cells := map[string]realCell{}
	for _, c := range report.Cells {
		cells[c.Question+" "+c.Variant] = c
	}
	if len(cells) != 2*len(answers) {
		t.Fatalf("%d cells", len(cells))
	}
	return cells
}

// TestRunWithARealServer asks tiny models of a real Ollama server, by each of its
// engines: one for which the prompts are short enough, and one for which not.
func TestRunWithARealServer(t *testing.T) {
	server := ollamatest.Start(t)
	noHosts(t)
	t.Setenv("OLLAMA_HOST", server.BaseURL)
	for _, arch := range []tinygguf.Arch{tinygguf.Llama, tinygguf.Qwen3} {
		t.Run(string(arch), func(t *testing.T) {
			knows, short := "knows-"+string(arch), "short-"+string(arch)
			server.Create(t, knows, script(t, arch, 32768), "")
			server.Create(t, short, script(t, arch, 2048), "")
			cells := askedFor(t, "ollama:"+knows)
			for _, a := range answers {
				a.check(t, cells[a.question+" full_sti"], a.sti)
				a.check(t, cells[a.question+" full_cti"], a.cti)
			}
			for of, c := range askedFor(t, "ollama:"+short) {
				if c.Outcome != "no_response" || !strings.Contains(c.Message, "exceeds the context length") {
					t.Errorf("%s with a context that is too short: %s (%s)", of, c.end(), c.Message)
				}
			}
		})
	}
	got := program(t, testHome(t), "run", "social", "--scale", "tiny", "--no-verify", "--model", "ollama:not-there")
	if got.exit != exitUsage && got.exit != exitFailed || !strings.Contains(got.err, "ollama pull not-there") {
		t.Errorf("a model that is not there: exit code %d\n%s", got.exit, got.err)
	}
}

// check compares what became of an answer. Keywords, the template and pieces of
// answers make a small difference to a prompt's tokens; an answer that the server
// aborted comes without a count.
func (a known) check(t *testing.T, c realCell, want string) {
	t.Helper()
	of := c.Question + " on " + c.Variant
	if c.end() != want || c.Finish != a.finish || !a.loop && c.Response != a.says {
		t.Errorf("%s: %s, finish %q (%s), want %s\n%s", of, c.end(), c.Finish, c.Message, want, c.Response)
	}
	if off := c.PromptTokens - tokens(c.Prompt); c.Finish != ollama.FinishAborted && (off < -100 || off > 100) {
		t.Errorf("%s: %d tokens, for a prompt of %d", of, c.PromptTokens, tokens(c.Prompt))
	}
}
