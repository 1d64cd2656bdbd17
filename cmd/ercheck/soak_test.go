//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// soakTime is how long the soak goes on; ERCHECK_SOAK_TIME has another duration,
// and ERCHECK_SOAK_SEED the seed to repeat (the moments of the kills are the
// machine's all the same).
const soakTime = 15 * time.Second

// soak is a home that is used and disturbed at random, with all that is known of
// it.
type soak struct {
	t      *testing.T
	at     string
	random *rand.Rand
	models *countingServer
	runs   map[string]*soakRun // by model: each run has one of its own

	steps, kills, serverKills, interrupts, resumes int
	cells, calls, lost, beyond, unusable           int
}

// soakRun is what is known of a run.
type soakRun struct {
	id    string
	done  int // cells that were seen as done
	step  int // in which a process last worked on it
	kills int // of the processes that worked on it

	removed bool // or to be: its removal may have been killed
}

// TestSoak runs commands on one home in a random order, two at a time now and
// then, and kills them and Postgres at random moments. After each step the home is
// usable and no answered cell is gone; at the end every run can be finished, has
// one answer for each cell, and cost no call that a kill does not account for.
func TestSoak(t *testing.T) {
	t.Parallel()
	long, seed := soakSettings(t)
	s := &soak{t: t, at: ownHome(t), models: newCountingServer(t), random: rand.New(rand.NewPCG(seed, 0)), runs: map[string]*soakRun{}}
	for end := time.Now().Add(long); time.Now().Before(end) && s.unusable == 0; {
		s.step()
	}
	s.finish()
	t.Logf("ERCHECK_SOAK_SEED=%d: %d steps, %d kills of ercheck, %d of Postgres, %d interrupts, %d runs with %d resumes; "+
		"%d cells, %d calls; cells lost %d, calls beyond cells and those in flight at the kills %d, homes unusable %d",
		seed, s.steps, s.kills, s.serverKills, s.interrupts, len(s.runs), s.resumes, s.cells, s.calls, s.lost, s.beyond, s.unusable)
	if s.lost+s.beyond+s.unusable > 0 {
		t.Fail()
	}
}

func soakSettings(t *testing.T) (long time.Duration, seed uint64) {
	t.Helper()
	long, seed = soakTime, uint64(time.Now().UnixNano())
	var err error
	if given := os.Getenv("ERCHECK_SOAK_TIME"); given != "" {
		if long, err = time.ParseDuration(given); err != nil {
			t.Fatal(err)
		}
	}
	if given := os.Getenv("ERCHECK_SOAK_SEED"); given != "" {
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	return long, seed
}

// soakCall is one process of a step.
type soakCall struct {
	*process
	run       *soakRun // that it works on, or nil
	model     string   // of that run
	signalled bool
	waited    chan struct{}
}

// soakConcurrency is how many calls a process can have in flight.
const soakConcurrency = 3

// step runs one or two commands, disturbs most of them, and looks at the home.
func (s *soak) step() {
	s.steps++
	calls := []*soakCall{s.command()}
	if s.random.IntN(3) == 0 {
		calls = append(calls, s.command())
	}
	serverKilled := s.random.IntN(4) == 0
	if serverKilled {
		time.Sleep(s.moment())
		s.killServer()
	}
	for _, c := range calls {
		s.disturb(c)
	}
	for _, c := range calls {
		<-c.waited
		s.judge(c, serverKilled)
	}
	s.look()
}

// moment is a random time within that of a command.
func (s *soak) moment() time.Duration { return time.Duration(s.random.IntN(1200)) * time.Millisecond }

// command begins a random command.
func (s *soak) command() *soakCall {
	switch s.random.IntN(10) {
	case 0:
		return s.begin(nil, "up", "--detach")
	case 1:
		return s.begin(nil, "down")
	case 2:
		return s.begin(nil, "build", "social", "--scale", "tiny", "--seed", fmt.Sprint(2+s.random.IntN(2)), "--variant", "full_sti", "--fresh")
	case 3:
		return s.begin(nil, "verify", "social", "--scale", "tiny", "--variant", "full_sti", "--variant", "full_cti")
	case 4:
		if run, _ := s.known(true); run != nil {
			return s.begin(nil, "report", run.id, "-o", s.at+"/report.html")
		}
	case 5:
		if run, model := s.known(true); run != nil {
			s.count(model, run)
			run.removed = true
			return s.begin(nil, "runs", "rm", run.id)
		}
	case 6, 7, 8:
		if run, model := s.known(false); run != nil {
			s.resumes++
			return s.beginRun(run, model, "run", "--resume", run.id)
		}
	}
	name := s.models.model(fmt.Sprint(len(s.runs)))
	run := &soakRun{}
	s.runs[name] = run
	return s.beginRun(run, name, "run", "social", "--scale", "tiny", "--variant", "full_sti", "--variant", "full_cti", "--model", name,
		"--repeats", fmt.Sprint(1+s.random.IntN(3)), "--concurrency", fmt.Sprint(soakConcurrency))
}

// known is a random run that is stored, finished or not, and that no process of
// this step works on.
func (s *soak) known(finished bool) (run *soakRun, model string) {
	listed := listRuns(s.t, s.at)
	s.random.Shuffle(len(listed), func(i, j int) { listed[i], listed[j] = listed[j], listed[i] })
	for _, r := range listed {
		if run := s.runs[r.Models[0]]; run.step != s.steps && !run.removed && (r.Status == "finished") == finished {
			return run, r.Models[0]
		}
	}
	return nil, ""
}

func (s *soak) beginRun(run *soakRun, model string, args ...string) *soakCall {
	run.step = s.steps
	c := s.begin(run, args...)
	c.model = model
	return c
}

func (s *soak) begin(run *soakRun, args ...string) *soakCall {
	c := &soakCall{process: newProcess(s.at, args...), run: run, waited: make(chan struct{})}
	path, err := exec.LookPath("ercheck-counted")
	if err != nil {
		s.t.Fatal(err)
	}
	c.Path, c.Args[0] = path, path
	if err := c.Start(); err != nil {
		s.t.Fatal(err)
	}
	go func() {
		_ = c.Wait() // judge looks at the exit code
		close(c.waited)
	}()
	return c
}

// disturb kills or interrupts a process at a random moment, or leaves it alone.
func (s *soak) disturb(c *soakCall) {
	signal := syscall.SIGKILL
	switch s.random.IntN(5) {
	case 0, 1:
		return
	case 2:
		signal = syscall.SIGINT
	}
	if c.run != nil && s.random.IntN(4) > 0 {
		s.awaitCall(c)
	}
	select {
	case <-c.waited:
		return
	case <-time.After(s.moment()):
	}
	if c.Process.Signal(signal) != nil {
		return
	}
	c.signalled = true
	if signal == syscall.SIGINT {
		s.interrupts++
	} else {
		s.kills++
	}
	if c.run != nil {
		c.run.kills++
	}
}

// awaitCall waits until the process asks its model, so that it is met in the
// middle of its work.
func (s *soak) awaitCall(c *soakCall) {
	before := s.models.asked(c.model)
	for s.models.asked(c.model) == before {
		select {
		case <-c.waited:
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func (s *soak) killServer() {
	if pid := statusOf(s.t, s.at).PID; pid > 0 && syscall.Kill(pid, syscall.SIGKILL) == nil {
		s.serverKills++
	}
}

// judge says whether a process ended as it may. A run outlives its server, other
// commands need not, and what was signalled may have ended before.
func (s *soak) judge(c *soakCall, serverKilled bool) {
	code := c.ProcessState.ExitCode()
	switch {
	case code == exitDone:
	case c.signalled && (code == -1 || code == exitInterrupted):
	case serverKilled && code == exitFailed && c.run == nil:
	default:
		s.unusable++
		s.t.Errorf("step %d: %q, signalled %v, Postgres killed %v: exit code %d\n%s%s", s.steps, c.Args, c.signalled, serverKilled, code, c.out.String(), c.err.String())
	}
}

// look finds the runs again, with all cells that were done before.
func (s *soak) look() {
	found := map[string]bool{}
	for _, r := range listRuns(s.t, s.at) {
		run := s.runs[r.Models[0]]
		if run == nil || run.id != "" && run.id != r.ID {
			s.t.Errorf("run %s of %s was never begun", r.ID, r.Models[0])
			continue
		}
		found[r.Models[0]] = true
		if r.Done < run.done {
			s.lost += run.done - r.Done
			s.t.Errorf("run %s had %d cells and has %d", r.ID, run.done, r.Done)
		}
		run.id, run.done = r.ID, r.Done
	}
	for name, run := range s.runs {
		if run.id != "" && !found[name] && !run.removed {
			s.lost += run.done
			s.t.Errorf("run %s is gone", run.id)
		}
	}
}

// count looks at a run that has all its cells, and at what it cost.
func (s *soak) count(name string, run *soakRun) {
	got, asked := totalsOf(s.t, s.at, run.id), s.models.asked(name)
	if got.Missing != 0 || got.Errors != 0 || len(got.Digests) != got.Cells || got.Status != "finished" {
		s.t.Errorf("run %s ends with %d cells of which %d differ, %d missing, %d errors, %s", run.id, got.Cells, len(got.Digests), got.Missing, got.Errors, got.Status)
	}
	s.cells, s.calls = s.cells+got.Cells, s.calls+asked
	s.beyond += max(0, asked-got.Cells-run.kills*soakConcurrency)
}

// finish ends every run that was begun and is not removed, without disturbance.
func (s *soak) finish() {
	for name, run := range s.runs {
		switch {
		case run.removed:
			continue
		case run.id == "": // killed before it was stored, and so before it asked
			s.beyond += s.models.asked(name)
			continue
		}
		c := s.begin(run, "run", "--resume", run.id)
		<-c.waited
		s.judge(c, false)
		s.count(name, run)
	}
	for _, args := range [][]string{{"verify", "social", "--scale", "tiny", "--variant", "full_sti", "--variant", "full_cti"}, {"down"}} {
		c := s.begin(nil, args...)
		<-c.waited
		s.judge(c, false)
	}
	if n := postmasters(s.t, s.at); n != 0 {
		s.t.Errorf("%d Postgres processes are left", n)
	}
}
