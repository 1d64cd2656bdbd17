package home

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func newHome(t *testing.T, format string) Home {
	t.Helper()
	h := Home(t.TempDir())
	if format != "" {
		write(t, h, formatFile, format)
	}
	return h
}

func write(t *testing.T, h Home, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(string(h), name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func wantFormat(t *testing.T, h Home, want int) {
	t.Helper()
	if got, err := h.ReadFormat(); err != nil || got != want {
		t.Errorf("format %d, %v, want %d", got, err, want)
	}
}

func TestCreateMarksNewAndUnmarkedHomes(t *testing.T) {
	unmarked := newHome(t, "")
	write(t, unmarked, "history.db", "as it was")
	for _, h := range []Home{newHome(t, ""), unmarked} {
		for range 2 {
			if err := h.Create(); err != nil {
				t.Fatal(err)
			}
			wantFormat(t, h, Format)
		}
	}
	if left, err := filepath.Glob(filepath.Join(string(unmarked), "*.lock")); err != nil || len(left) > 0 {
		t.Errorf("%q stay, %v", left, err)
	}
}

func TestNewerHomeIsLeftAsItIs(t *testing.T) {
	h := newHome(t, `{"format": 99, "more": true}`)
	var refused *FormatError
	if err := h.Create(); !errors.As(err, &refused) || refused.Found != 99 || !strings.Contains(refused.Hint(), "newer ercheck") {
		t.Errorf("got %v", err)
	}
	if entries, err := os.ReadDir(string(h)); err != nil || len(entries) != 1 {
		t.Errorf("the home has %d entries, %v", len(entries), err)
	}
}

func TestDamagedFormatIsNotGuessed(t *testing.T) {
	for _, text := range []string{"", "x", `{"format": 0}`, `{"format": "1"}`, "[1]", `{"format": 1`} {
		h := newHome(t, "")
		write(t, h, formatFile, text)
		var wrong *Error
		if err := h.Create(); !errors.As(err, &wrong) || !strings.Contains(wrong.Hint(), "remove that file") {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

// append1 is a step that writes its number to a file.
func append1(from int, fail *bool) Step {
	return Step{from, func(h Home) error {
		if fail != nil && *fail {
			return errors.New("cut off")
		}
		f, err := os.OpenFile(filepath.Join(string(h), "steps"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		_, err = f.WriteString(string(rune('0' + from)))
		return errors.Join(err, f.Close())
	}}
}

func stepsDone(t *testing.T, h Home) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(string(h), "steps"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(text)
}

func TestOlderHomesAreTakenForward(t *testing.T) {
	all := []Step{append1(2, nil), append1(1, nil), append1(3, nil)}
	for format, want := range map[string]string{"": "123", `{"format": 1}`: "123", `{"format": 3}`: "3", `{"format": 4}`: ""} {
		h := newHome(t, format)
		if err := h.settle(all, 4); err != nil {
			t.Fatal(err)
		}
		if got := stepsDone(t, h); got != want {
			t.Errorf("from %q the steps %q were done, not %q", format, got, want)
		}
		wantFormat(t, h, 4)
	}
}

func TestStepsGoOnWhereTheyWereCutOff(t *testing.T) {
	failing := true
	all := []Step{append1(1, nil), append1(2, &failing), append1(3, nil)}
	h := newHome(t, "")
	var failed *Error
	if err := h.settle(all, 4); !errors.As(err, &failed) || !strings.Contains(err.Error(), "from format 2 to 3") {
		t.Errorf("got %v", err)
	}
	wantFormat(t, h, 2)
	failing = false
	if err := h.settle(all, 4); err != nil {
		t.Fatal(err)
	}
	if got := stepsDone(t, h); got != "123" {
		t.Errorf("the steps %q were done", got)
	}
	if err := h.settle(all, 6); err == nil {
		t.Error("a step that nobody knows was done")
	}
}

func TestOneProcessTakesAHomeForward(t *testing.T) {
	h := newHome(t, "")
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if err := h.settle([]Step{append1(1, nil), append1(2, nil)}, 3); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if got := stepsDone(t, h); got != "12" {
		t.Errorf("the steps %q were done", got)
	}
}

// Every format but the last has its step, and no other.
func TestStepsReachTheFormat(t *testing.T) {
	if len(steps) != Format-1 {
		t.Fatalf("%d steps lead to format %d", len(steps), Format)
	}
	for i, s := range steps {
		if s.From != i+1 || s.Do == nil {
			t.Errorf("step %d begins at format %d", i+1, s.From)
		}
	}
}
