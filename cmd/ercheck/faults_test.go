//go:build unix

package main

// Which test does which fault to the real program, or to the package that meets
// it:
//
//	ercheck killed         in a run TestKilledRunIsResumed, a build TestKilledBuild…, a
//	                       report TestKilledReport…, anywhere TestSoak; pgembed
//	                       TestKilledAtAnyMoment, history TestKillInMidSave
//	Postgres killed        in a run TestPostgresKilledInARun, a build or proof
//	                       TestPostgresKilledInABuild, right after one
//	                       TestABuildThatWasDoneIsKept; sandbox TestServerCrashes
//	stale pid file, lock,  pgembed TestStalePIDFiles, TestForeignServersStay,
//	port taken             TestPortTakenMeanwhile, flock TestKilledHolderFreesTheLock
//	several processes      TestTwoProcessesOnOneHome…, TestEightProcessesOnOneHome
//	disk full              TestFullDisk, TestOutputThatCannotBeWritten; history
//	                       TestFullDisk
//	read-only home         TestReadOnlyHome, TestReadOnlyFileSystem
//	awkward paths          TestAwkwardHomes; pgembed TestAwkwardPaths, TestLongestPath
//	started as root        every test when root runs them; pgembed TestRootWithAHome…,
//	                       TestUserOfTheServer
//	no network, no keys    TestQuickstartWithoutANetwork
//	damaged files          Postgres's pgembed TestDamagedFilesAreMended, data
//	                       TestDamagedDataIsFound, history TestDamagedHistoryIsRefused
//	                       and history TestDamageIsNeverSilent; other versions pgembed
//	                       TestDataOfAnotherVersionStay, history TestOpenRefuses…
//	build cut off          TestKilledBuild…; appliance TestABuildThatIsCutOff…
//	hostile model          TestHostileModel; sandbox TestHostileCorpus,
//	                       TestRecombinedStatements
//	hostile files          TestHostileFiles; catalog TestHostileFilesEndSoon, yamlfile,
//	                       replay
//	closed pipe            TestAClosedPipeEndsACallLikeASignal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ercheck/pgembed/pgtest"
)

// does runs the real program in a process of its own to its end.
func does(t *testing.T, at string, exit int, args ...string) *process {
	t.Helper()
	p := begin(t, at, args...)
	p.ends(t, exit)
	return p
}

// refuses runs the program, which must end with the exit code, a message with
// all these texts and a hint.
func refuses(t *testing.T, at string, exit int, texts []string, args ...string) {
	t.Helper()
	p := does(t, at, exit, append(args, "--json")...)
	var told struct{ Error failure }
	if err := json.Unmarshal(p.out.Bytes(), &told); err != nil {
		t.Errorf("%q: standard output is %q: %v", args, p.out.String(), err)
		return
	}
	if told.Error.Hint == "" {
		t.Errorf("%q: there is no hint beside %q", args, told.Error.Message)
	}
	for _, text := range texts {
		if !strings.Contains(told.Error.Message+"\n"+told.Error.Hint, text) {
			t.Errorf("%q: %q is missing in: %s\n%s", args, text, told.Error.Message, told.Error.Hint)
		}
	}
}

type serverStatus struct {
	PID     int    `json:"pid"`
	DataDir string `json:"data_dir"`
}

func statusOf(t *testing.T, at string) (s serverStatus) {
	t.Helper()
	document(t, at, exitDone, &s, "status", "--json")
	return s
}

// randomly gives a source of chance whose seed the test prints.
func randomly(t *testing.T) *rand.Rand {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// small is a call that proves two variants of little data and asks everything.
var small = []string{"run", "social", "--scale", "tiny", "--variant", "full_sti", "--variant", "full_cti", "--model", "gold"}

// TestPostgresKilledInARun: the cells that it cost are run again, the run goes
// on, and its record says what happened.
func TestPostgresKilledInARun(t *testing.T) {
	t.Parallel()
	at := ownHome(t)
	answers, cells := slowAnswers(t)
	p := begin(t, at, slowRun(answers)...)
	id := inMidRun(t, at).ID
	if err := syscall.Kill(statusOf(t, at).PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	p.ends(t, exitDone)
	if got := totalsOf(t, at, id); got.Cells != cells || got.Missing != 0 || got.Errors != 0 {
		t.Errorf("after the kill the run has %+v", got)
	}
	var report struct{ Events []struct{ Message string } }
	document(t, at, exitDone, &report, "report", id, "--format", "json", "-o", "-")
	if len(report.Events) == 0 {
		t.Error("the run's record does not say that the server was killed")
	}
	if n := postmasters(t, at); n != 0 {
		t.Errorf("%d Postgres processes are left", n)
	}
}

// TestKilledBuildIsNeverTakenForComplete: builds are killed at random moments,
// and what they leave is finished by the next one and proved.
func TestKilledBuildIsNeverTakenForComplete(t *testing.T) {
	t.Parallel()
	at, random := ownHome(t), randomly(t)
	build := []string{"build", "retail", "--scale", "tiny", "--fresh"}
	does(t, at, exitDone, "up", "--detach") // else most kills would meet the start of the server
	for range 6 {
		p := begin(t, at, build...)
		time.Sleep(time.Duration(random.IntN(1000)) * time.Millisecond)
		if err := p.Process.Kill(); err != nil && p.ProcessState == nil {
			t.Fatal(err)
		}
		_ = p.Wait() // killed, or done before
	}
	var verified struct {
		Holds bool `json:"holds"`
		Views int  `json:"views_checked"`
	}
	document(t, at, exitDone, &verified, "verify", "retail", "--scale", "tiny", "--json")
	if !verified.Holds || verified.Views == 0 {
		t.Errorf("after the kills: %+v", verified)
	}
	does(t, at, exitDone, "down")
}

// TestABuildThatWasDoneIsKept when Postgres is killed right after it.
func TestABuildThatWasDoneIsKept(t *testing.T) {
	t.Parallel()
	at := ownHome(t)
	does(t, at, exitDone, "up", "--detach")
	server := statusOf(t, at).PID
	build := []string{"build", "university", "--scale", "tiny", "--json"}
	does(t, at, exitDone, build...)
	if err := syscall.Kill(server, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	var again struct {
		Variants []struct {
			Name   string
			Reused bool
		}
	}
	document(t, at, exitDone, &again, build...)
	if len(again.Variants) == 0 {
		t.Error("nothing was built")
	}
	for _, v := range again.Variants {
		if !v.Reused {
			t.Errorf("variant %s was lost", v.Name)
		}
	}
	does(t, at, exitDone, "down")
}

// TestPostgresKilledInABuild: who builds or verifies meanwhile goes on.
func TestPostgresKilledInABuild(t *testing.T) {
	t.Parallel()
	at, random := ownHome(t), randomly(t)
	does(t, at, exitDone, "up", "--detach")
	for _, call := range [][]string{{"build", "retail", "--scale", "demo"}, {"verify", "retail", "--scale", "demo"}} {
		p := begin(t, at, call...)
		time.Sleep(time.Duration(100+random.IntN(500)) * time.Millisecond)
		if err := syscall.Kill(statusOf(t, at).PID, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		p.ends(t, exitDone)
	}
	does(t, at, exitDone, "down")
}

// TestKilledReportIsWholeOrNotThere: what has the report's name is a report.
func TestKilledReportIsWholeOrNotThere(t *testing.T) {
	t.Parallel()
	at, random := ownHome(t), randomly(t)
	does(t, at, exitDone, small...)
	path := filepath.Join(t.TempDir(), "report.html")
	does(t, at, exitDone, "report", "last", "-o", path)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for range 15 {
		if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		p := begin(t, at, "report", "last", "-o", path)
		time.Sleep(time.Duration(random.IntN(120)) * time.Millisecond)
		_ = p.Process.Kill()
		_ = p.Wait()
		if got, err := os.ReadFile(path); err == nil && !bytes.Equal(got, whole) {
			t.Fatalf("a killed report left %d bytes of %d", len(got), len(whole))
		}
	}
	does(t, at, exitDone, "report", "last", "-o", path)
	if left, _ := filepath.Glob(path + "?*"); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}

// TestEightProcessesOnOneHome do different things at the same time.
func TestEightProcessesOnOneHome(t *testing.T) {
	t.Parallel()
	at := ownHome(t)
	calls := [][]string{
		small, small,
		append([]string{"run"}, "retail", "--scale", "tiny", "--variant", "full_sti", "--model", "lexical", "--no-verify"),
		{"build", "social", "--scale", "tiny", "--seed", "2"},
		{"build", "social", "--scale", "tiny", "--seed", "2", "--fresh"},
		{"verify", "social", "--scale", "tiny", "--variant", "full_cti"},
		{"sql", "social", "full_sti", "SELECT count(*) FROM accounts", "--scale", "tiny"},
		{"up", "--detach"},
	}
	var all []*process
	for _, call := range calls {
		all = append(all, begin(t, at, call...))
	}
	for _, p := range all {
		p.ends(t, exitDone)
	}
	runs := listRuns(t, at)
	for _, r := range runs {
		if r.Status != "finished" || r.Done != r.Cells {
			t.Errorf("%+v", r)
		}
	}
	if len(runs) != 3 {
		t.Errorf("%d runs are in the history", len(runs))
	}
	does(t, at, exitDone, "down")
	if n := postmasters(t, at); n != 0 {
		t.Errorf("%d Postgres processes are left", n)
	}
}

// TestAwkwardHomes: all that a run needs works on such a path, the report too, and
// no shell reads it.
func TestAwkwardHomes(t *testing.T) {
	t.Parallel()
	folder := ownHome(t)
	for _, name := range []string{"it's a \"home\" $(touch trace) `touch trace`; -ä数", strings.Repeat("l", 200)} {
		at := filepath.Join(folder, name)
		does(t, at, exitDone, append(small, "--no-verify", "--question", "q01")...)
		does(t, at, exitDone, "report", "last", "--format", "html,json,md,csv", "-o", filepath.Join(at, "a report $(touch trace)"))
		if err := removeHome(at); err != nil {
			t.Error(err)
		}
	}
	err := filepath.WalkDir(folder, func(name string, _ fs.DirEntry, err error) error {
		if filepath.Base(name) == "trace" {
			t.Errorf("a shell made %s", name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	refuses(t, filepath.Join(folder, strings.Repeat(strings.Repeat("d", 99)+"/", 12)), exitFailed, []string{"shorter home"}, "build", "social", "--scale", "tiny")
}

// TestDamagedDataIsFound: a bit that flipped in a table's file, and a file that
// was cut, are never an answer.
func TestDamagedDataIsFound(t *testing.T) {
	t.Parallel()
	at := ownHome(t)
	call := []string{"verify", "social", "--scale", "tiny", "--variant", "full_sti"}
	does(t, at, exitDone, call...)
	for name, damage := range map[string]func(file string) error{
		"flipped": func(file string) error { return flip(file, 4000) },
		"cut":     func(file string) error { return os.Truncate(file, 4096) },
	} {
		file := largestTable(t, at)
		if err := damage(file); err != nil {
			t.Fatal(err)
		}
		refuses(t, at, exitFailed, []string{"--fresh"}, call...)
		does(t, at, exitDone, "build", "social", "--scale", "tiny", "--variant", "full_sti", "--fresh")
		if p := does(t, at, exitDone, call...); !strings.Contains(p.out.String(), "equivalence holds") {
			t.Errorf("%s: after a build: %s", name, p.out.String())
		}
	}
}

// largestTable finds the largest relation file of the databases that ercheck
// made: of those in the template, none is as young.
func largestTable(t *testing.T, at string) (file string) {
	t.Helper()
	var newest time.Time
	databases, err := filepath.Glob(filepath.Join(statusOf(t, at).DataDir, "base", "[0-9]*"))
	if err != nil || len(databases) == 0 {
		t.Fatalf("%v, %v", databases, err)
	}
	var size int64
	for _, d := range databases {
		info, err := os.Stat(d)
		if err != nil {
			t.Fatal(err)
		}
		if info.ModTime().Before(newest) {
			continue
		}
		newest, size = info.ModTime(), 0
		files, err := filepath.Glob(filepath.Join(d, "[0-9]*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if info, err := os.Stat(f); err == nil && info.Size() > size && relationNumber(f) > firstOwnRelation {
				file, size = f, info.Size()
			}
		}
	}
	return file
}

// firstOwnRelation is the least number of a relation that is not the system's.
const firstOwnRelation = 16384

func relationNumber(file string) (n int) {
	if _, err := fmt.Sscanf(filepath.Base(file), "%d", &n); err != nil || filepath.Base(file) != fmt.Sprint(n) {
		return 0
	}
	return n
}

// flip changes one bit of a file.
func flip(file string, at int64) error {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	one := make([]byte, 1)
	if _, err := f.ReadAt(one, at); err != nil {
		return err
	}
	one[0] ^= 1
	_, err = f.WriteAt(one, at)
	return err
}

// TestDamagedHistoryIsRefused: runs are refused with what to do, and what needs
// no history works.
func TestDamagedHistoryIsRefused(t *testing.T) {
	t.Parallel()
	at := ownHome(t)
	does(t, at, exitDone, append(small, "--question", "q01")...)
	path := filepath.Join(at, "history.db")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, info.Size()/2); err != nil {
		t.Fatal(err)
	}
	for _, call := range [][]string{{"runs", "list"}, {"report", "last"}, small, {"run", "--resume", "last"}} {
		refuses(t, at, exitFailed, []string{path}, call...)
	}
	does(t, at, exitDone, "sql", "social", "full_sti", "SELECT 1", "--scale", "tiny")
	if now, err := os.Stat(path); err != nil || now.Size() != info.Size()/2 {
		t.Errorf("the damaged file was changed: %v, %v", now, err)
	}
}

// TestOutputThatCannotBeWritten: the result is lost, and the exit code says so.
func TestOutputThatCannotBeWritten(t *testing.T) {
	at := testHome(t)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	for _, call := range [][]string{{"domain", "list"}, {"instance", "social", "--scale", "tiny"}, {"runs", "list", "--json"}, {"help"}, {"version"}} {
		p := newProcess(at, call...)
		p.Stdout = full
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		p.ends(t, exitFailed)
		if !strings.Contains(p.err.String(), "no space left on device") {
			t.Errorf("%q: standard error is %q", call, p.err.String())
		}
	}
}

// TestReadOnlyHome, as a user whom the modes of files bind: an error before any
// work, with what to do.
func TestReadOnlyHome(t *testing.T) {
	t.Parallel()
	folder, err := pgtest.Folder()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	for name, mode := range map[string]fs.FileMode{"empty": 0o555, "closed": 0o000} {
		at := filepath.Join(folder, name)
		if err := os.Mkdir(at, mode); err != nil {
			t.Fatal(err)
		}
		for _, call := range [][]string{{"quickstart", "--scale", "tiny"}, {"build", "social"}, {"runs", "list"}} {
			p := newProcess(at, append(call, "--json")...)
			asPlainUser(t, folder, p)
			if err := p.Start(); err != nil {
				t.Fatal(err)
			}
			p.ends(t, exitFailed)
			if said := p.out.String(); !strings.Contains(said, "permission denied") || !strings.Contains(said, "--home") {
				t.Errorf("%s %q: %s", name, call, said)
			}
		}
	}
}
