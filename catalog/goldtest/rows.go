package goldtest

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"ercheck/catalog/er"
)

// Rows are an answer in Postgres's own text.
type Rows [][]string

// null stands for NULL in a row. No text of a domain contains U+0000.
const null = "\x00NULL"

// add appends a row of int, string, er.Value, []string (an array) or nil (NULL).
func (r *Rows) add(values ...any) {
	row := make([]string, len(values))
	for i, v := range values {
		row[i] = written(v)
	}
	*r = append(*r, row)
}

func written(v any) string {
	switch v := v.(type) {
	case nil:
		return null
	case int:
		return strconv.Itoa(v)
	case string:
		return v
	case []string:
		return array(v)
	case er.Value:
		if v.Null {
			return null
		}
		return v.Text
	}
	panic(fmt.Sprintf("goldtest: a %T in a row", v))
}

// array writes elements as Postgres prints an array of texts.
func array(elements []string) string {
	quoted := make([]string, len(elements))
	for i, e := range elements {
		if quoted[i] = e; e == "" || strings.EqualFold(e, "null") || strings.ContainsAny(e, "{},\"\\ \t\n\v\f\r") {
			quoted[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(e) + `"`
		}
	}
	return "{" + strings.Join(quoted, ",") + "}"
}

// Diff says how a server's rows differ from these, as multisets; "" when they do
// not. At most five rows of each side are named.
func (r Rows) Diff(got [][]*string) string {
	counts := map[string]int{}
	for _, row := range r {
		counts[strings.Join(row, " | ")]++
	}
	for _, row := range got {
		texts := make([]string, len(row))
		for i, v := range row {
			if texts[i] = null; v != nil {
				texts[i] = *v
			}
		}
		counts[strings.Join(texts, " | ")]--
	}
	var missing, extra []string
	for row, n := range counts {
		switch row = strings.ReplaceAll(row, null, "NULL"); {
		case n > 0:
			missing = append(missing, row)
		case n < 0:
			extra = append(extra, row)
		}
	}
	if len(missing)+len(extra) == 0 {
		return ""
	}
	return fmt.Sprintf("%d rows instead of %d; missing %q, too many %q", len(got), len(r), first(missing), first(extra))
}

func first(rows []string) []string {
	slices.Sort(rows)
	return rows[:min(len(rows), 5)]
}

// number reads a whole number or a decimal.
func number(text string) *big.Rat {
	n, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("goldtest: no number: " + text)
	}
	return n
}

// sum of an attribute.
func sum(all []*Entity, attribute string) *big.Rat {
	total := new(big.Rat)
	for _, e := range all {
		total.Add(total, number(e.text(attribute)))
	}
	return total
}

// average of an attribute; nil over no entity, where it is NULL.
func average(all []*Entity, attribute string) *big.Rat {
	if len(all) == 0 {
		return nil
	}
	return new(big.Rat).Quo(sum(all, attribute), big.NewRat(int64(len(all)), 1))
}

// fixed writes a number with so many digits behind the point, halves rounded
// away from zero as Postgres does. nil is NULL.
func fixed(n *big.Rat, digits int) string {
	if n == nil {
		return null
	}
	return n.FloatString(digits)
}

// compareNumbers orders texts by the numbers they are.
func compareNumbers(a, b string) int { return number(a).Cmp(number(b)) }
