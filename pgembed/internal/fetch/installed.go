package fetch

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Server is a Postgres found on this machine: the folder of its programs and
// its version, as in "18.4".
type Server struct {
	Bin, Version string
}

// Major is the major version, 0 if the version cannot be read.
func (s Server) Major() int { return MajorOf(s.Version) }

// MajorOf gives 18 for "18.4" and for "18beta1", 0 for what is no version.
func MajorOf(version string) int {
	end := strings.IndexFunc(version, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(version)
	}
	major, err := strconv.Atoi(version[:end])
	if err != nil {
		return 0
	}
	return major
}

// Installed lists the servers on searchPath (the value of PATH) and at the
// places where packages put them, newest major version first, those earlier on
// PATH before the others. Programs that do not run are left out.
func Installed(ctx context.Context, searchPath string) []Server {
	var found []Server
	seen := map[string]bool{}
	for _, dir := range installedFolders(searchPath) {
		real, err := filepath.EvalSymlinks(dir)
		if err != nil || seen[real] {
			continue
		}
		seen[real] = true
		if s, err := At(ctx, dir); err == nil {
			found = append(found, s)
		}
	}
	slices.SortStableFunc(found, func(a, b Server) int { return b.Major() - a.Major() })
	return found
}

func installedFolders(searchPath string) []string {
	var dirs []string
	for _, dir := range filepath.SplitList(searchPath) {
		if filepath.IsAbs(dir) {
			dirs = append(dirs, dir)
		}
	}
	for _, pattern := range packagePlaces() {
		matches, err := filepath.Glob(pattern)
		if err == nil { // the only error is a malformed pattern, and these are ours
			dirs = append(dirs, matches...)
		}
	}
	return dirs
}

func packagePlaces() []string {
	switch runtime.GOOS {
	case "windows":
		return []string{`C:\Program Files\PostgreSQL\*\bin`}
	case "darwin":
		return []string{"/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin",
			"/Library/PostgreSQL/*/bin", "/Applications/Postgres.app/Contents/Versions/*/bin"}
	}
	return []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/libexec/postgresql*",
		"/usr/local/pgsql/bin", "/usr/local/lib/postgresql/*/bin"}
}

// At asks the server program in bin for its version. initdb must lie beside
// it. The program runs as this process's user, with no settings but --version.
func At(ctx context.Context, bin string) (Server, error) {
	for _, program := range []string{"postgres", "initdb"} {
		if _, err := exec.LookPath(filepath.Join(bin, program)); err != nil {
			return Server{}, fmt.Errorf("%s: no %s there", bin, program)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "postgres"), "--version")
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	output, err := cmd.Output()
	if err != nil {
		return Server{}, fmt.Errorf("%s --version: %w", cmd.Path, err)
	}
	version, err := parseVersion(string(output))
	return Server{Bin: bin, Version: version}, err
}

// parseVersion reads "postgres (PostgreSQL) 18.4 (Debian 18.4-1)".
func parseVersion(line string) (string, error) {
	words := strings.Fields(line)
	if len(words) < 3 || words[1] != "(PostgreSQL)" || MajorOf(words[2]) == 0 {
		return "", fmt.Errorf("no version of Postgres in %q", strings.TrimSpace(line))
	}
	return words[2], nil
}
