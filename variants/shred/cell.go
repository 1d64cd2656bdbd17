package shred

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ercheck/catalog/er"
)

// Cell is one value of a row, as Postgres prints it.
type Cell struct {
	Null bool
	Text string
}

// text is the cell of a simple value.
func text(v er.Value) Cell { return Cell{Null: v.Null, Text: v.Text} }

// form writes a value of the attribute in a form that nests. Every array and
// object is as Postgres itself prints it, so that equal values have equal texts.
func form(f Form, a *er.Attribute, v er.Value) Cell {
	switch f {
	case ArrayForm:
		return Cell{Text: arrayText(v.Set)}
	case JSONArray:
		return Cell{Text: jsonArray(a.Type.Base, v.Set)}
	case JSONObject:
		return Cell{Text: jsonObject(a.Components, v.Parts)}
	}
	return text(v)
}

func arrayText(elements []string) string {
	var b strings.Builder
	b.WriteByte('{')
	for i, e := range elements {
		if i > 0 {
			b.WriteByte(',')
		}
		writeElement(&b, e)
	}
	b.WriteByte('}')
	return b.String()
}

// writeElement quotes what would not be read as the same text otherwise.
func writeElement(b *strings.Builder, e string) {
	if e != "" && !strings.ContainsAny(e, "{},\"\\ \t\n\r\v\f") && !strings.EqualFold(e, "null") {
		b.WriteString(e)
		return
	}
	b.WriteByte('"')
	for i := 0; i < len(e); i++ {
		if e[i] == '"' || e[i] == '\\' {
			b.WriteByte('\\')
		}
		b.WriteByte(e[i])
	}
	b.WriteByte('"')
}

// readArray is the inverse of arrayText, for one dimension without NULL.
func readArray(s string) ([]string, error) {
	body, ok := strings.CutPrefix(s, "{")
	if !ok || !strings.HasSuffix(body, "}") {
		return nil, fmt.Errorf("%q is no array", s)
	}
	body = body[:len(body)-1]
	elements := []string{}
	for body != "" {
		element, rest, err := readElement(body)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", s, err)
		}
		elements = append(elements, element)
		if rest == "" {
			break
		}
		if body = rest[1:]; rest[0] != ',' || body == "" {
			return nil, fmt.Errorf("%q: no comma between elements", s)
		}
	}
	return elements, nil
}

func readElement(s string) (element, rest string, err error) {
	if s[0] != '"' {
		end := strings.IndexByte(s, ',')
		if end < 0 {
			end = len(s)
		}
		if bare := s[:end]; bare == "" || strings.ContainsAny(bare, "{}\"\\") || strings.EqualFold(bare, "null") {
			return "", "", fmt.Errorf("element %q is empty, NULL or nested", bare)
		}
		return s[:end], s[end:], nil
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return b.String(), s[i+1:], nil
		case '\\':
			i++
		}
		if i < len(s) {
			b.WriteByte(s[i])
		}
	}
	return "", "", fmt.Errorf("a quote is not closed")
}

func jsonArray(base er.Base, elements []string) string {
	var b strings.Builder
	b.WriteByte('[')
	for i, e := range elements {
		if i > 0 {
			b.WriteString(", ")
		}
		writeJSON(&b, base, e)
	}
	b.WriteByte(']')
	return b.String()
}

// ComponentKey is the key of a component in the object that a composite
// attribute is stored as.
func ComponentKey(component *er.Attribute) string { return er.Snake(component.Name) }

// jsonObject has every component's key, in the order in which Postgres keeps
// keys: by length in bytes, then by bytes.
func jsonObject(components []*er.Attribute, parts []er.Value) string {
	order := make([]int, len(components))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int {
		return compareKeys(ComponentKey(components[x]), ComponentKey(components[y]))
	})
	var b strings.Builder
	b.WriteByte('{')
	for n, i := range order {
		if n > 0 {
			b.WriteString(", ")
		}
		writeJSON(&b, er.Text, ComponentKey(components[i]))
		b.WriteString(": ")
		if parts[i].Null {
			b.WriteString("null")
		} else {
			writeJSON(&b, components[i].Type.Base, parts[i].Text)
		}
	}
	b.WriteByte('}')
	return b.String()
}

// writeJSON writes one value: numbers with their scale, dates and instants as
// Postgres prints them (not with a T, as its to_jsonb would).
func writeJSON(b *strings.Builder, base er.Base, s string) {
	switch base {
	case er.Integer, er.Bigint, er.Numeric, er.JSON:
		b.WriteString(s)
	case er.Float:
		b.WriteString(plainFloat(s))
	case er.Boolean:
		b.WriteString(strconv.FormatBool(s == "t"))
	default:
		writeJSONString(b, s)
	}
}

func writeJSONString(b *strings.Builder, s string) {
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c >= ' ':
			b.WriteByte(c)
		case strings.IndexByte("\b\f\n\r\t", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte("bfnrt"[strings.IndexByte("\b\f\n\r\t", c)])
		default:
			fmt.Fprintf(b, `\u%04x`, c)
		}
	}
	b.WriteByte('"')
}

// plainFloat writes a float without an exponent, as a number inside jsonb is
// printed.
func plainFloat(s string) string {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return s
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// floatText writes a float as Postgres does outside of JSON: with an exponent
// below 1e-4 and from 1e15.
func floatText(s string) (string, error) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return "", err
	}
	scientific := strconv.FormatFloat(f, 'e', -1, 64)
	_, exponent, _ := strings.Cut(scientific, "e")
	if e, err := strconv.Atoi(exponent); err == nil && e >= -4 && e < 15 {
		return strconv.FormatFloat(f, 'f', -1, 64), nil
	}
	return scientific, nil
}

// readJSON is the inverse of writeJSON. JSON's null is an error, unless the
// value is JSON itself.
func readJSON(base er.Base, raw json.RawMessage) (string, error) {
	s := string(raw)
	if s == "null" && base != er.JSON {
		return "", fmt.Errorf("null in place of a value")
	}
	quoted := strings.HasPrefix(s, `"`)
	switch base {
	case er.JSON:
		return s, nil
	case er.Boolean:
		if s != "true" && s != "false" {
			return "", fmt.Errorf("%s is no boolean", s)
		}
		return s[:1], nil
	case er.Float:
		return floatText(s)
	case er.Integer, er.Bigint, er.Numeric:
		if quoted {
			return "", fmt.Errorf("%s is a text, not a number", s)
		}
		return s, nil
	}
	if !quoted {
		return "", fmt.Errorf("%s is no text", s)
	}
	var out string
	err := json.Unmarshal(raw, &out)
	return out, err
}
