package main

import (
	"slices"
	"testing"
)

// The same words in another order are the same call, with the same output.
func TestOrderOfWordsChangesNothing(t *testing.T) {
	at := testHome(t)
	for _, c := range []struct {
		exit             int
		flags, arguments [][]string
	}{
		{exitDone, [][]string{{"--scale", "tiny"}, {"--json"}, {"--variant=full_sti"}, {"--seed", "1"}}, [][]string{{"build"}, {"social"}}},
		{exitDone, [][]string{{"--scale=tiny"}, {"--json"}, {"--variant", "full_cti"}}, [][]string{{"gold"}, {"social"}, {"q04"}}},
		{exitDone, [][]string{{"--scale", "tiny"}, {"--rows=1"}}, [][]string{{"sql"}, {"social"}, {"full_sti"}, {"-- first a comment\nSELECT 1"}}},
		{exitFailed, [][]string{{"--scale", "tiny"}, {"--json"}}, [][]string{{"sql"}, {"social"}, {"full_sti"}, {"DELETE FROM accounts"}}},
		{exitDone, [][]string{{"--json"}, {"-q"}}, [][]string{{"variant"}, {"show"}, {"social"}, {"full_cti"}}},
		{exitUsage, [][]string{{"--json"}, {"--scale", "tiny"}}, [][]string{{"verify"}, {"socal"}}},
	} {
		plain := slices.Concat(slices.Concat(c.arguments...), slices.Concat(c.flags...))
		want := program(t, at, plain...)
		if want.exit != c.exit {
			t.Errorf("ercheck %q: exit code %d, not %d: %s", plain, want.exit, c.exit, want.err)
		}
		want = program(t, at, plain...) // what the first call built is there now
		for seed := range uint64(4) {
			words := shuffled(seed, c.flags, c.arguments)
			got := program(t, at, words...)
			if got.exit != want.exit || maskTimes(got.out) != maskTimes(want.out) || got.err != want.err {
				t.Errorf("ercheck %q is not ercheck %q:\n%+v\n%+v", words, plain, got, want)
			}
		}
	}
}
