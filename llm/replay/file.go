package replay

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ercheck/llm"
)

// Prefix is what a replay model's name begins with; the file's path follows.
const Prefix = "replay:"

// Limits on a recording. They are far above any real one and keep a wrong file
// from filling the memory.
const (
	maxLine   = 64 << 20 // bytes of one line
	maxTotal  = 1 << 30  // bytes of the file
	maxFaults = 20       // faults reported of one file
)

const format = `each line is {"question":"q01","variant":"full_sti","repeat":0,"response":"…"}; repeat may be left out, and variant where the prompt is the same for all`

// Open reads the recording at path and names the model "replay:" + path. The
// error is an *llm.Error of llm.KindInvalidFile; when the file could be read
// but not used, a *FileError in it lists the faults.
func Open(path string) (*Model, error) { return OpenIn("", path) }

// OpenIn is Open for a path that, if it is relative, starts at a folder ("" = the
// working folder). The model's name has the path as given.
func OpenIn(folder, path string) (*Model, error) {
	at := path
	if !filepath.IsAbs(at) {
		at = filepath.Join(folder, at)
	}
	f, err := os.Open(at)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer f.Close()
	return Read(path, f)
}

// Read is Open for a recording that is not a file; path names it in errors.
func Read(path string, r io.Reader) (*Model, error) {
	p := parser{
		responses: map[llm.Cell]string{},
		lines:     map[llm.Cell]int{},
		file:      FileError{Path: path},
	}
	if err := p.parse(r); err != nil {
		return nil, unreadable(path, err)
	}
	if len(p.file.Faults) > 0 {
		return nil, &llm.Error{Kind: llm.KindInvalidFile, Model: Prefix + path,
			Message: "the recording cannot be used", Hint: format, Err: &p.file}
	}
	return &Model{
		name:      Prefix + path,
		responses: p.responses,
		hint:      "add a line for it to " + path + ", or run only what is recorded",
	}, nil
}

func unreadable(path string, err error) error {
	return &llm.Error{Kind: llm.KindInvalidFile, Model: Prefix + path,
		Message: "the recording cannot be read", Hint: "give the path of a JSONL file: " + format, Err: err}
}

// Fault is one thing wrong with a recording.
type Fault struct {
	Line   int // counts from 1; 0 is the file as a whole
	Reason string
}

// FileError lists what is wrong with a recording, in the order of its lines.
type FileError struct {
	Path   string
	Faults []Fault // at least one, at most 20
	Cut    bool    // reading stopped at the last fault; there may be more
}

// Error gives each fault a line of its own: path, line number, reason.
func (e *FileError) Error() string {
	var b strings.Builder
	for i, f := range e.Faults {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Path + ":")
		if f.Line > 0 {
			fmt.Fprintf(&b, "%d:", f.Line)
		}
		b.WriteString(" " + f.Reason)
	}
	if e.Cut {
		b.WriteString("\n(reading stopped here)")
	}
	return b.String()
}

// parser collects the responses and faults of one recording.
type parser struct {
	responses map[llm.Cell]string
	lines     map[llm.Cell]int // where each response stands
	file      FileError
}

func (p *parser) fault(line int, reason string) {
	p.file.Faults = append(p.file.Faults, Fault{line, reason})
	p.file.Cut = len(p.file.Faults) >= maxFaults
}

// parse reads line by line until the end, the last fault worth reporting or a
// read error, which it returns.
func (p *parser) parse(r io.Reader) error {
	limited := &io.LimitedReader{R: r, N: maxTotal + 1}
	in := bufio.NewReader(limited)
	for number := 1; !p.file.Cut; number++ {
		line, err := readLine(in, maxLine)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, errLong) {
			return err
		}
		if limited.N <= 0 {
			p.fault(number, fmt.Sprintf("the file is over %d MB", maxTotal>>20))
			return nil
		}
		switch {
		case errors.Is(err, errLong):
			p.fault(number, fmt.Sprintf("the line is over %d MB", maxLine>>20))
		default:
			p.line(number, line)
		}
		if errors.Is(err, io.EOF) {
			break
		}
	}
	if len(p.responses) == 0 && len(p.file.Faults) == 0 {
		p.fault(0, "the file holds no response")
	}
	return nil
}

func (p *parser) line(number int, line []byte) {
	if number == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return
	}
	rec, err := parseRecord(line)
	if err != nil {
		p.fault(number, err.Error())
		return
	}
	if first, ok := p.lines[rec.cell]; ok {
		p.fault(number, fmt.Sprintf("%s has a response in line %d already", describe(rec.cell), first))
		return
	}
	p.lines[rec.cell] = number
	p.responses[rec.cell] = rec.response
}

// errLong marks a line that was skipped because it is over the limit.
var errLong = errors.New("line too long")

// readLine returns the next line, at most limit bytes of it in memory. Of a
// longer one nothing is kept and the error is errLong. At the end the error is
// io.EOF, with the last line if it lacks its newline.
func readLine(in *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if !long {
			line = append(line, part...)
		}
		if len(line) > limit {
			long, line = true, nil
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && (err == nil || errors.Is(err, io.EOF)):
			return nil, errLong
		}
		return line, err
	}
}
