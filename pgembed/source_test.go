//go:build unix

package pgembed_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ercheck/pgembed"
	"ercheck/pgembed/internal/fetch"
	"ercheck/pgembed/internal/mirrortest"
	"ercheck/pgembed/internal/tree"
)

func hostPin(t *testing.T) fetch.Pin {
	t.Helper()
	pin, err := fetch.PinFor(fetch.Host())
	if err != nil {
		t.Fatal(err)
	}
	return pin
}

// pinnedArchive is the archive of the pinned build. Where neither the program
// nor the cache has it, a first Open fetches it.
func pinnedArchive(t *testing.T) []byte {
	t.Helper()
	archive, err := pgembed.PinnedArchive()
	if err != nil {
		mustClose(t, mustOpen(t, newPinnedHome(t)))
		archive, err = pgembed.PinnedArchive()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	content, err := io.ReadAll(archive)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// programs unpacks the pinned build to a folder, as a server that is installed.
func programs(t *testing.T, dir string) string {
	t.Helper()
	pin := hostPin(t)
	if _, err := tree.Unpack(bytes.NewReader(pinnedArchive(t)), dir, pin.Tree, "test"); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "bin")
}

func TestBundleAlone(t *testing.T) {
	t.Parallel()
	o := newPinnedHome(t)
	o.Env = withEnv("ERCHECK_PG=bundle", "PATH=")
	s, err := pgembed.Open(t.Context(), o)
	if !pgembed.HasBundle() {
		wantError(t, err, "go generate ./pgembed")
		if os.Getenv("CI") != "" {
			t.Error("no bundle in CI")
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if info := s.Info(); info.Source != "bundle" || info.Version != "18.4" || info.Note != "" || !strings.HasPrefix(info.Bin, info.Root) {
		t.Errorf("%+v", info)
	}
	other := o
	other.Env = withEnv("ERCHECK_PG=npm")
	_, err = pgembed.Open(t.Context(), other)
	wantError(t, err, "bundle", "npm", "down")
	mustClose(t, s)
}

func TestCacheAlone(t *testing.T) {
	t.Parallel()
	o, cache := newPinnedHome(t), t.TempDir()
	o.Env = withEnv("ERCHECK_PG=cache", "PATH=", "XDG_CACHE_HOME="+cache)
	_, err := pgembed.Open(t.Context(), o)
	wantError(t, err, "nothing was fetched before")
	name := fetch.UserCache(o.Env).Path(hostPin(t))
	if err := os.Mkdir(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	content := pinnedArchive(t)
	for what, broken := range map[string][]byte{"cut": content[:len(content)/2], "empty": nil, "other": []byte("hello")} {
		write(t, string(broken), name)
		_, err := pgembed.Open(t.Context(), o)
		if err == nil {
			t.Errorf("a broken archive (%s) is used", what)
		}
	}
	write(t, string(content), name)
	s := mustOpen(t, o)
	if info := s.Info(); info.Source != "cache" {
		t.Errorf("%+v", info)
	}
}

func TestInstalledAlone(t *testing.T) {
	t.Parallel()
	o, bin := newPinnedHome(t), programs(t, filepath.Join(folder(t), "installed"))
	o.Env = withEnv("ERCHECK_PG=installed", "PATH="+bin)
	s := mustOpen(t, o)
	if info := s.Info(); info.Source != "installed" || info.Bin != bin || info.Note != "" {
		t.Errorf("%+v", info)
	}
	mustQuery(t, s, "SELECT 1")
}

func TestNamedPrograms(t *testing.T) {
	t.Parallel()
	o, bin := newPinnedHome(t), programs(t, filepath.Join(folder(t), "installed"))
	o.PgBin, o.Env = bin, withEnv("ERCHECK_PG_BIN=/nowhere")
	s := mustOpen(t, o)
	if info := s.Info(); info.Source != "pg-bin" || info.Bin != bin {
		t.Errorf("%+v", info)
	}
	other := o
	other.PgBin = filepath.Dir(bin)
	_, err := pgembed.Open(t.Context(), other)
	wantError(t, err, bin)
	mustClose(t, s)
	o.PgBin, o.Env = "", withEnv("ERCHECK_PG_BIN="+bin)
	if info := mustOpen(t, o).Info(); info.Source != "pg-bin" {
		t.Errorf("%+v", info)
	}
}

// fakeServer is a folder of programs that say this version and do nothing.
func fakeServer(t *testing.T, version string) string {
	t.Helper()
	bin := filepath.Join(folder(t), "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"postgres", "initdb"} {
		script := "#!/bin/sh\n[ \"$1\" = --version ] && echo 'postgres (PostgreSQL) " + version + "' && exit\necho not a real program >&2; exit 1\n"
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return bin
}

func TestRefusedSources(t *testing.T) {
	t.Parallel()
	o := newPinnedHome(t)
	for _, c := range []struct{ name, bin, env, want string }{
		{"15 named", fakeServer(t, "15.19"), "", "15.19"},
		{"15 named by the environment", "", "ERCHECK_PG_BIN=" + fakeServer(t, "15.19"), "too old"},
		{"no programs there", t.TempDir(), "", "no postgres there"},
		{"two sources", "/usr/bin", "ERCHECK_PG=bundle", "one of the two"},
		{"unknown source", "", "ERCHECK_PG=bundel", "bundle, cache, installed, npm and download"},
		{"no npm", "", "ERCHECK_PG=npm", "npm: not found on PATH"},
		{"nobody to download from", "", "ERCHECK_PG=download", "could not download"},
		{"programs that do nothing", fakeServer(t, "18.4"), "", "not a real program"},
	} {
		o.PgBin, o.Env = c.bin, withEnv(c.env, "PATH=/nowhere", "ERCHECK_PG_MIRROR=http://127.0.0.1:1", "HOME="+t.TempDir())
		s, err := pgembed.Open(t.Context(), o)
		var ours *pgembed.Error
		if !errors.As(err, &ours) || !strings.Contains(ours.Error()+ours.Hint, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
		if err == nil {
			mustClose(t, s)
		}
	}
}

func TestInstalledOldServerIsNotUsed(t *testing.T) {
	t.Parallel()
	o := newPinnedHome(t)
	o.Env = withEnv("ERCHECK_PG=installed", "PATH="+fakeServer(t, "15.19"))
	s, err := pgembed.Open(t.Context(), o)
	if err == nil { // this machine has a newer one at the usual places
		if strings.HasPrefix(s.Version(), "15") {
			t.Error("a Postgres 15 is used")
		}
		mustClose(t, s)
		return
	}
	wantError(t, err, "15.19", "16 or newer")
}

func TestOlderInstalledServerIsNoted(t *testing.T) {
	t.Parallel()
	o := newPinnedHome(t)
	bin := fakeServer(t, "16.9")
	o.PgBin, o.Env = bin, withEnv()
	_, err := pgembed.Open(t.Context(), o)
	if err == nil || !strings.Contains(err.Error(), "not a real program") {
		t.Errorf("a Postgres 16 is not even tried: %v", err)
	}
}

func TestDownloadAlone(t *testing.T) {
	t.Parallel()
	pin := hostPin(t)
	build, err := tree.ReadArchive(bytes.NewReader(pinnedArchive(t)), pin.Tree)
	if err != nil {
		t.Fatal(err)
	}
	o, cache := newPinnedHome(t), t.TempDir()
	o.Env = withEnv("ERCHECK_PG=download", "PATH=", "XDG_CACHE_HOME="+cache, "ERCHECK_PG_MIRROR="+mirrortest.Serve(t, entries(build)))
	s := mustOpen(t, o)
	if info := s.Info(); info.Source != "download" {
		t.Errorf("%+v", info)
	}
	mustQuery(t, s, "SELECT 1")
	mustClose(t, s)
	if _, err := os.Stat(fetch.UserCache(o.Env).Path(pin)); err != nil {
		t.Errorf("the download is not in the cache: %v", err)
	}
	o.Env = withEnv("ERCHECK_PG=download", "PATH=", "ERCHECK_PG_MIRROR=http://127.0.0.1:1")
	mustClose(t, mustOpen(t, o)) // it is unpacked already

	build.Data["bin/postgres"] = append(build.Data["bin/postgres"], 0)
	changed := newPinnedHome(t)
	changed.Env = withEnv("ERCHECK_PG=download", "PATH=", "ERCHECK_PG_MIRROR="+mirrortest.Serve(t, entries(build)))
	_, err = pgembed.Open(t.Context(), changed)
	if !errors.Is(err, tree.ErrDigest) {
		t.Errorf("another build is used: %v", err)
	}
}

func entries(build tree.Tree) []mirrortest.File {
	var files []mirrortest.File
	for _, f := range build.Manifest.Files {
		files = append(files, mirrortest.File{Name: f.Path, Content: build.Data[f.Path], Link: f.Link})
	}
	return files
}

// TestNPMAlone fetches from the real publisher. Outside CI it is skipped where
// the publisher cannot be reached.
func TestNPMAlone(t *testing.T) {
	t.Parallel()
	o := newPinnedHome(t)
	o.Env = withEnv("ERCHECK_PG=npm", "HOME="+os.Getenv("HOME"), "XDG_CACHE_HOME="+t.TempDir())
	s, err := pgembed.Open(t.Context(), o)
	if err != nil && !errors.Is(err, tree.ErrDigest) && os.Getenv("CI") == "" {
		t.Skipf("npm cannot fetch the package here: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if info := s.Info(); info.Source != "npm" {
		t.Errorf("%+v", info)
	}
	mustClose(t, s)
}
