package shred

import (
	"strings"
	"testing"
)

func TestCamel(t *testing.T) {
	for name, want := range map[string]string{
		"live_streams": "liveStreams", "a": "a", "": "", "_": "_", "__": "__", "_a_b_": "_aB_", "a__b": "aB",
		"a_1": "a1", "élan_été": "élanÉté", "名_前": "名前", "a_ß": "aß", "_pg_x": "_pgX",
	} {
		if got := camel(name); got != want {
			t.Errorf("%q: %q, not %q", name, got, want)
		}
	}
}

// TestCodes: every word of the model has a code of its own, which is short, of
// ASCII, and no word of four letters or more; other words are cut without any.
func TestCodes(t *testing.T) {
	words := strings.Fields(`clip clap clep clup account accounts sync xref mstr strm straam kind status é 名前 名 42 1digit
		rhythm tests address "quoted" ß ﬁ id type ref typ strnm`)
	b := newCodebook(words)
	for _, of := range []map[string]string{b.short.of, b.long.of} {
		seen := map[string]string{}
		for word, code := range of {
			if other := seen[code]; other != "" {
				t.Errorf("%s and %s are both %s", word, other, code)
			}
			seen[code] = word
			if code == "" || strings.Trim(code, "abcdefghijklmnopqrstuvwxyz0123456789") != "" || len(code) > longest+2 {
				t.Errorf("%s has code %q", word, code)
			}
			for _, w := range words {
				if len(w) >= telling && strings.Contains(code, w) {
					t.Errorf("%s has code %s, in which there is %s", word, code, w)
				}
			}
		}
	}
	for name, want := range map[string]string{
		"account": "acnt", "accounts": "acnt", "account_id": "a_id", "id": "id", "clip_type": "c_typ", "other": "othr",
		"clip_2": "c_x2", "sync": "syn", "_": "x", "名前": "x2",
	} {
		if got := b.encode(name); got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
	if got := b.guard("xref"); got != "xre" {
		t.Errorf("a word of the model stays: %s", got)
	}
}
