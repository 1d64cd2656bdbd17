package through

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"ercheck/llm"
)

const secret = `sk-proj-a+b/c="d"&e`

func TestScrub(t *testing.T) {
	for _, text := range []string{
		"bad key " + secret, "GET /v1?key=" + "sk-proj-a%2Bb%2Fc%3D%22d%22%26e", `{"key":"sk-proj-a+b/c=\"d\"\u0026e"}`,
		"Authorization: Bearer " + secret, "basic c2stcHJvai1hK2IvYz0iZCImZQ==",
	} {
		got := Scrub(text, []string{"", " ", "a", secret + "\n"})
		if strings.Contains(got, "sk-proj") || strings.Contains(got, "c2stcHJv") || !strings.Contains(got, removed) {
			t.Errorf("%q became %q", text, got)
		}
	}
	for text, want := range map[string]string{
		"Authorization: Bearer abcdefgh":               "Authorization: Bearer [removed]",
		`"x-api-key": "abcdefgh"`:                      `"x-api-key": "[removed]"`,
		"map[Authorization:[Bearer abcdefgh] A:[b]]":   "map[Authorization:[Bearer [removed]] A:[b]]",
		"Get \"https://host/m?key=abcdefgh&alt=json\"": "Get \"https://host/m?key=[removed]&alt=json\"",
		"the bearer of news: an apple a day":           "the bearer of news: an apple a day",
	} {
		if got := Scrub(text, nil); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// However an error is printed, the key is not in it.
func TestErrorsHaveNoSecrets(t *testing.T) {
	inner := fmt.Errorf("Get %q: %w", "https://host?key="+secret, io.ErrUnexpectedEOF)
	hidden := &silent{errors.New("header " + secret)}
	for _, err := range []error{
		inner,
		&llm.Error{Kind: llm.KindAuth, Message: "key " + secret, Hint: "not " + secret, Err: inner},
		&llm.Error{Kind: llm.KindAuth, Message: "refused", Err: hidden},
		fmt.Errorf("odd: %w", &llm.Error{Kind: llm.KindAuth, Message: secret}),
	} {
		w, wrapped := New(Options{}).Wrap(always(err), Source{Secrets: []string{secret}})
		if wrapped != nil {
			t.Fatal(wrapped)
		}
		_, got := w.Complete(context.Background(), ask(0))
		for e := got; e != nil; e = errors.Unwrap(e) {
			shown := fmt.Sprintf("%v %+v %#v", e, e, e)
			if strings.Contains(shown, "sk-proj") {
				t.Errorf("shown as %s", shown)
			}
		}
		if want := llm.KindOf(err); llm.KindOf(got) != want {
			t.Errorf("%v lost its kind %s", got, want)
		}
	}
}

// silent does not say what it wraps.
type silent struct{ err error }

func (s *silent) Error() string { return "refused" }
func (s *silent) Unwrap() error { return s.err }

func TestErrorsWithoutSecretsKeepTheirCause(t *testing.T) {
	m := wrap(t, always(&llm.Error{Kind: llm.KindAuth, Message: "broken", Err: io.ErrUnexpectedEOF}), Options{})
	if _, err := m.Complete(context.Background(), ask(0)); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v", err)
	}
}
