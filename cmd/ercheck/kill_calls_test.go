//go:build unix

package main

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ercheck/llm/llmtest/fake"
)

// paidKey is a key that must be found nowhere.
const paidKey = "sk-test-5f0c3b9a77d14e"

// paidModel is a server that charges for every call: an answer that depends on
// the prompt, after a while.
func paidModel(t *testing.T) *fake.Server {
	t.Helper()
	server := fake.New(fake.OpenAI, func(r fake.Request) fake.Answer {
		a := fake.Say(fmt.Sprintf("SELECT %d", crc32.ChecksumIEEE([]byte(r.Prompt))%5))
		a.Delay = 20 * time.Millisecond
		return a
	})
	t.Cleanup(server.Close)
	return server
}

const (
	paidCells       = 2 * 15 * 10
	paidConcurrency = 4
)

func paidRun() []string {
	return []string{"run", "social", "--scale", "tiny", "--no-verify", "--variant", "full_sti", "--variant", "full_cti", "--repeats", "10",
		"--concurrency", fmt.Sprint(paidConcurrency), "--model", "openai:fake-model"}
}

// beginPaid starts the program with the server's address and key in its
// environment.
func beginPaid(t *testing.T, server *fake.Server, at string, args ...string) *process {
	t.Helper()
	p := newProcess(at, args...)
	p.Env = append(p.Env, "OPENAI_BASE_URL="+server.BaseURL, "OPENAI_API_KEY="+paidKey)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill() })
	return p
}

// reaches waits until the server was called so often by the process.
func (p *process) reaches(t *testing.T, server *fake.Server, calls int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); server.Calls() < calls; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			_ = p.Process.Kill()
			p.ends(t, exitDone) // it shows what was printed
		}
	}
}

// A run that is killed twice pays no more than what was in flight then, has one
// answer for each cell, and the same figures as one that nobody disturbed.
func TestKillsCostNoMoreThanWhatWasInFlight(t *testing.T) {
	t.Parallel()
	at, server := ownHome(t), paidModel(t)
	var outputs bytes.Buffer
	args := paidRun()
	for _, calls := range []int{paidCells / 4, paidCells / 2} {
		p := beginPaid(t, server, at, args...)
		p.reaches(t, server, calls)
		if err := p.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		p.ends(t, -1)
		outputs.WriteString(p.out.String() + p.err.String())
		args = []string{"run", "--resume", "last"}
	}
	resumed := beginPaid(t, server, at, args...)
	resumed.ends(t, exitDone)
	if paid := server.Calls(); paid < paidCells || paid > paidCells+2*paidConcurrency {
		t.Errorf("%d cells took %d calls, with %d in flight at each of 2 kills", paidCells, paid, paidConcurrency)
	}
	got, before := totalsOf(t, at, "last"), server.Calls()
	undisturbed := beginPaid(t, server, at, paidRun()...)
	undisturbed.ends(t, exitDone)
	if server.Calls() != before {
		t.Errorf("the same run again took %d calls: what was paid for is paid again", server.Calls()-before)
	}
	sameTotals(t, got, totalsOf(t, at, "last"), paidCells)
	outputs.WriteString(resumed.out.String() + resumed.err.String() + undisturbed.out.String() + undisturbed.err.String())
	if strings.Contains(outputs.String(), paidKey) {
		t.Error("the key is in what was printed")
	}
	noneHas(t, at, paidKey)
}

// noneHas searches the files of a home, and the server was given the key.
func noneHas(t *testing.T, at, key string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(at, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.Contains(path, "/pg/") && strings.Contains(path, "/lib/") {
			return err
		}
		text, err := os.ReadFile(path)
		if files++; bytes.Contains(text, []byte(key)) {
			t.Errorf("the key is in %s", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < paidCells {
		t.Errorf("only %d files were searched", files)
	}
}
