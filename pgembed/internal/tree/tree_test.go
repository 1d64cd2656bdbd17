package tree

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

func TestKeep(t *testing.T) {
	kept := []string{
		"bin/postgres", "bin/initdb", "bin/pg_ctl", "bin/postgres.exe", "bin/libpq.dll",
		"lib/libicudata.so.60.2", "lib/libpq.so", "lib/libz.1.3.2.dylib",
		"lib/postgresql/plpgsql.so", "lib/postgresql/dict_snowball.dylib", "lib/postgresql/utf8_and_win.so",
		"lib/postgresql/euc2004_sjis2004.so", "lib/utf8_and_big5.dll", "lib/plpgsql.dll",
		"share/postgresql/postgres.bki", "share/postgres.bki", "share/postgresql/timezone/Europe/Rome",
		"share/timezonesets/Default", "share/postgresql/extension/plpgsql.control", "share/postgresql/tsearch_data/english.stop",
	}
	for _, name := range kept {
		if !keep(name) {
			t.Errorf("%s is not kept", name)
		}
	}
	dropped := []string{
		"bin/psql", "bin/wxmsw.dll", "lib/libecpg.so.6", "lib/libpq.a", "lib/pkgconfig/libpq.pc", "lib/libssl.lib",
		"lib/postgresql/plperl.so", "lib/postgresql/pgxs/src/x.so", "lib/dblink.dll", "lib/postgresql/a/utf8_and_win.so",
		"share/postgresql/extension/dblink.control", "share/postgresql/locale/de/x.mo", "include/postgres.h", "bin", "", "pg-symlinks.json",
	}
	for _, name := range dropped {
		if keep(name) {
			t.Errorf("%s is kept", name)
		}
	}
}

// entry is one entry of a package made for a test.
type entry struct {
	name, content, link string
}

func makePackage(t *testing.T, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, e := range entries {
		h := &tar.Header{Name: e.name, Typeflag: tar.TypeReg, Size: int64(len(e.content)), Mode: 0o600}
		if e.link != "" {
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, e.link, 0
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(e.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func mustRead(t *testing.T, prefix string, entries ...entry) Tree {
	t.Helper()
	tree, err := FromPackage(bytes.NewReader(makePackage(t, entries...)), prefix, "18.4", "linux-amd64")
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// sample is a small tree with a link.
func sample(t *testing.T) Tree {
	return mustRead(t, "",
		entry{name: "./bin/postgres", content: "server"},
		entry{name: "./bin/initdb", content: "initdb"},
		entry{name: "./lib/libpq.so.5.18", content: "library"},
		entry{name: "./lib/libpq.so.5", link: "libpq.so.5.18"},
		entry{name: "./share/postgresql/timezone/UTC", content: "zone"},
		entry{name: "./share/doc/x", content: "not kept"})
}

func TestDigestDoesNotDependOnThePackage(t *testing.T) {
	links, err := json.Marshal([]map[string]string{{"source": "native/lib/libpq.so.5.18", "target": "native/lib/libpq.so.5"}})
	if err != nil {
		t.Fatal(err)
	}
	other := mustRead(t, "package/native/",
		entry{name: "package/README.md", content: "of the publisher"},
		entry{name: "package/native/pg-symlinks.json", content: string(links)},
		entry{name: "package/native/share/postgresql/timezone/UTC", content: "zone"},
		entry{name: "package/native/lib/libpq.so.5.18", content: "library"},
		entry{name: "package/native/bin/initdb", content: "initdb"},
		entry{name: "package/native/bin/postgres", content: "server"})
	if diff := cmp.Diff(sample(t).Manifest, other.Manifest); diff != "" {
		t.Errorf("the same files in two packages differ:\n%s", diff)
	}
	if sample(t).Manifest.Digest() != other.Manifest.Digest() {
		t.Error("equal manifests have different digests")
	}
}

func TestDigestSeesEveryField(t *testing.T) {
	base := sample(t).Manifest
	seen := map[string]string{base.Digest(): "unchanged"}
	changes := map[string]func(*Manifest){
		"version":  func(m *Manifest) { m.Version = "18.5" },
		"platform": func(m *Manifest) { m.Platform = "linux-arm64" },
		"path":     func(m *Manifest) { m.Files[0].Path += "x" },
		"size":     func(m *Manifest) { m.Files[0].Size++ },
		"checksum": func(m *Manifest) { m.Files[0].SHA256 = m.Files[1].SHA256 },
		"link":     func(m *Manifest) { m.Files[2].Link = "libpq.so.5" },
		"missing":  func(m *Manifest) { m.Files = m.Files[1:] },
	}
	for name, change := range changes {
		m := base
		m.Files = append([]File(nil), base.Files...)
		change(&m)
		if other, double := seen[m.Digest()]; double {
			t.Errorf("%s has the digest of %s", name, other)
		}
		seen[m.Digest()] = name
	}
}

func TestHostilePackages(t *testing.T) {
	for name, entries := range map[string][]entry{
		"nothing in it":  {{name: "README", content: "x"}},
		"only a link":    {{name: "lib/libpq.so", link: "/etc/passwd"}},
		"out by dots":    {{name: "../../bin/postgres", content: "x"}},
		"absolute":       {{name: "/bin/postgres", content: "x"}},
		"dots in share":  {{name: "share/timezone/../../../x", content: "x"}},
		"link to parent": {{name: "bin/postgres", content: "x"}, {name: "share/postgresql/..", link: "x"}},
	} {
		tree, err := FromPackage(bytes.NewReader(makePackage(t, entries...)), "", "18.4", "linux-amd64")
		for _, f := range tree.Manifest.Files {
			if f.Path != "bin/postgres" {
				t.Errorf("%s: %q was taken", name, f.Path)
			}
		}
		if err == nil && len(tree.Manifest.Files) == 0 {
			t.Errorf("%s: accepted an empty package", name)
		}
	}
}

func pack(t *testing.T, tree Tree) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := WriteArchive(&out, tree, false); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestUnpack(t *testing.T) {
	tree, dir := sample(t), filepath.Join(t.TempDir(), "server")
	want := tree.Manifest.Digest()
	if _, err := Unpack(bytes.NewReader(pack(t, tree)), dir, want, "bundle"); err != nil {
		t.Fatal(err)
	}
	m, err := Check(dir, want, Full)
	if err != nil {
		t.Fatal(err)
	}
	if m.Source != "bundle" {
		t.Errorf("source %q, wanted bundle", m.Source)
	}
	content, err := os.ReadFile(filepath.Join(dir, "lib", "libpq.so.5"))
	if err != nil || string(content) != "library" {
		t.Errorf("through the link: %q, %v", content, err)
	}
	info, err := os.Stat(filepath.Join(dir, "bin", "postgres"))
	if err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	again, err := ReadArchive(bytes.NewReader(pack(t, tree)), want)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tree, again); diff != "" {
		t.Error(diff)
	}
}

func TestCheckFindsDamage(t *testing.T) {
	for name, damage := range map[string]func(dir string) error{
		"no manifest":  func(dir string) error { return os.Remove(filepath.Join(dir, manifestName)) },
		"cut manifest": func(dir string) error { return os.Truncate(filepath.Join(dir, manifestName), 40) },
		"missing file": func(dir string) error { return os.Remove(filepath.Join(dir, "share/postgresql/timezone/UTC")) },
		"cut file":     func(dir string) error { return os.Truncate(filepath.Join(dir, "lib/libpq.so.5.18"), 3) },
		"changed program": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "bin/postgres"), []byte("sErver"), 0o755)
		},
		"missing link": func(dir string) error { return os.Remove(filepath.Join(dir, "lib/libpq.so.5")) },
		"folder for a file": func(dir string) error {
			name := filepath.Join(dir, "bin/initdb")
			return errors.Join(os.Remove(name), os.Mkdir(name, 0o755))
		},
	} {
		dir, want := unpackSample(t)
		if err := damage(dir); err != nil {
			t.Fatal(err)
		}
		if _, err := Check(dir, want, Quick); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func unpackSample(t *testing.T) (dir, digest string) {
	t.Helper()
	tree := sample(t)
	dir, digest = filepath.Join(t.TempDir(), "server"), tree.Manifest.Digest()
	if _, err := Unpack(bytes.NewReader(pack(t, tree)), dir, digest, "bundle"); err != nil {
		t.Fatal(err)
	}
	return dir, digest
}

func TestFullCheckFindsWhatQuickDoesNot(t *testing.T) {
	dir, want := unpackSample(t)
	if err := os.WriteFile(filepath.Join(dir, "lib/libpq.so.5.18"), []byte("lIbrary"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Check(dir, want, Quick); err != nil {
		t.Errorf("quick: %v", err)
	}
	if _, err := Check(dir, want, Full); !errors.Is(err, ErrDamaged) {
		t.Errorf("full: %v", err)
	}
	if _, err := Check(filepath.Join(dir, "none"), want, Full); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}

// repack writes an archive whose manifest and entries need not agree.
func repack(t *testing.T, m Manifest, entries ...entry) []byte {
	t.Helper()
	list, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := zstd.NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(makePackage(t, append([]entry{{name: manifestName, content: string(list)}}, entries...)...)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestHostileArchives(t *testing.T) {
	good := sample(t)
	server := entry{name: "bin/initdb", content: "initdb"}
	path := func(name string) Manifest { return Manifest{Files: []File{{Path: name, Size: 1}}} }
	for name, c := range map[string]struct {
		archive []byte
		want    string
	}{
		"cut off":         {pack(t, good)[:200], good.Manifest.Digest()},
		"no archive":      {[]byte("PK\x03\x04 something else"), "x"},
		"empty":           {nil, "x"},
		"other digest":    {pack(t, good), strings.Repeat("0", 64)},
		"entries missing": {repack(t, good.Manifest, server), good.Manifest.Digest()},
		"other content":   {repack(t, good.Manifest, entry{name: "bin/initdb", content: "iNitdb"}), good.Manifest.Digest()},
		"longer content":  {repack(t, good.Manifest, entry{name: "bin/initdb", content: "initdbx"}), good.Manifest.Digest()},
		"path up":         {repack(t, path("../x"), entry{name: "../x", content: "x"}), path("../x").Digest()},
		"absolute path":   {repack(t, path("/x"), entry{name: "/x", content: "x"}), path("/x").Digest()},
		"own manifest":    {repack(t, path(manifestName)), path(manifestName).Digest()},
		"link out": {repack(t, Manifest{Files: []File{{Path: "lib/x", Link: "../../x"}}}),
			Manifest{Files: []File{{Path: "lib/x", Link: "../../x"}}}.Digest()},
	} {
		parent := t.TempDir()
		if _, err := Unpack(bytes.NewReader(c.archive), filepath.Join(parent, "server"), c.want, ""); err == nil {
			t.Errorf("%s: accepted", name)
		}
		left, err := os.ReadDir(parent)
		if err != nil || len(left) > 0 {
			t.Errorf("%s: left %v, %v", name, left, err)
		}
	}
}

func TestRemoveLeftovers(t *testing.T) {
	parent := t.TempDir()
	for _, name := range []string{tempPrefix + "123/bin", "18.4-abc/bin"} {
		if err := os.MkdirAll(filepath.Join(parent, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := RemoveLeftovers(parent); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(parent)
	if err != nil || len(left) != 1 || left[0].Name() != "18.4-abc" {
		t.Errorf("left %v, %v", left, err)
	}
}
