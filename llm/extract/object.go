package extract

import (
	"encoding/json"
	"errors"
	"strings"
)

// sqlKeys are the keys under which models put SQL when they answer in JSON, in
// small letters.
var sqlKeys = words("sql query sql_query sqlquery statement sql_statement answer final_answer response output result code")

// maxObjects bounds how many places of a text are tried as the beginning of
// JSON: each try may read to the text's end.
const maxObjects = 32

// object is a JSON value that holds SQL: its range in the text, and the SQL.
type object struct {
	start, end int
	values     []block
}

// nextObject finds the first JSON value with SQL that begins a line before
// limit. Each try at one is taken from tries.
func nextObject(text string, limit int, tries *int) (object, bool) {
	for pos := 0; pos < limit && *tries > 0; pos += len(line(text[pos:])) + 1 {
		at := pos + len(text[pos:]) - len(strings.TrimLeft(text[pos:], " \t\r"))
		if at >= limit || strings.IndexByte(`{["`, text[at]) < 0 {
			continue
		}
		*tries--
		if values, size := sqlValues(text[at:]); len(values) > 0 {
			return object{start: at, end: at + size, values: values}, true
		}
	}
	return object{}, false
}

// sqlValues decodes the JSON value that text begins with and gives the strings
// under SQL keys in it, and the value's length. A string counts only if it is
// all there is.
func sqlValues(text string) ([]block, int) {
	dec := json.NewDecoder(strings.NewReader(text))
	if text[0] == '"' {
		var s string
		if json.Unmarshal([]byte(strings.TrimSpace(text)), &s) != nil {
			return nil, 0
		}
		return []block{{text: s, code: true}}, len(text)
	}
	var found []block
	if collect(dec, false, &found, maxDepth) != nil {
		return nil, 0
	}
	return found, int(dec.InputOffset())
}

// maxDepth bounds how deep JSON may be nested.
const maxDepth = 100

var errDepth = errors.New("JSON is nested too deep")

// collect reads one value and keeps the strings that stand under a SQL key,
// also in arrays; wanted says that this value stands under one.
func collect(dec *json.Decoder, wanted bool, found *[]block, depth int) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	switch t := token.(type) {
	case string:
		if wanted {
			*found = append(*found, block{text: t, code: true})
		}
	case json.Delim:
		if depth == 0 {
			return errDepth
		}
		return collectWithin(dec, t == '[' && wanted, t == '{', found, depth-1)
	}
	return nil
}

// collectWithin reads the rest of an object or array.
func collectWithin(dec *json.Decoder, wanted, object bool, found *[]block, depth int) error {
	for dec.More() {
		if object {
			key, err := dec.Token()
			if err != nil {
				return err
			}
			wanted = sqlKeys[strings.ToLower(key.(string))] // a key is always a string
		}
		if err := collect(dec, wanted, found, depth); err != nil {
			return err
		}
	}
	_, err := dec.Token() // the closing bracket
	return err
}
