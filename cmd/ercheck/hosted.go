package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"unicode"

	"ercheck/llm"
	"ercheck/llm/anthropic"
	"ercheck/llm/gemini"
	"ercheck/llm/ollama"
	"ercheck/llm/openai"
	"ercheck/llm/through"
	"ercheck/llm/wire"
)

// hosted is a provider that is reached over HTTP. Keys and addresses come from
// the environment alone, so that no key stands in a process list or a history.
type hosted struct {
	name string
	says string
	keys []string // variables that hold the key, the first one set counts; NAME_FILE names a file with it
	free bool     // it may be asked without a key
	base string   // variable that holds the base URL
	// local says that its models are those of one server, to be listed by name.
	local bool
	open  func(wire.Config) (llm.Model, error)
	list  func(context.Context, wire.Config) ([]string, error)
}

var hosts = []hosted{
	{
		name: "ollama", says: "models of an Ollama server (OLLAMA_HOST)", keys: []string{"OLLAMA_API_KEY"}, free: true, base: "OLLAMA_HOST", local: true,
		open: func(c wire.Config) (llm.Model, error) { return ollama.New(c) }, list: ollama.List,
	},
	speaking(openai.OpenAI, hosted{says: "models of OpenAI", keys: []string{"OPENAI_API_KEY"}, base: "OPENAI_BASE_URL"}),
	{
		name: "anthropic", says: "models of Anthropic", keys: []string{"ANTHROPIC_API_KEY"}, base: "ANTHROPIC_BASE_URL",
		open: func(c wire.Config) (llm.Model, error) { return anthropic.New(c) }, list: anthropic.List,
	},
	{
		name: "gemini", says: "models of Google", keys: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}, base: "GOOGLE_GEMINI_BASE_URL",
		open: func(c wire.Config) (llm.Model, error) { return gemini.New(c) }, list: gemini.List,
	},
	speaking(openai.DeepSeek, hosted{says: "models of DeepSeek", keys: []string{"DEEPSEEK_API_KEY"}, base: "DEEPSEEK_BASE_URL"}),
	speaking(openai.Compatible, hosted{
		says: "models of any server with OpenAI's protocol (--base-url)", keys: []string{"ERCHECK_COMPATIBLE_API_KEY"}, free: true, base: "ERCHECK_BASE_URL", local: true,
	}),
}

// speaking completes a provider that has OpenAI's protocol.
func speaking(s openai.Service, h hosted) hosted {
	h.name = s.Provider
	h.open = func(c wire.Config) (llm.Model, error) { return openai.New(s, c) }
	h.list = func(ctx context.Context, c wire.Config) ([]string, error) { return openai.List(ctx, s, c) }
	return h
}

// provider is the entry in the table of all of them.
func (h hosted) provider() provider {
	return provider{h.name, h.name + ":NAME", h.says, func(_ context.Context, a asked) (llm.Model, error) {
		c, err := h.config(a)
		if err != nil {
			return nil, err
		}
		c.Model = a.rest
		m, err := h.open(c)
		if err != nil {
			return nil, wrongCall(err)
		}
		return a.through(m, through.Source{Provider: h.name, BaseURL: c.BaseURL, Secrets: secrets(c)})
	}}
}

func secrets(c wire.Config) []string {
	if c.Key == "" {
		return nil
	}
	return []string{c.Key}
}

// takesBaseURL says whether --base-url is for a provider, or a model by its full
// name.
func takesBaseURL(name string) bool {
	name, _, _ = strings.Cut(name, ":")
	return name == openai.Compatible.Provider
}

// config is where the provider is reached, and with which key.
func (h hosted) config(a asked) (wire.Config, error) {
	c := wire.Config{Provider: h.name, BaseURL: strings.TrimSpace(a.getenv(h.base))}
	if takesBaseURL(h.name) && a.baseURL != "" {
		c.BaseURL = a.baseURL
	}
	if h.name == ollama.Provider {
		c.BaseURL = ollama.Address(c.BaseURL)
	}
	key, err := h.key(a.getenv)
	if err != nil {
		return c, err
	}
	if c.Key = key; key == "" && !h.free {
		return c, usagef("set "+h.keys[0]+", or "+h.keys[0]+"_FILE to the path of a file with it", "there is no key for %s in %s", h.name, strings.Join(h.keys, " or "))
	}
	return c, nil
}

// key finds the provider's key; "" = there is none.
func (h hosted) key(getenv func(string) string) (string, error) {
	for _, name := range h.keys {
		if key := strings.TrimSpace(getenv(name)); key != "" {
			return checkKey(name, key)
		}
		if path := getenv(name + "_FILE"); path != "" {
			key, err := keyIn(path)
			if err != nil {
				return "", usagef("let "+name+"_FILE name a file that holds the key and nothing else", "no key from %s: %v", name+"_FILE", err)
			}
			return checkKey(name+"_FILE", key)
		}
	}
	return "", nil
}

// longestKey bounds a key, in bytes.
const longestKey = 8 << 10

// keyIn reads a file of one line. Its errors repeat nothing of what is in it.
func keyIn(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > longestKey {
		return "", fmt.Errorf("%s is no file of one line", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	if key := strings.TrimSpace(string(text)); key != "" {
		return key, nil
	}
	return "", fmt.Errorf("%s is empty", path)
}

// checkKey refuses what cannot stand in a header, before anybody prints it.
func checkKey(name, key string) (string, error) {
	strange := func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsGraphic(r) || r == ' ' }
	if len(key) > longestKey || strings.ContainsFunc(key, strange) {
		return "", usagef("check that it holds the key alone", "what %s holds is no key: it is too long, or has blanks or letters that no key has", name)
	}
	return key, nil
}
