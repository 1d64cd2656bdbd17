package home

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ercheck/appliance/filelock"
)

// Format is the form of a home that this program writes: what is called how in
// the folder. Each part has a version of its own beside it (the history's tables,
// the server's data).
//
//	1  the first; homes from before the form was written down have it too
const Format = 1

// formatFile holds the number: {"format": 1}.
const formatFile = "home.json"

// tempFormat and some digits are what it is called until it is whole.
const tempFormat = "." + formatFile + "-"

// Step takes a home from one format to the next. It may be cut off at any moment
// and must then do the rest when it is run again.
type Step struct {
	From int // the format that it finds; From + 1 is what it leaves
	Do   func(Home) error
}

// steps lead from the first format to Format, one each.
var steps []Step

// lockWait is how long a process waits for another one that takes the home
// forward.
const lockWait = time.Minute

// settle brings the home to Format: a new one, and one without a number, is
// marked; an older one is taken forward step by step, by one process at a time;
// a newer one is refused and stays as it is. all and to are steps and Format but
// in tests.
func (h Home) settle(all []Step, to int) error {
	found, err := h.ReadFormat()
	if err != nil || found == to {
		return err
	}
	if found > to {
		return &FormatError{h, found, to}
	}
	lock, err := filelock.Wait(filepath.Join(string(h), formatFile+".lock"), lockWait)
	if err != nil {
		return &Error{Path: string(h), Err: fmt.Errorf("wait for the process that takes it to a newer format: %w", err)}
	}
	defer lock.Remove()
	return h.forward(all, to)
}

// forward is settle under the lock.
func (h Home) forward(all []Step, to int) error {
	found, err := h.ReadFormat()
	if err != nil {
		return err
	}
	if found == 0 {
		found = 1
		if err := h.writeFormat(found); err != nil {
			return err
		}
	}
	for ; found < to; found++ {
		if err := h.step(all, found); err != nil {
			return &Error{Path: string(h), Err: fmt.Errorf("take it from format %d to %d: %w", found, found+1, err)}
		}
	}
	return nil
}

func (h Home) step(all []Step, from int) error {
	for _, s := range all {
		if s.From == from {
			if err := s.Do(h); err != nil {
				return err
			}
			return h.writeFormat(from + 1)
		}
	}
	return errors.New("this ercheck does not know how")
}

// ReadFormat is the home's format; 0 where none is written: a new home, or one
// from before it was. It changes nothing.
func (h Home) ReadFormat() (int, error) {
	name := filepath.Join(string(h), formatFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, &Error{Path: string(h), Err: err}
	}
	var found struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(text, &found); err != nil || found.Format < 1 {
		return 0, &Error{Path: string(h), Err: fmt.Errorf("%s does not say its format, as {\"format\": %d} does", name, Format),
			Advice: "remove that file if no newer ercheck has used this home, and the format is found again"}
	}
	return found.Format, nil
}

// writeFormat replaces the number as a whole.
func (h Home) writeFormat(n int) error {
	name := filepath.Join(string(h), formatFile)
	text := fmt.Sprintf("{\"format\": %d}\n", n)
	temp, err := os.CreateTemp(string(h), tempFormat+"*")
	if err != nil {
		return &Error{Path: string(h), Err: err}
	}
	defer os.Remove(temp.Name()) // after the rename there is nothing left to remove
	_, err = temp.WriteString(text)
	// Whoever else uses the home reads it, too.
	if err = errors.Join(err, temp.Chmod(0o644), temp.Sync(), temp.Close()); err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		return &Error{Path: string(h), Err: err}
	}
	return nil
}

// FormatError refuses a home that a newer ercheck has taken forward.
type FormatError struct {
	Home         Home
	Found, Known int
}

// Error gives both formats.
func (e *FormatError) Error() string {
	return fmt.Sprintf("the home folder %s has format %d, and this ercheck knows formats up to %d", e.Home, e.Found, e.Known)
}

// Hint says what to do.
func (e *FormatError) Hint() string {
	return "use the newer ercheck that wrote it, or choose another folder with --home; this one was left as it is"
}
