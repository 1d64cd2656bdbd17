package main

import (
	"math"
	"testing"
	"time"

	"ercheck/appliance/record"
)

func TestSizes(t *testing.T) {
	for given, want := range map[string]int64{
		"0": 0, "1": 1, "64kB": 64 << 10, "64KB": 64 << 10, "16MB": 16 << 20, "16 mb": 16 << 20, "1GB": 1 << 30, "2tb": 2 << 40, "7B": 7,
		"9223372036854775807": math.MaxInt64,
	} {
		if got, err := parseSize(given); err != nil || got != want {
			t.Errorf("%q is %d, %v; want %d", given, got, err, want)
		}
		if back, err := parseSize(sizeText(want)); err != nil || back != want {
			t.Errorf("%d is written %q and read as %d, %v", want, sizeText(want), back, err)
		}
	}
	for _, wrong := range []string{"", "MB", "-1", "1.5GB", "1e6", "12 34", "1GiB", "1PB", " 1", "1\n", "9223372036854775808", "9007199254740992kB", "9999999999TB"} {
		if got, err := parseSize(wrong); err == nil {
			t.Errorf("%q is read as %d", wrong, got)
		}
	}
}

// TestLimitsAreSetAndRecorded also shows that no query of ours meets a limit of
// a model's: with limits that no answer keeps, the proof holds with every gold
// query, and gold is compared with.
func TestLimitsAreSetAndRecorded(t *testing.T) {
	at := testHome(t)
	var run struct {
		ID string `json:"run_id"`
	}
	document(t, at, exitDone, &run, "run", "social", "--scale", "tiny", "--variant", "full_sti", "--variant", "full_cti", "--model", "gold", "--json",
		"--timeout", "1m", "--max-rows", "1", "--max-bytes", "16B", "--max-value", "1kB", "--temp-space", "0", "--memory", "512MB", "--work-mem", "64kB")
	var got struct {
		Settings record.Settings
		Outcomes map[record.Outcome]int
		Proof    record.Proof `json:"equivalence"`
	}
	document(t, at, exitDone, &got, "report", run.ID, "--format", "json", "-o", "-")
	want := record.Settings{Concurrency: got.Settings.Concurrency, Timeout: time.Minute, MaxRows: 1, MaxBytes: 16, MaxValue: 1 << 10,
		MemoryBytes: 512 << 20, WorkMem: 64 << 10}
	if got.Settings != want {
		t.Errorf("the record has %+v, want %+v", got.Settings, want)
	}
	if !got.Proof.Holds || got.Proof.GoldChecked != 30 || got.Outcomes[record.Limit] != 30 {
		t.Errorf("the proof is %+v, the outcomes %v", got.Proof, got.Outcomes)
	}
	document(t, at, exitDone, &struct{}{}, "runs", "rm", run.ID, "--json")
}

// TestLimitsOfOneStatement: each flag reaches the sandbox.
func TestLimitsOfOneStatement(t *testing.T) {
	at := testHome(t)
	for _, c := range []struct{ flag, value, sql, want string }{
		{"--timeout", "100ms", "SELECT count(*) FROM generate_series(1, 1000000000)", "timeout"},
		{"--max-rows", "2", "SELECT generate_series(1, 3)", "limit"},
		{"--max-bytes", "2B", "SELECT 'abc'", "limit"},
		{"--max-value", "2B", "SELECT 'abc'", "limit"},
		{"--temp-space", "64kB", "SELECT count(*) FROM generate_series(1, 3000000)", "limit"},
		{"--memory", "128MB", "SELECT length(repeat('x', 300000000))", "limit"},
		{"--work-mem", "64kB", "SELECT count(*) FROM (SELECT DISTINCT repeat('x', 1000) || g FROM generate_series(1, 50000) g) x", "limit"},
	} {
		args := []string{"sql", "social", "full_sti", c.sql, "--scale", "tiny", "--json"}
		if c.flag == "--work-mem" { // what it does not hold goes to disk
			args = append(args, "--temp-space", "1MB")
		}
		var with, without struct{ Outcome, Message string }
		document(t, at, exitFailed, &with, append(args, c.flag, c.value)...)
		if with.Outcome != c.want {
			t.Errorf("%s %s: %s %s", c.flag, c.value, with.Outcome, with.Message)
		}
		if c.flag == "--timeout" {
			continue
		}
		if c.flag == "--work-mem" {
			args = append(args, "--work-mem", "256MB")
		}
		document(t, at, exitDone, &without, args...)
		if without.Outcome != string(record.Rows) {
			t.Errorf("without %s: %s %s", c.flag, without.Outcome, without.Message)
		}
	}
}
