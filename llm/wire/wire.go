// Package wire is what every provider that is reached over HTTP needs beside its
// SDK, once and alike for all of them.
//
//  1. Config says whom to ask, where and with which key;
//  2. Config.Client is the http.Client to give to the SDK: what is no answer by its
//     status, its media type or its body never gets as far as the SDK (transport.go);
//  3. Begin starts a Call, which gathers the pieces of an answer, tells of the
//     call's stages and takes the time (call.go);
//  4. Call.End gives the response, or the *llm.Error that the exchange ended with:
//     the provider's own reading of its errors, and for the rest what HTTP and the
//     network say (fail.go, refused.go, retryafter.go).
//
// Nothing is sent twice here, and no redirect is followed: it would carry the key
// to somebody else.
//
// The package must not know any provider's protocol, nor SQL or questions.
package wire

import (
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ercheck/llm"
)

// Config says which model is asked, and how it is reached.
type Config struct {
	// Provider stands before the colon in the model's full name.
	Provider string
	// Model is the model's name as the provider has it.
	Model string
	// BaseURL is where the provider is reached; "" = the provider's own address.
	BaseURL string
	// Key is sent to BaseURL and appears nowhere else; "" sends none.
	Key string
	// HTTPClient does the exchanges; nil = a client that waits for ten seconds to
	// be connected and for an answer as long as the context lets it.
	HTTPClient *http.Client
	// Whole asks for the answer in one piece instead of a stream. Nothing is known
	// of such a call before it ends.
	Whole bool
	// MaxText is how large an answer, or its reasoning, may be, in bytes; 0 = the
	// constant MaxText.
	MaxText int
}

// maxText is the limit that holds.
func (c Config) maxText() int {
	if c.MaxText > 0 {
		return c.MaxText
	}
	return MaxText
}

// Name is the model's full name, provider first.
func (c Config) Name() string { return c.Provider + ":" + c.Model }

// CheckBaseURL says what is wrong with a BaseURL, as an *llm.Error.
func (c Config) CheckBaseURL() error {
	if c.BaseURL == "" {
		return nil
	}
	u, err := url.Parse(c.BaseURL)
	if err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == "" {
		return nil
	}
	// The address itself may hold a secret, so it is not repeated. What stands
	// behind a ? would be lost on the way, by most SDKs.
	return &llm.Error{
		Kind: llm.KindBadRequest, Model: c.Name(),
		Message: "the base URL is not of the form http://host:port/path",
		Hint:    "write it with http:// or https://, without a user, a key or a ? in it",
	}
}

// dialTimeout is how long a connection may take to come about.
const dialTimeout = 10 * time.Second

// shared is the transport of all clients that are not given one.
var shared = newTransport()

func newTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DialContext = (&net.Dialer{Timeout: dialTimeout, KeepAlive: 30 * time.Second}).DialContext
	t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, 64
	return t
}

// Client is the client to give to an SDK. Calls that it makes have to carry the
// context of a Call.
func (c Config) Client() *http.Client {
	client := http.Client{Transport: shared}
	if c.HTTPClient != nil {
		client = *c.HTTPClient
	}
	if client.Transport == nil {
		client.Transport = shared
	}
	client.Transport = &transport{base: client.Transport}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}

// minSecret is the length from which on a key is taken for a secret. A shorter
// one ("none", "ollama") is a word that may stand in any text.
const minSecret = 8

// scrub takes the key out of a text that others wrote.
func (c Config) scrub(text string) string {
	if len(c.Key) < minSecret {
		return text
	}
	for _, form := range []string{c.Key, url.QueryEscape(c.Key), url.PathEscape(c.Key)} {
		text = strings.ReplaceAll(text, form, "[key]")
	}
	return text
}

// NeedKey says that there is no key, as an *llm.Error.
func (c Config) NeedKey() error {
	if c.Key != "" {
		return nil
	}
	return &llm.Error{Kind: llm.KindAuth, Model: c.Name(), Message: "the provider wants a key and there is none",
		Hint: "give it in the environment, see ercheck model list"}
}
