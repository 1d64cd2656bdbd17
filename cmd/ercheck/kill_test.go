//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const slowRepeats = 4

// slowAnswers writes a recording whose statements take a while, so that a run
// of it can be met in its middle, and says how many cells it has.
func slowAnswers(t *testing.T) (path string, cells int) {
	t.Helper()
	var lines bytes.Buffer
	for repeat := range slowRepeats {
		for q := 1; q <= 15; q++ {
			for _, variant := range []string{"full_sti", "full_cti"} {
				sql := fmt.Sprintf("SELECT count(*) + %d FROM generate_series(1, 200000)", q)
				fmt.Fprintf(&lines, `{"question":"q%02d","variant":%q,"repeat":%d,"response":%q}`+"\n", q, variant, repeat, sql)
				cells++
			}
		}
	}
	path = filepath.Join(t.TempDir(), "slow.jsonl")
	if err := os.WriteFile(path, lines.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path, cells
}

func slowRun(answers string) []string {
	return []string{"run", "social", "--scale", "tiny", "--variant", "full_sti", "--variant", "full_cti",
		"--model", "replay:" + answers, "--repeats", fmt.Sprint(slowRepeats), "--json"}
}

// process is the real program in a process of its own.
type process struct {
	*exec.Cmd
	out, err bytes.Buffer
}

func begin(t *testing.T, at string, args ...string) *process {
	t.Helper()
	return beginIn(t, "", at, args...)
}

// beginIn is begin in a working folder.
func beginIn(t *testing.T, folder, at string, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command("ercheck", args...)}
	p.Dir = folder
	p.Stdout, p.Stderr = &p.out, &p.err
	p.Env = append(os.Environ(), "ERCHECK_HOME="+at)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill() })
	return p
}

// newProcess is a call of the program that has not begun.
func newProcess(at string, args ...string) *process {
	p := &process{Cmd: exec.Command("ercheck", args...)}
	p.Stdout, p.Stderr = &p.out, &p.err
	p.Env = append(os.Environ(), "ERCHECK_HOME="+at)
	return p
}

// asPlainUser lets it run as an unprivileged user: this one, or for root the user
// daemon. The program is copied to where that user can reach it, by a process of
// its own: a file that this one had open for writing while a parallel test forked
// would be "text file busy".
func asPlainUser(t *testing.T, folder string, p *process) {
	t.Helper()
	const daemon = 1 // on every Unix system, and its group
	if os.Getuid() != 0 {
		return
	}
	copied := filepath.Join(folder, "ercheck")
	if _, err := os.Stat(copied); err != nil {
		if out, err := exec.Command("cp", p.Path, copied).CombinedOutput(); err != nil {
			t.Fatalf("copy the program: %v %s", err, out)
		}
		if err := os.Chmod(copied, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	p.Path, p.Dir = copied, folder
	p.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: daemon, Gid: daemon}}
}

// ends waits for the process and checks its exit code; -1 is a death by signal.
func (p *process) ends(t *testing.T, exit int) {
	t.Helper()
	_ = p.Wait() // its error is the exit code
	if got := p.ProcessState.ExitCode(); got != exit {
		t.Fatalf("%q: exit code %d, not %d\n%s%s", p.Args, got, exit, p.out.String(), p.err.String())
	}
}

type listedRun struct {
	ID, Status          string
	Cells, Done, Errors int
	Models              []string
}

func listRuns(t *testing.T, at string) []listedRun {
	t.Helper()
	var runs []listedRun
	document(t, at, exitDone, &runs, "runs", "list", "--json")
	return runs
}

// inMidRun waits until a run of the home has some cells done and many left.
func inMidRun(t *testing.T, at string) listedRun {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if runs := listRuns(t, at); len(runs) > 0 && runs[0].Done >= 10 {
			if runs[0].Done == runs[0].Cells {
				t.Fatal("the run is over before it could be stopped")
			}
			if postmasters(t, at) == 0 {
				t.Fatal("the run's Postgres is not found among the processes")
			}
			return runs[0]
		}
	}
	t.Fatal("no run got under way in a minute")
	return listedRun{}
}

// totals are the figures of a run that must not depend on what befell it.
type totals struct {
	Cells, Errors, Missing     int
	Status                     string
	AverageAgreement, Accuracy float64
	Digests                    map[string]string
}

func totalsOf(t *testing.T, at, run string) totals {
	t.Helper()
	var report struct {
		Status           string  `json:"status"`
		CellCount        int     `json:"cell_count"`
		Errors           int     `json:"errors"`
		Missing          int     `json:"missing"`
		AverageAgreement float64 `json:"average_agreement"`
		Accuracy         float64 `json:"accuracy"`
		Cells            []struct {
			Question, Variant, Digest, Outcome string
			Repeat                             int
		} `json:"cells"`
	}
	document(t, at, exitDone, &report, "report", run, "--format", "json", "-o", "-")
	sum := totals{report.CellCount, report.Errors, report.Missing, report.Status, report.AverageAgreement, report.Accuracy, map[string]string{}}
	for _, c := range report.Cells {
		sum.Digests[fmt.Sprint(c.Question, c.Variant, c.Repeat)] += c.Outcome + c.Digest
	}
	return sum
}

func sameTotals(t *testing.T, got, want totals, cells int) {
	t.Helper()
	text := func(s totals) string {
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if len(want.Digests) != cells || want.Cells != cells || want.Missing != 0 {
		t.Fatalf("the undisturbed run has other cells than planned: %s", text(want))
	}
	if text(got) != text(want) {
		t.Errorf("the run that was stopped:\n%s\nthe undisturbed one:\n%s", text(got), text(want))
	}
}

// postmasters counts the processes that serve a home.
func postmasters(t *testing.T, at string) int {
	t.Helper()
	out, err := exec.Command("ps", "-eo", "args").Output()
	if err != nil {
		t.Fatalf("ps: %v", err)
	}
	n := 0
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "postgres") && strings.Contains(line, at) {
			n++
		}
	}
	return n
}

// The run is resumed from another folder than that in which its recording was
// named.
func TestKilledRunIsResumed(t *testing.T) {
	t.Parallel()
	at := ownHome(t)
	answers, cells := slowAnswers(t)
	killed := beginIn(t, filepath.Dir(answers), at, slowRun(filepath.Base(answers))...)
	before := inMidRun(t, at)
	if err := killed.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	killed.ends(t, -1)
	if left := listRuns(t, at)[0]; left.Done < before.Done || left.Done == left.Cells || left.Status != "unfinished" {
		t.Errorf("after the kill the run is %+v, before it %+v", left, before)
	}
	begin(t, at, "run", "--resume", "last").ends(t, exitDone)
	undisturbed := begin(t, at, slowRun(answers)...)
	undisturbed.ends(t, exitDone)
	sameTotals(t, totalsOf(t, at, before.ID), totalsOf(t, at, "last"), cells)
	if n := postmasters(t, at); n != 0 {
		t.Errorf("%d Postgres processes are left", n)
	}
}

func TestInterruptedRunSaysHowToGoOn(t *testing.T) {
	t.Parallel()
	at := ownHome(t)
	answers, cells := slowAnswers(t)
	args := slowRun(answers)
	stopped := begin(t, at, args[:len(args)-1]...)
	run := inMidRun(t, at)
	stopped.signalled(t, syscall.SIGINT, at)
	advice := "ercheck run --resume " + run.ID
	lines := strings.Split(strings.TrimSpace(stopped.err.String()), "\n")
	if !strings.Contains(lines[len(lines)-1], advice) || stopped.out.Len() > 0 {
		t.Errorf("the last line is %q; standard output: %s", lines[len(lines)-1], stopped.out.String())
	}
	begin(t, at, "run", "--resume", run.ID).ends(t, exitDone)
	if got := totalsOf(t, at, run.ID); got.Cells != cells || got.Missing != 0 || got.Errors != 0 {
		t.Errorf("after --resume: %+v", got)
	}
	begin(t, at, "runs", "rm", run.ID).ends(t, exitDone)
	// With --json the advice is in the one document.
	stopped = begin(t, at, args...)
	run = inMidRun(t, at)
	stopped.signalled(t, syscall.SIGTERM, at)
	var told struct{ Error failure }
	if err := json.Unmarshal(stopped.out.Bytes(), &told); err != nil {
		t.Fatal(err)
	}
	if told.Error.Code != codeInterrupted || !strings.Contains(told.Error.Hint, "--resume "+run.ID) {
		t.Errorf("the document is %s", stopped.out.String())
	}
}

// signalled sends a signal; the process must end as stopped and leave no server.
func (p *process) signalled(t *testing.T, signal syscall.Signal, at string) {
	t.Helper()
	if err := p.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	p.ends(t, exitInterrupted)
	if n := postmasters(t, at); n != 0 {
		t.Errorf("after %v, %d Postgres processes are left", signal, n)
	}
}

func TestTwoProcessesOnOneHomeBothFinish(t *testing.T) {
	t.Parallel()
	at := ownHome(t)
	args := []string{"run", "social", "--scale", "tiny", "--variant", "full_sti", "--variant", "full_cti", "--model", "gold", "--json"}
	both := []*process{begin(t, at, args...), begin(t, at, args...)}
	for _, p := range both {
		p.ends(t, exitDone)
	}
	for _, r := range listRuns(t, at) {
		if r.Status != "finished" || r.Done != 30 || r.Errors != 0 {
			t.Errorf("%+v", r)
		}
	}
	if n := len(listRuns(t, at)); n != 2 {
		t.Errorf("%d runs are in the history", n)
	}
	if n := postmasters(t, at); n != 0 {
		t.Errorf("%d Postgres processes are left", n)
	}
}

func TestAClosedPipeEndsACallLikeASignal(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	p := exec.Command("ercheck", "instance", "social", "--scale", "demo")
	p.Stdout, p.Stderr = write, &said
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	_ = write.Close()
	first := make([]byte, 1)
	if _, err := read.Read(first); err != nil || first[0] != '{' {
		t.Errorf("the first byte is %q, %v", first, err)
	}
	_ = read.Close()
	_ = p.Wait()
	if got := p.ProcessState.ExitCode(); got != exitInterrupted || said.Len() > 0 {
		t.Errorf("exit code %d; standard error: %s", got, said.String())
	}
}
