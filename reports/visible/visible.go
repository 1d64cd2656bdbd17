// Package visible makes any string safe to show to people.
//
// Texts of a run come from models, users and databases: they hold terminal
// escapes, NUL bytes, invalid UTF-8, line separators inside one line, and
// characters that reverse the order of what is read. Here they become what can
// be seen, in three steps: invalid bytes are replaced, controls get a visible
// form, and what is too long is cut at a character.
//
// It does not escape markup: that is the work of whoever writes the markup.
package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Line gives s as one line: every control and line break in a visible form.
func Line(s string) string { return convert(s, false) }

// Block gives s with its line feeds and tabs kept and every other control in a
// visible form. CR LF becomes a line feed.
func Block(s string) string { return convert(strings.ReplaceAll(s, "\r\n", "\n"), true) }

// Cut gives at most limit bytes of s, cut before a character that would not fit
// whole, and whether something was cut. A limit below 0 counts as 0.
func Cut(s string, limit int) (string, bool) {
	limit = max(limit, 0)
	if len(s) <= limit {
		return s, false
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit], true
}

// Width is how many columns of a terminal s takes.
func Width(s string) int { return text.StringWidth(s) }

// Fit gives s in at most so many columns of a terminal, with "…" at the end if
// it was cut.
func Fit(s string, columns int) string {
	if Width(s) <= columns {
		return s
	}
	return text.Trim(s, max(columns-Width("…"), 0)) + text.Trim("…", max(columns, 0))
}

// Pad fills s with spaces up to so many columns.
func Pad(s string, columns int) string {
	return s + strings.Repeat(" ", max(columns-Width(s), 0))
}

func convert(s string, block bool) string {
	if plain(s, block) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for _, r := range s { // an invalid byte is read as U+FFFD
		b.WriteString(show(r, block))
	}
	return b.String()
}

func plain(s string, block bool) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x7f || c < ' ' && !(block && (c == '\n' || c == '\t')) {
			return false
		}
	}
	return true
}

// show gives the C0 controls as their pictures (␀, ␛) and everything else that
// has no visible form of its own as \u and its number. The joiners stay: several
// scripts and most emoji are wrong without them.
func show(r rune, block bool) string {
	switch {
	case block && (r == '\n' || r == '\t'), r == '\u200c', r == '\u200d':
		return string(r)
	case r < ' ':
		return string('\u2400' + r)
	case r == 0x7f:
		return "\u2421"
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp):
		return number(r)
	}
	return string(r)
}

func number(r rune) string {
	if r > 0xffff {
		return fmt.Sprintf(`\U%08X`, r)
	}
	return fmt.Sprintf(`\u%04X`, r)
}
