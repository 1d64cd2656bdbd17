package instance

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"ercheck/catalog/er"
	"ercheck/catalog/instance/value"
	"ercheck/catalog/nearest"
)

func readID(t *er.EntityType, raw json.RawMessage) ([]string, error) {
	columns := t.FullKey()
	if len(columns) == 1 {
		text, err := readSimple(columns[0].Type, raw)
		return []string{text}, err
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil || object == nil {
		return nil, fmt.Errorf("%s is identified by an object of %d keys", t.Name, len(columns))
	}
	values, err := readObject(columns, object)
	var key []string
	for _, v := range values {
		key = append(key, v.Text)
	}
	return key, err
}

// readObject reads exactly the attributes.
func readObject(attributes []*er.Attribute, object map[string]json.RawMessage) ([]er.Value, error) {
	var values []er.Value
	var names []string
	for _, a := range attributes {
		raw, ok := object[a.Name]
		if !ok {
			return nil, fmt.Errorf("attribute %q is missing", a.Name)
		}
		v, err := readValue(a, raw)
		if err != nil {
			return nil, fmt.Errorf("attribute %q: %w", a.Name, err)
		}
		values, names = append(values, v), append(names, a.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("there is no attribute %q (%s)", name, nearest.Hint(name, names))
		}
	}
	return values, nil
}

func readValue(a *er.Attribute, raw json.RawMessage) (er.Value, error) {
	null := string(bytes.TrimSpace(raw)) == "null"
	switch {
	case null && a.Nullable:
		return er.Value{Null: true}, nil
	case null && a.Type.Base != er.JSON:
		return er.Value{}, fmt.Errorf("it is null and must not be")
	case a.Composite():
		var object map[string]json.RawMessage
		if err := json.Unmarshal(raw, &object); err != nil {
			return er.Value{}, fmt.Errorf("it must be an object")
		}
		parts, err := readObject(a.Components, object)
		return er.Value{Parts: parts}, err
	case a.Multi:
		return readSet(a, raw)
	}
	text, err := readSimple(a.Type, raw)
	return er.Value{Text: text}, err
}

func readSet(a *er.Attribute, raw json.RawMessage) (er.Value, error) {
	var elements []json.RawMessage
	if err := json.Unmarshal(raw, &elements); err != nil {
		return er.Value{}, fmt.Errorf("it must be an array")
	}
	set := []string{}
	for _, e := range elements {
		text, err := readSimple(a.Type, e)
		if err != nil {
			return er.Value{}, err
		}
		set = append(set, text)
	}
	slices.SortFunc(set, a.Type.Compare)
	if len(slices.Compact(slices.Clone(set))) != len(set) {
		return er.Value{}, fmt.Errorf("a value appears twice")
	}
	return er.Value{Set: set}, nil
}

// readSimple gives the canonical text of a JSON value.
func readSimple(t er.Type, raw json.RawMessage) (string, error) {
	if t.Base == er.JSON {
		return CanonicalJSON(raw)
	}
	var v any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&v); err != nil {
		return "", fmt.Errorf("a value of type %s is missing", t)
	}
	switch x := v.(type) {
	case json.Number:
		return readNumber(t, x.String())
	case bool:
		if t.Base == er.Boolean {
			return strconv.FormatBool(x)[:1], nil
		}
	case string:
		return readText(t, x)
	}
	return "", fmt.Errorf("%s is no %s", clip(string(raw)), t)
}

func readNumber(t er.Type, text string) (string, error) {
	switch t.Base {
	case er.Integer, er.Bigint:
		bits := 64
		if t.Base == er.Integer {
			bits = 32
		}
		n, err := strconv.ParseInt(text, 10, bits)
		if err != nil {
			return "", fmt.Errorf("%s is no %s", clip(text), t)
		}
		return strconv.FormatInt(n, 10), nil
	case er.Float:
		return text, nil
	}
	return "", fmt.Errorf("%s is no %s", clip(text), t)
}

func readText(t er.Type, text string) (string, error) {
	switch t.Base {
	case er.Text:
		if strings.ContainsRune(text, 0) {
			return "", fmt.Errorf("a text with U+0000")
		}
		return text, nil
	case er.Numeric:
		return readNumeric(t, text)
	case er.Date:
		if _, err := time.Parse(time.DateOnly, text); err == nil {
			return text, nil
		}
	case er.Timestamp:
		if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
			return at.UTC().Format("2006-01-02 15:04:05.999999") + "+00", nil
		}
	}
	return "", fmt.Errorf("%q is no %s", clip(text), t)
}

func readNumeric(t er.Type, text string) (string, error) {
	r, ok := new(big.Rat).SetString(text)
	if !ok || strings.ContainsAny(text, "/eEpPxX_") {
		return "", fmt.Errorf("%q is no %s", clip(text), t)
	}
	canonical := r.FloatString(t.Scale)
	back, _ := new(big.Rat).SetString(canonical)
	if back.Cmp(r) != 0 || len(strings.Trim(strings.ReplaceAll(canonical, ".", ""), "-")) > max(t.Precision, t.Scale+1) {
		return "", fmt.Errorf("%s does not fit into %s", clip(text), t)
	}
	return canonical, nil
}

// CanonicalJSON writes a JSON value as Postgres prints jsonb: keys by length,
// then by bytes, the last of equal ones; one space behind : and , ; numbers with
// the digits they were written with, without exponent.
func CanonicalJSON(raw []byte) (string, error) {
	var v any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&v); err != nil {
		return "", fmt.Errorf("no JSON: %w", err)
	}
	var b strings.Builder
	err := writeJSON(&b, v)
	return b.String(), err
}

func writeJSON(b *strings.Builder, v any) error {
	switch x := v.(type) {
	case map[string]any:
		return writeJSONObject(b, x)
	case []any:
		b.WriteByte('[')
		for i, e := range x {
			if i > 0 {
				b.WriteString(", ")
			}
			if err := writeJSON(b, e); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	case json.Number:
		text, err := plainNumber(x.String())
		b.WriteString(text)
		return err
	case string:
		if strings.ContainsRune(x, 0) {
			return fmt.Errorf("a text with U+0000")
		}
		b.WriteString(value.QuoteJSON(x))
	case nil:
		b.WriteString("null")
	default:
		fmt.Fprint(b, x)
	}
	return nil
}

func writeJSONObject(b *strings.Builder, object map[string]any) error {
	keys := slices.SortedFunc(maps.Keys(object), func(x, y string) int {
		return cmp.Or(len(x)-len(y), strings.Compare(x, y))
	})
	b.WriteByte('{')
	for i, key := range keys {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(value.QuoteJSON(key) + ": ")
		if err := writeJSON(b, object[key]); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// maxExponent bounds how long a number gets when it is written out.
const maxExponent = 1000

// plainNumber writes a number without exponent, keeping its zeros.
func plainNumber(text string) (string, error) {
	mantissa, exponent, found := strings.Cut(strings.ToLower(text), "e")
	if !found {
		if text == "-0" {
			return "0", nil
		}
		return text, nil
	}
	shift, err := strconv.Atoi(exponent)
	r, ok := new(big.Rat).SetString(mantissa)
	if err != nil || !ok || shift > maxExponent || shift < -maxExponent {
		return "", fmt.Errorf("the number %s has too large an exponent", clip(text))
	}
	_, part, _ := strings.Cut(mantissa, ".")
	scale := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(shift, -shift))), nil))
	if shift < 0 {
		scale.Inv(scale)
	}
	return r.Mul(r, scale).FloatString(max(0, len(part)-shift)), nil
}

func clip(s string) string {
	const most = 60
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
