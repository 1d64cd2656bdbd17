package replay_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"ercheck/llm"
	"ercheck/llm/replay"
)

var _ llm.Model = (*replay.Model)(nil)

const good = `{"question":"q01","variant":"a","response":"SELECT 1"}`

func ask(t *testing.T, m llm.Model, c llm.Cell) string {
	t.Helper()
	got, err := m.Complete(context.Background(), llm.Request{Cell: c})
	if err != nil {
		t.Fatalf("Complete(%v): %v", c, err)
	}
	if got.Finish != llm.FinishStop {
		t.Errorf("Complete(%v) finished by %q", c, got.Finish)
	}
	return got.Text
}

func TestReadsWhatTheFormatAllows(t *testing.T) {
	tests := []struct {
		name, file string
		want       map[llm.Cell]string
	}{
		{"one line", good, map[llm.Cell]string{{Question: "q01", Variant: "a"}: "SELECT 1"}},
		{"repeats", `{"question":"q","variant":"a","repeat":0,"response":"x"}` + "\n" + `{"repeat":12,"response":"y","variant":"a","question":"q"}` + "\n",
			map[llm.Cell]string{{Question: "q", Variant: "a"}: "x", {Question: "q", Variant: "a", Repeat: 12}: "y"}},
		{"byte order mark, CRLF, blank lines", "\ufeff" + good + "\r\n\r\n  \t\r\n" + strings.Replace(good, "q01", "q02", 1) + "\r\n",
			map[llm.Cell]string{{Question: "q01", Variant: "a"}: "SELECT 1", {Question: "q02", Variant: "a"}: "SELECT 1"}},
		{"spaces and escapes", ` { "question" : "q" , "variant" : "a" , "response" : "a\n\"b\"\u0000é" } `,
			map[llm.Cell]string{{Question: "q", Variant: "a"}: "a\n\"b\"\x00é"}},
		{"no variant", `{"question":"q","response":"x"}`, map[llm.Cell]string{{Question: "q"}: "x"}},
		{"empty response", `{"question":"q","variant":"a","response":""}`, map[llm.Cell]string{{Question: "q", Variant: "a"}: ""}},
		{"long response", `{"question":"q","variant":"a","response":"` + strings.Repeat("x", 1<<20) + `"}`,
			map[llm.Cell]string{{Question: "q", Variant: "a"}: strings.Repeat("x", 1<<20)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := replay.Read("f.jsonl", strings.NewReader(tt.file))
			if err != nil {
				t.Fatal(err)
			}
			if m.Name() != "replay:f.jsonl" || m.Len() != len(tt.want) {
				t.Errorf("model %q with %d responses, want replay:f.jsonl with %d", m.Name(), m.Len(), len(tt.want))
			}
			for c, want := range tt.want {
				if diff := cmp.Diff(want, ask(t, m, c)); diff != "" {
					t.Errorf("response to %v (-want +got):\n%s", c, diff)
				}
			}
		})
	}
}

func TestRefusesWithLineAndReason(t *testing.T) {
	tests := []struct {
		name, file string
		line       int
		reason     string // a part of it
	}{
		{"empty file", "", 0, "no response"},
		{"only blank lines", "\n \r\n\n", 0, "no response"},
		{"no JSON", good + "\nhello\n", 2, "invalid JSON"},
		{"array", "[" + good + "]", 1, "no JSON object"},
		{"string", `"q"`, 1, "no JSON object"},
		{"cut off", good + "\n" + good[:30], 2, "ends too early"},
		{"no value", `{"question":"q","variant":`, 1, "ends too early"},
		{"two objects", good + good, 1, "something follows"},
		{"comma after", good + ",", 1, "something follows"},
		{"unknown key", `{"question":"q","variant":"a","answer":"x"}`, 1, `unknown key "answer"`},
		{"key in other letters", `{"Question":"q","variant":"a","response":"x"}`, 1, `unknown key "Question"`},
		{"key twice", `{"question":"q","question":"r","variant":"a","response":"x"}`, 1, `"question" stands twice`},
		{"no response", `{"question":"q","variant":"a"}`, 1, `"response" is missing`},
		{"empty object", `{}`, 1, `"question" is missing`},
		{"empty label", `{"question":"","variant":"a","response":"x"}`, 1, `"question" is empty`},
		{"number for text", `{"question":1,"variant":"a","response":"x"}`, 1, `"question" must be a string`},
		{"null for text", `{"question":"q","variant":"a","response":null}`, 1, `"response" must be a string`},
		{"nested too deep", `{"question":` + strings.Repeat("[", 100000), 1, "invalid JSON"},
		{"text for number", `{"question":"q","variant":"a","repeat":"0","response":"x"}`, 1, `"repeat" must be`},
		{"negative", `{"question":"q","variant":"a","repeat":-1,"response":"x"}`, 1, `"repeat" must be`},
		{"fraction", `{"question":"q","variant":"a","repeat":1.0,"response":"x"}`, 1, `"repeat" must be`},
		{"huge number", `{"question":"q","variant":"a","repeat":99999999999,"response":"x"}`, 1, `"repeat" must be`},
		{"same cell", good + "\n\n" + good, 3, "in line 1 already"},
		{"same cell, repeat written out", good + "\n" + strings.Replace(good, `"response"`, `"repeat":0,"response"`, 1), 2, "in line 1 already"},
		{"invalid UTF-8", "{\"question\":\"q\xff\",\"variant\":\"a\",\"response\":\"x\"}", 1, "UTF-8"},
		{"UTF-16", "\xff\xfe{\x00", 1, "UTF-8"},
		{"mark in the middle", good + "\n\ufeff" + good, 2, "invalid JSON"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := replay.Read("f.jsonl", strings.NewReader(tt.file))
			var file *replay.FileError
			if !errors.As(err, &file) || llm.KindOf(err) != llm.KindInvalidFile {
				t.Fatalf("err = %v, want a *FileError of kind %s", err, llm.KindInvalidFile)
			}
			if len(file.Faults) != 1 || file.Faults[0].Line != tt.line || !strings.Contains(file.Faults[0].Reason, tt.reason) {
				t.Errorf("faults = %+v, want one in line %d with %q", file.Faults, tt.line, tt.reason)
			}
		})
	}
}

func TestReportsAllFaultsUpToALimit(t *testing.T) {
	file := good + "\nx\n" + strings.Replace(good, "q01", "q02", 1) + "\n{}\n"
	_, err := replay.Read("dir/f.jsonl", strings.NewReader(file))
	for _, want := range []string{"dir/f.jsonl:2: invalid JSON", "\ndir/f.jsonl:4: key \"question\" is missing"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %q lacks %q", err, want)
		}
	}
	_, err = replay.Read("f.jsonl", strings.NewReader(strings.Repeat("x\n", 1000)))
	var many *replay.FileError
	if !errors.As(err, &many) || len(many.Faults) != 20 || !many.Cut || !strings.Contains(err.Error(), "stopped") {
		t.Errorf("a thousand faults give %v", err)
	}
}

// endless gives one line without end.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	e.read += len(p)
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestLongLinesAreBounded(t *testing.T) {
	long := io.MultiReader(strings.NewReader(good+"\n"), io.LimitReader(&endless{}, 65<<20), strings.NewReader("\nx\n"))
	_, err := replay.Read("f.jsonl", long)
	var file *replay.FileError
	if !errors.As(err, &file) {
		t.Fatalf("err = %v", err)
	}
	want := []replay.Fault{{Line: 2, Reason: "the line is over 64 MB"}, {Line: 3, Reason: file.Faults[len(file.Faults)-1].Reason}}
	if diff := cmp.Diff(want, file.Faults); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

func TestEndlessFileIsRefused(t *testing.T) {
	in := &endless{}
	_, err := replay.Read("f.jsonl", in)
	if err == nil || !strings.Contains(err.Error(), "over 1024 MB") {
		t.Errorf("err = %v", err)
	}
	if in.read > 1<<30+1<<20 {
		t.Errorf("%d bytes were read", in.read)
	}
}

func TestReadErrorIsNoFault(t *testing.T) {
	broken := errors.New("disk gone")
	_, err := replay.Read("f.jsonl", io.MultiReader(strings.NewReader(good+"\n"), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) || llm.KindOf(err) != llm.KindInvalidFile {
		t.Errorf("err = %v, want %v", err, broken)
	}
}

func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "with space.jsonl")
	_, err := replay.Open(path)
	var typed *llm.Error
	if !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &typed) || typed.Hint == "" || !typed.Kind.Final() {
		t.Errorf("missing file gives %v", err)
	}
	if _, err := replay.Open(filepath.Dir(path)); llm.KindOf(err) != llm.KindInvalidFile {
		t.Errorf("a folder gives %v", err)
	}
	if err := os.WriteFile(path, []byte(good), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := replay.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if m.Name() != "replay:"+path {
		t.Errorf("Name() = %q", m.Name())
	}
	if got := ask(t, m, llm.Cell{Question: "q01", Variant: "a"}); got != "SELECT 1" {
		t.Errorf("response = %q", got)
	}
}

func TestCellThatIsNotRecorded(t *testing.T) {
	m := replay.FromMap("gold", map[llm.Cell]string{{Question: "q", Variant: "a"}: "SELECT 1"})
	for _, c := range []llm.Cell{{Question: "q", Variant: "b"}, {Question: "r", Variant: "a"}, {Question: "q", Variant: "a", Repeat: 1}} {
		_, err := m.Complete(context.Background(), llm.Request{Cell: c})
		if k := llm.KindOf(err); k != llm.KindNotRecorded || k.Final() {
			t.Errorf("%v gives %v", c, err)
		}
		if want := fmt.Sprintf("gold: no response recorded for question %q, variant %q, repeat %d", c.Question, c.Variant, c.Repeat); err.Error() != want {
			t.Errorf("error %q, want %q", err, want)
		}
	}
	if got := ask(t, m, llm.Cell{Question: "q", Variant: "a"}); got != "SELECT 1" || m.Name() != "gold" {
		t.Errorf("%s answers %q", m.Name(), got)
	}
}

func TestStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := replay.FromMap("m", nil).Complete(ctx, llm.Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(good)
	f.Add(good + "\n{\"question\":")
	f.Fuzz(func(t *testing.T, file string) {
		m, err := replay.Read("f", strings.NewReader(file))
		if (m == nil) == (err == nil) {
			t.Fatalf("Read gives %v and %v", m, err)
		}
		if m != nil && m.Len() == 0 {
			t.Error("a model without a response")
		}
	})
}
