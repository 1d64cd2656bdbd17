package history

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// child is what this test binary does when it runs as another process.
func child(role string) int {
	path := os.Getenv("HISTORY_TEST_PATH")
	var err error
	switch role {
	case "save":
		n, _ := strconv.Atoi(os.Getenv("HISTORY_TEST_CELLS"))
		err = childSave(path, n)
	case "claim":
		err = childClaim(path, os.Getenv("HISTORY_TEST_RUN"))
	case "open":
		var h *History
		if h, err = Open(path); err == nil {
			err = h.Close()
		}
		fmt.Println(KindOf(err))
		err = nil
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// childSave makes a run, prints its id, and a line for every stored cell.
func childSave(path string, cells int) error {
	h, err := Open(path)
	if err != nil {
		return err
	}
	defer h.Close()
	r := newRun(1, 1)
	r.Repeats = cells
	claim, err := h.Create(context.Background(), r)
	if err != nil {
		return err
	}
	defer claim.Release()
	fmt.Println(r.ID)
	for repeat := range cells {
		c := newCell(r, 0, 0)
		c.Repeat = repeat
		c.Response = fmt.Sprintf("%d: %s", repeat, incompressible(1000))
		if _, err := claim.Save(context.Background(), c, newSample(c)); err != nil {
			return err
		}
		fmt.Println(repeat)
	}
	return claim.Finish(context.Background(), time.Now())
}

// childClaim claims a run, says so, and holds it until its input ends.
func childClaim(path, id string) error {
	h, err := Open(path)
	if err != nil {
		return err
	}
	defer h.Close()
	claim, err := h.Claim(context.Background(), id)
	if err != nil {
		return err
	}
	defer claim.Release()
	fmt.Println("claimed")
	bufio.NewReader(os.Stdin).ReadString('\n')
	return nil
}

func command(role, path string, env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "HISTORY_TEST_CHILD="+role, "HISTORY_TEST_PATH="+path)
	cmd.Env = append(cmd.Env, env...)
	cmd.Stderr = os.Stderr
	return cmd
}

func TestEightProcessesAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db") // which none of them finds there
	const processes, cells = 8, 25
	var all sync.WaitGroup
	for range processes {
		all.Go(func() {
			if out, err := command("save", path, fmt.Sprint("HISTORY_TEST_CELLS=", cells)).Output(); err != nil {
				t.Errorf("%v after %q", err, out)
			}
		})
	}
	all.Wait()
	h := open(t, path)
	entries, err := h.List(context.Background(), Filter{})
	if err != nil || len(entries) != processes {
		t.Fatalf("%d runs, %v, want %d", len(entries), err, processes)
	}
	for _, e := range entries {
		if e.Done != cells || e.Status != "finished" {
			t.Errorf("run %s is %s with %d cells, want %d", e.ID, e.Status, e.Done, cells)
		}
	}
	if err := h.Check(context.Background()); err != nil {
		t.Error(err)
	}
}

func TestKillInMidSave(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	const kills = 12
	cells := 0
	for range kills {
		id, printed := saveUntilKilled(t, path, time.Duration(random.IntN(60))*time.Millisecond)
		if id == "" {
			continue // killed before the run was stored
		}
		cells += printed
		h, err := Open(path)
		if err != nil {
			t.Fatalf("after a kill: %v", err)
		}
		if err := h.Check(context.Background()); err != nil {
			t.Error(err)
		}
		if got := len(cellsOf(t, h, id)); got < printed || got > printed+1 {
			t.Errorf("%d cells are there, %d were reported as stored", got, printed)
		}
		claim, err := h.Claim(context.Background(), id)
		if err != nil {
			t.Errorf("the dead process still holds its run: %v", err)
		} else {
			claim.Release()
		}
		h.Close()
	}
	t.Logf("%d kills, %d cells", kills, cells)
}

// saveUntilKilled kills a saving child a while after its run is stored, and
// returns the run's id and how many cells it reported.
func saveUntilKilled(t *testing.T, path string, after time.Duration) (id string, printed int) {
	t.Helper()
	cmd := command("save", path, "HISTORY_TEST_CELLS=1000000")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if lines.Scan() {
		id = lines.Text()
	}
	kill := time.AfterFunc(after, func() { cmd.Process.Kill() })
	defer kill.Stop()
	for lines.Scan() {
		printed++
	}
	cmd.Wait() // its error is that it was killed
	return id, printed
}

func TestOneProcessWorksOnARun(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "history.db")
	h := open(t, path)
	r := newRun(1, 1)
	create(t, h, r).Release()
	cmd := command("claim", path, "HISTORY_TEST_RUN="+r.ID)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "claimed\n" {
		t.Fatalf("the child says %q, %v", line, err)
	}
	_, err = h.Claim(ctx, r.ID)
	e := wantKind(t, err, Claimed)
	if pid := fmt.Sprint("process ", cmd.Process.Pid, " "); !strings.Contains(e.Message, pid) {
		t.Errorf("message %q does not name %q", e.Message, pid)
	}
	wantKind(t, h.Remove(ctx, r.ID), Claimed)
	cmd.Process.Kill()
	cmd.Wait()
	claim, err := h.Claim(ctx, r.ID)
	if err != nil {
		t.Fatalf("after the kill: %v", err)
	}
	_, err = h.Claim(ctx, r.ID) // the same process may not twice either
	wantKind(t, err, Claimed)
	claim.Release()
	if err := claim.Release(); err != nil {
		t.Errorf("second Release: %v", err)
	}
}

func TestClaimsAreNeverShared(t *testing.T) {
	h := newHistory(t)
	r := newRun(1, 1)
	create(t, h, r).Release()
	var holders, most int
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 50 {
				claim, err := h.Claim(context.Background(), r.ID)
				if KindOf(err) == Claimed {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				holders++
				most = max(most, holders)
				mu.Unlock()
				time.Sleep(50 * time.Microsecond)
				mu.Lock()
				holders--
				mu.Unlock()
				claim.Release()
			}
		})
	}
	all.Wait()
	if most != 1 {
		t.Errorf("%d held the run at once", most)
	}
}
