package evaluate

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite"

	"ercheck/appliance/history"
	"ercheck/appliance/record"
	"ercheck/llm"
)

var _ Store = (*history.Claim)(nil)

const (
	childCells       = 4 * 10 * 2
	childConcurrency = 4
)

// child works on the only run of a history until none of its cells is left. For
// every call of the model it writes a byte to a file, and then a line.
func child(path string) int {
	calls, err := os.OpenFile(path+".calls", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		m := mixed("fake:a", 3*time.Millisecond)
		reply := m.reply
		m.reply = func(ctx context.Context, r llm.Request) (llm.Response, error) {
			calls.WriteString(".")
			fmt.Println(r.Cell)
			return reply(ctx, r)
		}
		err = workOn(path, m)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// workOn creates the run or takes it up, and goes on to its end.
func workOn(path string, m llm.Model) error {
	ctx := context.Background()
	h, err := history.Open(path)
	if err != nil {
		return err
	}
	defer h.Close()
	run, claim, err := takeUp(ctx, h)
	if err != nil {
		return err
	}
	defer claim.Release()
	p := newPlan(run, m)
	p.Concurrency = childConcurrency
	if p.Done, err = h.Done(ctx, run.ID); err != nil {
		return err
	}
	p.Kept = map[record.CellKey]record.Cell{}
	for c, err := range h.Kept(ctx, run.ID) {
		if err != nil {
			return err
		}
		p.Kept[c.CellKey] = c
	}
	if _, err := Evaluate(ctx, p, mixedExecutor, claim, nil); err != nil {
		return err
	}
	return claim.Finish(ctx, time.Now())
}

func takeUp(ctx context.Context, h *history.History) (*record.Run, *history.Claim, error) {
	id, err := h.Resolve(ctx, history.Last)
	if history.KindOf(err) == history.NotFound {
		r := newRun(4, 10, 2, "fake:a")
		claim, err := h.Create(ctx, r)
		return r, claim, err
	}
	if err != nil {
		return nil, nil, err
	}
	claim, err := h.Claim(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	r, err := h.Run(ctx, id)
	return r, claim, err
}

// contents are a finished history's cells without times, and its samples.
func contents(t *testing.T, path string) (map[record.CellKey]record.Cell, []record.Sample) {
	t.Helper()
	ctx := context.Background()
	h, err := history.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	id, err := h.Resolve(ctx, history.Last)
	if err != nil {
		t.Fatal(err)
	}
	cells := map[record.CellKey]record.Cell{}
	for c, err := range h.Cells(ctx, id) {
		if err != nil {
			t.Fatal(err)
		}
		cells[c.CellKey] = timeless(c)
	}
	samples, err := h.Samples(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	return cells, samples
}

// Killed again and again by SIGKILL and resumed, a run ends like an undisturbed
// one, and the model sees at most cells + calls in flight at the kills.
func TestKilledRunsEndLikeUndisturbedOnes(t *testing.T) {
	dir := t.TempDir()
	calm, killed := filepath.Join(dir, "calm.db"), filepath.Join(dir, "killed.db")
	if err := start(calm).Run(); err != nil {
		t.Fatal(err)
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	kills := 0
	for {
		// So many calls that at least one more cell was saved, and a while longer.
		calls, wait := childConcurrency+2+random.IntN(10), time.Duration(random.IntN(5000))*time.Microsecond
		if !killAfter(t, start(killed), calls, wait) {
			break
		}
		kills++
	}
	wantCells, wantSamples := contents(t, calm)
	gotCells, gotSamples := contents(t, killed)
	if len(wantCells) != childCells {
		t.Fatalf("%d cells, want %d", len(wantCells), childCells)
	}
	if diff := cmp.Diff(wantCells, gotCells); diff != "" {
		t.Errorf("cells differ (-undisturbed +killed):\n%s", diff)
	}
	if diff := cmp.Diff(wantSamples, gotSamples); diff != "" {
		t.Errorf("samples differ (-undisturbed +killed):\n%s", diff)
	}
	calls, err := os.ReadFile(killed + ".calls")
	if err != nil {
		t.Fatal(err)
	}
	if len(calls) > childCells+kills*childConcurrency {
		t.Errorf("%d calls for %d cells and %d kills with %d at a time", len(calls), childCells, kills, childConcurrency)
	}
	t.Logf("%d kills, %d calls for %d cells", kills, len(calls), childCells)
}

// killAfter kills a child a while after its so many-th call. It says false when
// the child came to its end before.
func killAfter(t *testing.T, cmd *exec.Cmd, calls int, wait time.Duration) bool {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for n := 0; lines.Scan(); n++ {
		if n == calls {
			time.AfterFunc(wait, func() { cmd.Process.Kill() })
		}
	}
	err = cmd.Wait()
	if err != nil && cmd.ProcessState.Exited() {
		t.Fatalf("the child failed: %v", err)
	}
	return err != nil
}

func start(path string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "EVALUATE_TEST_HISTORY="+path)
	cmd.Stderr = os.Stderr
	return cmd
}

// BenchmarkEvaluate takes 150 cells from model to history, where model and
// executor cost nothing. The floor is BenchmarkBareLoop.
func BenchmarkEvaluate(b *testing.B) {
	h, err := history.Open(filepath.Join(b.TempDir(), "history.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer h.Close()
	for range b.N {
		r := newRun(10, 15, 1, "fake:echo")
		r.ID = ""
		claim, err := h.Create(context.Background(), r)
		if err != nil {
			b.Fatal(err)
		}
		mustFinish(b, newPlan(r, echo()), right, claim)
		claim.Release()
	}
}

// BenchmarkBareLoop saves 150 rows of the same bytes, one transaction each, with
// the same durability, in a plain loop.
func BenchmarkBareLoop(b *testing.B) {
	db, err := sql.Open("sqlite", filepath.Join(b.TempDir(), "bare.db")+"?_pragma=journal_mode(wal)&_pragma=synchronous(2)")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`CREATE TABLE cells (prompt TEXT, response TEXT, sql TEXT, doc TEXT)`); err != nil {
		b.Fatal(err)
	}
	r := newRun(10, 15, 1, "fake:echo")
	for range b.N {
		for _, v := range r.Variants {
			for _, q := range r.Questions {
				response := echoed(llm.Cell{Question: q.ID, Variant: v.Name})
				_, err := db.Exec(`INSERT INTO cells VALUES (?, ?, ?, ?)`, v.Dump+"; "+q.Text, response, response, fmt.Sprintf("%0300d", 1))
				if err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}
