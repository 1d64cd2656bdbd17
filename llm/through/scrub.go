package through

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/url"
	"regexp"
	"strings"

	"ercheck/llm"
)

// removed stands where a secret was.
const removed = "[removed]"

// header finds keys as libraries print them with a request, whosoever they are.
var header = regexp.MustCompile(`(?i)((?:authorization|x-api-key|x-goog-api-key|api-key)["']?\s*[:=]\s*\[?["']?(?:bearer\s+)?|\bbearer\s+|[?&]key=)[^\s"'\]&,;]{6,}`)

// Scrub takes secrets out of a text, as they are and as they are written in
// URLs, JSON and base64, and whatever stands where a key is usually printed.
// Secrets of less than 4 bytes are left: they would take words apart.
func Scrub(text string, secrets []string) string {
	for _, s := range secrets {
		s = strings.TrimSpace(s)
		if len(s) < 4 {
			continue
		}
		for _, form := range forms(s) {
			text = strings.ReplaceAll(text, form, removed)
		}
	}
	return header.ReplaceAllString(text, "${1}"+removed)
}

// forms are the ways in which a secret is written.
func forms(s string) []string {
	quoted, _ := json.Marshal(s) // a string always has a form
	return []string{
		s, url.QueryEscape(s), url.PathEscape(s), strings.Trim(string(quoted), `"`),
		base64.StdEncoding.EncodeToString([]byte(s)), base64.RawURLEncoding.EncodeToString([]byte(s)),
	}
}

// scrubbed is the error as it may be shown. An error in whose chain a secret
// stood becomes a text: what can be unwrapped can be printed.
func (m *Model) scrubbed(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return ctx.Err()
	}
	clean := func(text string) string { return Scrub(text, m.source.Secrets) }
	e, ok := errors.AsType[*llm.Error](err)
	if !ok {
		return scrubCause(err, clean)
	}
	told := *e
	told.Message, told.Hint, told.Err = clean(e.Message), clean(e.Hint), scrubCause(e.Err, clean)
	return &told
}

func scrubCause(err error, clean func(string) string) error {
	for e := err; e != nil; e = errors.Unwrap(e) {
		if text := e.Error(); clean(text) != text {
			return errors.New(clean(err.Error()))
		}
	}
	return err
}
