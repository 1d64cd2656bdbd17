package pgembed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"ercheck/pgembed/internal/tree"
)

// spaceNeeded is what unpacked programs, a new cluster and its log take, with
// some room for data, in bytes.
const spaceNeeded = 300 << 20

// makeCluster makes a new cluster in a folder beside S/data and renames it, so
// that data is whole or not there.
func (h *home) makeCluster(ctx context.Context, i installation) error {
	h.logf("making a new database cluster in %s", h.data)
	fresh, err := os.MkdirTemp(h.root, unfinished)
	if err == nil {
		err = h.account.give(fresh)
	}
	if err != nil {
		return fail("make the data folder", h.root, err)
	}
	if err := h.runInitdb(ctx, i, fresh); err != nil {
		return err
	}
	return fail("rename the new data folder", fresh, os.Rename(fresh, h.data))
}

const unfinished = "data.new-"

// removeUnfinished removes what killed attempts left, at every start. An initdb
// that outlived its caller may still write there, so each attempt has its own
// folder, and one that cannot be removed now is removed the next time.
func (h *home) removeUnfinished() {
	entries, err := os.ReadDir(h.root)
	if failed := tree.RemoveLeftovers(h.binariesFolder()); !isMissing(failed) {
		err = errors.Join(err, failed)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), unfinished) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(h.root, e.Name())))
		}
	}
	if err != nil {
		h.logf("something unfinished stays: %v", err)
	}
}

func (h *home) runInitdb(ctx context.Context, i installation, dir string) error {
	password, err := h.password()
	if err != nil {
		return err
	}
	file, err := h.passwordFile(password)
	if err != nil {
		return fail("write the password for initdb", h.root, err)
	}
	defer os.Remove(file)
	bin, cleanUp, err := h.plainBin(i)
	if err != nil {
		return err
	}
	defer cleanUp()
	output, err := h.command(ctx, bin, "initdb", initdbArguments(dir, file)...).CombinedOutput()
	if err != nil {
		text := lastLines(output)
		return &Error{"make the cluster", dir, fmt.Errorf("initdb: %w\n%s", err, text), firstNonEmpty(hintForLog(text), hintFor(err))}
	}
	return nil
}

func initdbArguments(dir, passwordFile string) []string {
	return []string{
		"--pgdata=" + dir, "--username=" + superuser, "--pwfile=" + passwordFile,
		"--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", "--locale-provider=libc",
		"--text-search-config=pg_catalog.english", "--data-checksums", "--no-instructions",
	}
}

// passwordFile writes the password where the server's user can read it. initdb
// knows no other way that hides it from the process list.
func (h *home) passwordFile(password string) (string, error) {
	name := filepath.Join(h.root, "initdb.password")
	err := os.WriteFile(name, []byte(password+"\n"), 0o600)
	return name, errors.Join(err, h.account.give(name))
}

// plainBin gives a folder of the programs whose path a shell leaves alone.
// initdb hands the path of postgres to a shell in double quotes, after it
// resolved links, so that $(…) in it would be run. Where S has such a path, the
// programs are copied for this one run. cleanUp removes the copy.
func (h *home) plainBin(i installation) (bin string, cleanUp func(), err error) {
	real, err := filepath.EvalSymlinks(i.bin)
	if err != nil {
		return "", nil, fail("find the programs", i.bin, err)
	}
	if isPlain(real) {
		return i.bin, func() {}, nil
	}
	if !i.pinned {
		return "", nil, &Error{"make the cluster", real, errors.New("initdb would pass this path through a shell"),
			"name a folder without quotes, $, ` and \\ in its path with --pg-bin"}
	}
	return copyPrograms(filepath.Dir(real))
}

// isPlain says whether a path is the same inside double quotes, for sh and for
// cmd, and can stand in SQL, where initdb puts it too. Backslashes separate
// folders on Windows, and there they are harmless.
func isPlain(path string) bool {
	return utf8.ValidString(path) && !strings.ContainsAny(filepath.ToSlash(path), "\"$`\\%\r\n")
}

func copyPrograms(from string) (bin string, cleanUp func(), err error) {
	temp, err := os.MkdirTemp("", "ercheck-initdb-")
	if err != nil {
		return "", nil, fail("copy the programs", os.TempDir(), err)
	}
	cleanUp = func() { os.RemoveAll(temp) } // in the folder for temporary files; the system's cleaning takes what stays
	if !isPlain(temp) {
		cleanUp()
		return "", nil, &Error{"copy the programs", temp, errors.New("initdb would pass this path through a shell"), "set TMPDIR to another folder"}
	}
	err = errors.Join(os.CopyFS(temp, os.DirFS(from)), openToAll(temp))
	if err != nil {
		cleanUp()
		return "", nil, fail("copy the programs", temp, err)
	}
	return filepath.Join(temp, "bin"), cleanUp, nil
}

// openToAll lets the server's user read and run a copy, whatever the umask is.
func openToAll(dir string) error {
	return filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.Type()&fs.ModeSymlink != 0 {
			return err
		}
		return os.Chmod(name, 0o755)
	})
}

// command prepares a program of the installation: no shell, as the server's
// user, in S, without this process's secrets in its environment.
func (h *home) command(ctx context.Context, bin, program string, arguments ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(bin, program), arguments...)
	cmd.Dir = h.root
	cmd.Env = serverEnv()
	cmd.SysProcAttr = h.account.attributes()
	cmd.WaitDelay = 5 * time.Second // children of a killed initdb may keep the output open
	return cmd
}

// serverEnv passes on only what a program needs to run. PG* variables would
// change the server, and API keys must not reach a process of another user.
func serverEnv() []string {
	env := []string{"LC_ALL=C", "TZ=UTC"}
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "SystemRoot", "SystemDrive", "TEMP", "TMP", "COMSPEC"} {
		if value, set := os.LookupEnv(name); set {
			env = append(env, name+"="+value)
		}
	}
	return env
}

func firstNonEmpty(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// lastLines keeps the end of a program's output: at most 12 lines and 2000
// bytes.
func lastLines(output []byte) string {
	text := bytes.TrimSpace(output[max(0, len(output)-2000):])
	lines := strings.Split(string(text), "\n")
	return strings.Join(lines[max(0, len(lines)-12):], "\n")
}
