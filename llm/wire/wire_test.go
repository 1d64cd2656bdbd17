package wire

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"ercheck/llm"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	date := func(d time.Duration) string { return now.Add(d).Format(http.TimeFormat) }
	tests := []struct {
		name   string
		header http.Header
		want   time.Duration
	}{
		{"nothing", http.Header{}, 0},
		{"seconds", http.Header{"Retry-After": {" 12 "}}, 12 * time.Second},
		{"a fraction", http.Header{"Retry-After": {"0.25"}}, 250 * time.Millisecond},
		{"milliseconds first", http.Header{"Retry-After-Ms": {"1500"}, "Retry-After": {"2"}}, 1500 * time.Millisecond},
		{"a date", http.Header{"Retry-After": {date(time.Minute)}}, time.Minute},
		{"a date by the server's clock", http.Header{"Retry-After": {date(time.Hour)}, "Date": {date(time.Hour - time.Minute)}}, time.Minute},
		{"a date that has passed", http.Header{"Retry-After": {date(-time.Minute)}}, 0},
		{"infinity", http.Header{"Retry-After": {"Inf"}}, 0},
		{"words", http.Header{"Retry-After": {"tomorrow"}}, 0},
	}
	for _, tt := range tests {
		if got := retryAfter(tt.header, now); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestRefusedFindsTheOption(t *testing.T) {
	options := Options{"temperature": llm.ParamTemperature, "thinking": llm.ParamThink, "output_config.format": llm.ParamSchema}
	tests := map[string]string{
		"temperature: `temperature` is deprecated for this model.":              llm.ParamTemperature,
		"`temperature` may only be set to 1 when thinking is enabled":           llm.ParamTemperature,
		"thinking.budget_tokens: not supported":                                 llm.ParamThink,
		"output_config.format: Extra inputs are not permitted":                  llm.ParamSchema,
		"Invalid JSON payload received. Unknown name \"thinking\": Cannot find": llm.ParamThink,
		"body.temperature: unexpected":                                          llm.ParamTemperature,
		"the mytemperature is not supported":                                    "",
		"temperature 0 was used":                                                "",
		"messages: unsupported role":                                            "",
		"":                                                                      "",
	}
	for message, want := range tests {
		if got := options.Refused(message); got != want {
			t.Errorf("%q refuses %q, want %q", message, got, want)
		}
	}
}

func TestReadKnowsTheShapes(t *testing.T) {
	tests := map[string]Document{
		`{"error":"gone"}`: {Message: "gone"},
		`{"error":{"message":"gone","type":"t","code":7,"param":"p","status":"S"}}`: {Message: "gone", Type: "t", Code: "7", Param: "p", Status: "S"},
		`[{"error":{"message":"gone"}}]`:                                            {Message: "gone"},
		`{"object":"error","message":"gone","code":400}`:                            {Message: "gone", Code: "400"},
		`{"type":"error","error":{"type":"x","message":"gone"}}`:                    {Message: "gone", Type: "x"},
		`{"detail":"gone"}`:           {Message: "gone"},
		`{"detail":[{"msg":"gone"}]}`: {Message: `[{"msg":"gone"}]`},
		`{"error":{"message":null}}`:  {Message: `{"message":null}`},
		`<html>`:                      {},
		``:                            {},
		`7`:                           {},
		`[]`:                          {},
	}
	for body, want := range tests {
		got := Read(&Status{Body: []byte(body)})
		got.Details = nil
		if got.Message != want.Message || got.Type != want.Type || got.Code != want.Code || got.Param != want.Param || got.Status != want.Status {
			t.Errorf("%s reads as %+v, want %+v", body, got, want)
		}
	}
}

func TestTheKeyIsTakenOut(t *testing.T) {
	c := Config{Key: "sk/abc+def=12"}
	text := "got sk/abc+def=12 and " + url.QueryEscape(c.Key) + " and " + url.PathEscape(c.Key)
	if got := c.scrub(text); got != "got [key] and [key] and [key]" {
		t.Errorf("%q", got)
	}
	if got := (Config{Key: "none"}).scrub("none of it"); got != "none of it" {
		t.Errorf("a word is taken for a key: %q", got)
	}
}

func TestTextOfOthersIsMadeFit(t *testing.T) {
	got := oneLine("a\n\tb\x00c\xff\x1b[31m " + strings.Repeat("é", 2000))
	if !strings.HasPrefix(got, "a b c\uFFFD [31m é") || len([]rune(got)) != maxMessage+1 {
		t.Errorf("%q", got)
	}
}

func TestAnAddressIsNoPartOfAReason(t *testing.T) {
	err := &url.Error{Op: "Post", URL: "http://host/?key=secret", Err: errors.New("refused")}
	if got := reason(err); got != "refused" {
		t.Errorf("%q", got)
	}
}

func TestTooLongKnowsTheWords(t *testing.T) {
	for message, want := range map[string]bool{
		"prompt is too long: 210000 tokens > 200000 maximum":                                         true,
		"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).":    true,
		"the input length exceeds the context length":                                                true,
		"Input length 5000 exceeds the maximum allowed length":                                       true,
		"exceeded max context length":                                                                true,
		"messages: at least one message is required":                                                 false,
		"max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for a model": false,
	} {
		if got := TooLong(message); got != want {
			t.Errorf("TooLong(%q) = %v", message, got)
		}
	}
}

// TestBaseURL: what cannot be an address is refused, and is not repeated.
func TestBaseURL(t *testing.T) {
	for address, fits := range map[string]bool{
		"": true, "http://127.0.0.1:8000/v1": true, "https://host": true,
		"host:80": false, "ftp://host": false, "http://": false, "http://u:hidden@host": false,
		"https://host/v1?key=hidden": false, "https://host/#hidden": false, "http://%hidden": false,
	} {
		err := Config{BaseURL: address}.CheckBaseURL()
		if (err == nil) != fits || err != nil && strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: %v", address, err)
		}
	}
}
