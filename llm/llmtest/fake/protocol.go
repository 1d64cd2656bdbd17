package fake

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"ercheck/llm"
)

// Protocol is the language that a server speaks.
type Protocol string

// The protocols there are.
const (
	OpenAI    Protocol = "openai"
	Anthropic Protocol = "anthropic"
	Gemini    Protocol = "gemini"
	Ollama    Protocol = "ollama"
)

// protocol is how things are said.
type protocol struct {
	base  string // of the base URL, after the host
	media string // of a stream
	// request reads a request for a completion; false says that it is another.
	request func(path string, body []byte) (Request, bool)
	frames  func(Request, Answer) []string // a stream, piece by piece
	whole   func(Request, Answer) string   // an answer in one document
	failure func(Failure) string           // a document
	frame   func(document string) string   // puts a document into a stream
	// other answers a request that is none for a completion; status 0 = no such path.
	other func(s *Server, path string, body []byte) (status int, document string)
}

var protocols = map[Protocol]protocol{OpenAI: openAI, Anthropic: anthropic, Gemini: gemini, Ollama: ollama}

// quote writes a JSON string and leaves bytes that are no UTF-8 as they are, as
// some servers do.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case c < 0x20:
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// optional is null for nothing.
func optional(text string) string {
	if text == "" {
		return "null"
	}
	return quote(text)
}

// pieces cuts a text in parts, none within a character. There is one at least.
func pieces(text string, n int) []string {
	if n <= 0 {
		n = 3
	}
	size := max(1, (len(text)+n-1)/n)
	var parts []string
	for len(text) > size {
		cut := size
		for cut < len(text) && cut < size+utf8.UTFMax && !utf8.RuneStart(text[cut]) {
			cut++
		}
		parts, text = append(parts, text[:cut]), text[cut:]
	}
	return append(parts, text)
}

// each is the parts of a text that may be empty, written by a function.
func each(text string, n int, write func(string) string) []string {
	var out []string
	if text != "" {
		for _, part := range pieces(text, n) {
			out = append(out, write(part))
		}
	}
	return out
}

// at is what a path is answered with, if it is the one.
func at(path, want, document string) (int, string) {
	if path != want {
		return 0, ""
	}
	return http.StatusOK, document
}

// finished is the Finish of an answer in a protocol's word for it.
func (a Answer) finished(words map[string]string) string {
	finish := a.Finish
	if finish == "" {
		finish = llm.FinishStop
	}
	if word, ok := words[finish]; ok {
		return word
	}
	return finish
}

// code is a failure's name, by default that of its status.
func (f Failure) code(names map[int]string, other string) string {
	if f.Code != "" {
		return f.Code
	}
	if name, ok := names[f.Status]; ok {
		return name
	}
	return other
}

// decoded reads a body of a request. One that is no JSON gives the zero value.
func decoded[T any](body []byte) T {
	var v T
	_ = json.Unmarshal(body, &v)
	return v
}

// turn is a message as most protocols have it.
type turn struct {
	Content string `json:"content"`
}

func joined(turns []turn) string {
	var texts []string
	for _, t := range turns {
		texts = append(texts, t.Content)
	}
	return strings.Join(texts, "\n")
}
