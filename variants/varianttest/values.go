package varianttest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"ercheck/catalog/er"
)

// Texts that break whoever forgets to escape or to quote, in Postgres's own
// canonical form.
var (
	texts = []string{"", " ", "a", "A", "null", "NULL", "{}", "{a,b}", "[]", `"`, `\`, `\N`, `\.`, "'", "a,b", "a\tb",
		"a\nb", "\r", "\x01", "$1", "$$", "é", "日本", "\u00a0", "\u2028", "1", "1.0", "t", "-- x", "/*", "%s", " a ", "a ", "(", ";"}
	floats     = []string{"0", "1", "-1.5", "0.1", "1e+20", "1e-07", "123456789.125", "1.7976931348623157e+308", "5e-324", "999999999999999", "1e+15", "0.0001", "1e-05"}
	jsons      = []string{"null", "1", "1.10", `"x"`, `"null"`, "[]", "{}", "true", `{"a": 1, "b": [1, 2]}`, `{"b": null, "aa": {}}`, `["\n", "\u0001", "é"]`}
	dates      = []string{"0001-01-01", "1999-12-31", "2000-02-29", "2026-01-31", "9999-12-31"}
	timesOfDay = []string{"00:00:00", "10:20:30", "23:59:59.999999", "12:00:00.5"}
	integers   = []string{"-2147483648", "2147483647", "0", "-1"}
	bigints    = []string{"-9223372036854775808", "9223372036854775807", "0", "2147483648"}
)

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

// simple draws a canonical text of the type.
func simple(r *rand.Rand, t er.Type) string {
	extreme := r.IntN(4) == 0
	switch t.Base {
	case er.Integer, er.Bigint:
		return integer(r, t.Base, extreme)
	case er.Numeric:
		return numeric(r, t)
	case er.Float:
		return pick(r, floats)
	case er.Boolean:
		return pick(r, []string{"t", "f"})
	case er.Date:
		return date(r, extreme)
	case er.Timestamp:
		return date(r, extreme) + " " + pick(r, timesOfDay) + "+00"
	case er.JSON:
		return pick(r, jsons)
	}
	if extreme {
		return pick(r, texts) + pick(r, texts)
	}
	return pick(r, texts)
}

func integer(r *rand.Rand, base er.Base, extreme bool) string {
	switch {
	case !extreme:
		return fmt.Sprint(r.IntN(50))
	case base == er.Bigint:
		return pick(r, bigints)
	}
	return pick(r, integers)
}

func numeric(r *rand.Rand, t er.Type) string {
	digits := make([]byte, t.Precision)
	for i := range digits {
		digits[i] = byte('0' + r.IntN(10))
	}
	whole := strings.TrimLeft(string(digits[:t.Precision-t.Scale]), "0")
	text := max(whole, "0")
	if t.Scale > 0 {
		text += "." + string(digits[t.Precision-t.Scale:])
	}
	if r.IntN(3) == 0 && strings.Trim(text, "0.") != "" {
		return "-" + text
	}
	return text
}

func date(r *rand.Rand, extreme bool) string {
	if extreme {
		return pick(r, dates)
	}
	return fmt.Sprintf("%04d-%02d-%02d", 1990+r.IntN(50), 1+r.IntN(12), 1+r.IntN(28))
}
