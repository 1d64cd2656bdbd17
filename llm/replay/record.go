package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"ercheck/llm"
)

// record is one line of a recording.
type record struct {
	cell     llm.Cell
	response string
}

// parseRecord reads one JSON object with the keys of the format, each at most
// once and spelled exactly. encoding/json alone would take a repeated key, one
// in other letters and invalid UTF-8 without a word.
func parseRecord(line []byte) (record, error) {
	if !utf8.Valid(line) {
		return record{}, errors.New("the line is not valid UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	if t, err := dec.Token(); err != nil {
		return record{}, invalidJSON(err)
	} else if t != json.Delim('{') {
		return record{}, errors.New("the line is no JSON object")
	}
	var rec record
	seen := map[string]bool{}
	for dec.More() {
		if err := rec.field(dec, seen); err != nil {
			return record{}, err
		}
	}
	if _, err := dec.Token(); err != nil {
		return record{}, invalidJSON(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return record{}, errors.New("something follows the JSON object; one line holds one response")
	}
	for _, key := range []string{"question", "response"} {
		if !seen[key] {
			return record{}, fmt.Errorf("key %q is missing", key)
		}
	}
	return rec, nil
}

// field reads the next key and its value.
func (rec *record) field(dec *json.Decoder, seen map[string]bool) error {
	token, err := dec.Token()
	if err != nil {
		return invalidJSON(err)
	}
	key := token.(string) // within an object the decoder gives nothing else
	if seen[key] {
		return fmt.Errorf("key %q stands twice", key)
	}
	seen[key] = true
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return invalidJSON(err)
	}
	return rec.set(key, raw)
}

func (rec *record) set(key string, raw json.RawMessage) (err error) {
	switch key {
	case "question":
		rec.cell.Question, err = label(key, raw)
	case "variant":
		rec.cell.Variant, err = label(key, raw)
	case "repeat":
		rec.cell.Repeat, err = count(key, raw)
	case "response":
		rec.response, err = text(key, raw)
	default:
		err = fmt.Errorf("unknown key %q; the keys are question, variant, repeat, response", key)
	}
	return err
}

// text reads a JSON string. Go's decoder puts U+FFFD for half a surrogate pair.
func text(key string, raw json.RawMessage) (string, error) {
	var s *string
	if err := json.Unmarshal(raw, &s); err != nil || s == nil {
		return "", fmt.Errorf("%q must be a string", key)
	}
	return *s, nil
}

func label(key string, raw json.RawMessage) (string, error) {
	s, err := text(key, raw)
	if err == nil && s == "" {
		err = fmt.Errorf("%q is empty", key)
	}
	return s, err
}

// count reads a number that counts from 0, written without point or exponent.
func count(key string, raw json.RawMessage) (int, error) {
	n, err := strconv.ParseUint(string(raw), 10, 31)
	if err != nil {
		return 0, fmt.Errorf("%q must be a whole number from 0 on", key)
	}
	return int(n), nil
}

// invalidJSON words a decoder's complaint for a line, which holds all there is.
func invalidJSON(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the JSON ends too early")
	}
	return fmt.Errorf("invalid JSON: %w", err)
}
