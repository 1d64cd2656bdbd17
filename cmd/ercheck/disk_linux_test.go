package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// smallDisk is a home on a file system of its own with so many MB. Only root may
// mount one; for others limitedFiles is the full disk.
func smallDisk(t *testing.T, megabytes int) string {
	t.Helper()
	at := ownHome(t)
	disk := filepath.Join(at, "disk")
	if err := os.Mkdir(disk, 0o711); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=0711", megabytes)); err != nil {
		t.Fatalf("mount a small file system: %v", err)
	}
	t.Cleanup(func() {
		err := removeHome(filepath.Join(disk, "home"))
		if err := unix.Unmount(disk, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
		if err != nil {
			t.Error(err)
		}
	})
	return filepath.Join(disk, "home")
}

// fill takes all space of a disk but so many MB, until the returned function is
// called.
func fill(t *testing.T, at string, leave int64) (free func()) {
	t.Helper()
	ballast, err := os.Create(filepath.Join(filepath.Dir(at), "ballast"))
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, 1<<20)
	for err == nil {
		_, err = ballast.Write(block)
	}
	size, _ := ballast.Seek(0, io.SeekCurrent)
	if !errors.Is(err, syscall.ENOSPC) || ballast.Truncate(size-leave<<20) != nil || ballast.Close() != nil {
		t.Fatalf("fill the disk: %d bytes, %v", size, err)
	}
	return func() {
		if err := os.Remove(ballast.Name()); err != nil {
			t.Error(err)
		}
	}
}

// TestFullDisk: too little space is refused before any work; a disk that fills in
// the middle of a build or of a run ends it with what to do; and with room again
// the same commands go on, with every answer that was stored.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		limitedFiles(t)
		return
	}
	refuses(t, smallDisk(t, 40), exitFailed, []string{"MB are free", "make room"}, "build", "social", "--scale", "tiny")

	at := smallDisk(t, 450)
	does(t, at, exitDone, "up", "--detach")
	free := fill(t, at, 6)
	refuses(t, at, exitFailed, []string{"MB are free", "make room"}, "build", "social", "--scale", "tiny")
	free()
	free = fill(t, at, 60)
	refuses(t, at, exitFailed, []string{"no space left", "make room"}, "build", "social", "--scale", "paper")
	free()
	answers, cells := slowAnswers(t)
	run := begin(t, at, slowRun(answers)...)
	id := inMidRun(t, at).ID
	free = fill(t, at, 0)
	before := listRuns(t, at)[0]
	_ = run.Wait()
	free()
	after := listRuns(t, at)[0]
	if after.Done < before.Done {
		t.Errorf("%d cells were stored, and %d are there", before.Done, after.Done)
	}
	if code := run.ProcessState.ExitCode(); after.Done < cells && (code != exitFailed || !strings.Contains(run.out.String(), "disk is full")) {
		t.Errorf("the run on a full disk: exit code %d\n%s%s", code, run.out.String(), run.err.String())
	}
	does(t, at, exitDone, "run", "--resume", id)
	if got := totalsOf(t, at, id); got.Cells != cells || got.Missing != 0 || got.Errors != 0 {
		t.Errorf("after --resume: %+v", got)
	}
	t.Logf("%d of %d cells were done when the disk was full, %d in the end", before.Done, cells, after.Done)
	does(t, at, exitDone, "down")
}

// limitedFiles is a disk that no file grows on, by a limit that every user may
// set.
func limitedFiles(t *testing.T) {
	t.Helper()
	at := ownHome(t)
	does(t, at, exitDone, append(small, "--question", "q01")...)
	p := newProcess(at, append(small, "--json")...)
	p.Args = append([]string{"sh", "-c", `ulimit -f 0; exec ercheck "$@"`}, p.Args...)
	p.Path = "/bin/sh"
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	p.ends(t, exitFailed)
	if !strings.Contains(p.out.String(), `"hint"`) {
		t.Errorf("no hint: %s", p.out.String())
	}
	does(t, at, exitDone, append(small, "--question", "q01")...)
}

// TestReadOnlyFileSystem: whatever a home was, on a file system that became
// read-only it is refused with what to do, and stays as it is.
func TestReadOnlyFileSystem(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Log("only root may mount; TestReadOnlyHome has the case of others")
		return
	}
	at := smallDisk(t, 500)
	does(t, at, exitDone, append(small, "--question", "q01")...)
	disk := filepath.Dir(at)
	if err := unix.Mount("", disk, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	for _, call := range [][]string{small, {"build", "social", "--scale", "tiny"}, {"runs", "list"}, {"report", "last"}} {
		refuses(t, at, exitFailed, []string{"read-only file system", "--home"}, call...)
	}
	if err := unix.Mount("", disk, "", unix.MS_REMOUNT, ""); err != nil {
		t.Fatal(err)
	}
	does(t, at, exitDone, "report", "last")
}

func init() { programs["ercheck-offline"] = offlineMain }

// offlineMain is the program in a network of its own that has the loopback
// interface alone, and with nothing in the environment but what it needs to run.
func offlineMain() {
	if err := onlyLoopback(); err != nil {
		fmt.Fprintln(os.Stderr, "no network of its own:", err)
		os.Exit(exitFailed)
	}
	main()
}

func onlyLoopback() error {
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(socket)
	up, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	up.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, up)
}

// TestQuickstartWithoutANetwork, without keys, and without an Ollama: the network
// has no other end.
func TestQuickstartWithoutANetwork(t *testing.T) {
	t.Parallel()
	name, isolation := "ercheck-offline", &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if os.Getuid() != 0 { // who may not make a network has proxies that lead nowhere
		name, isolation = "ercheck", nil
	}
	at := ownHome(t)
	p := newProcess(at, "quickstart", "--scale", "tiny", "--json")
	p.Cmd = exec.Command(name, p.Args[1:]...)
	p.Stdout, p.Stderr, p.SysProcAttr = &p.out, &p.err, isolation
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	p.Env = []string{"ERCHECK_HOME=" + at, "HOME=" + t.TempDir(), "XDG_CACHE_HOME=" + cache, "PATH=" + os.Getenv("PATH"), "ERCHECK_PG=" + os.Getenv("ERCHECK_PG"),
		"HTTP_PROXY=http://127.0.0.1:9", "HTTPS_PROXY=http://127.0.0.1:9"}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	p.ends(t, exitDone)
	if out := p.out.String(); !strings.Contains(out, `"holds": true`) || !strings.Contains(out, `"cells": 150`) {
		t.Errorf("after %v: %s", time.Since(began), out)
	}
}
