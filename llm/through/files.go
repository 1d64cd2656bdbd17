package through

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"
	"unicode/utf8"

	"ercheck/llm"
)

// Files is a Cache of one JSON file for each response, in 256 folders below one:
// 3f/3fa4….json. A file is written beside its place and renamed, so that it is
// never half there, and it carries a digest of itself: one that was damaged all
// the same is not read, and replaced by the next response. Files are readable by
// their owner alone, since prompts and answers may be private.
type Files struct {
	Folder string // made when it is needed
}

// largest is how big a file may be to be read: answers are limited far below.
const largest = 64 << 20

// entry is what a file holds.
type entry struct {
	Key      string          `json:"key"`
	Sum      string          `json:"sum"` // SHA-256 of the bytes of response
	Kept     time.Time       `json:"kept"`
	Response json.RawMessage `json:"response"`
}

// kept is a response as it is written.
type kept struct {
	Text     text       `json:"text"`
	Thinking text       `json:"thinking,omitzero"`
	Finish   string     `json:"finish"`
	Usage    llm.Usage  `json:"usage"`
	Model    string     `json:"model,omitempty"`
	Dropped  []string   `json:"dropped,omitempty"`
	Timing   llm.Timing `json:"timing"` // in nanoseconds
}

// text is written as a JSON string where that loses nothing, else as its bytes
// in base64 in an array of one.
type text string

// MarshalJSON implements json.Marshaler.
func (t text) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return json.Marshal(string(t))
	}
	return json.Marshal([][]byte{[]byte(t)})
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *text) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte(`"`)) {
		return json.Unmarshal(data, (*string)(t))
	}
	var raw [1][]byte
	err := json.Unmarshal(data, &raw)
	*t = text(raw[0])
	return err
}

// Get implements Cache.
func (f Files) Get(k Key) (llm.Response, bool) {
	data, err := readFile(f.path(k))
	if err != nil {
		return llm.Response{}, false
	}
	var e entry
	if json.Unmarshal(data, &e) != nil || e.Key != k.String() || e.Sum != sumOf(e.Response) {
		return llm.Response{}, false
	}
	var r kept
	if json.Unmarshal(e.Response, &r) != nil {
		return llm.Response{}, false
	}
	return llm.Response{
		Text: string(r.Text), Thinking: string(r.Thinking), Finish: r.Finish, Usage: r.Usage,
		Model: r.Model, Dropped: r.Dropped, Timing: r.Timing,
	}, true
}

// Put implements Cache.
func (f Files) Put(k Key, r llm.Response) error {
	response, err := json.Marshal(kept{
		Text: text(r.Text), Thinking: text(r.Thinking), Finish: r.Finish, Usage: r.Usage,
		Model: r.Model, Dropped: r.Dropped, Timing: r.Timing,
	})
	if err != nil {
		return err
	}
	data, err := json.Marshal(entry{Key: k.String(), Sum: sumOf(response), Kept: time.Now().UTC(), Response: response})
	if err != nil {
		return err
	}
	return writeFile(f.path(k), append(data, '\n'))
}

func (f Files) path(k Key) string {
	name := k.String()
	return filepath.Join(f.Folder, name[:2], name+".json")
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func readFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, largest+1))
	if err == nil && len(data) > largest {
		err = errors.New("the file is too large")
	}
	return data, err
}

// writeFile writes beside the place and renames. Nothing is left behind when it
// fails.
func writeFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".new-*") // 0600
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name()) // the first error tells more
	}
	return err
}
