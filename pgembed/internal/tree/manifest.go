package tree

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// File describes one file of a tree. Path is relative, with forward slashes.
// A link has Link (a name in the same folder) and neither Size nor SHA256.
type File struct {
	Path   string `json:"path"`
	Size   int64  `json:"size,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
	Link   string `json:"link,omitempty"`
}

// Manifest describes a tree: the server's version ("18.4"), the platform
// ("linux-amd64") and the files in the order of their paths. Source says where
// an unpacked tree came from; it is not part of the digest.
type Manifest struct {
	Version  string `json:"version"`
	Platform string `json:"platform"`
	Source   string `json:"source,omitempty"`
	Files    []File `json:"files"`
}

// Digest identifies the contents: SHA-256, in hexadecimal, over the version,
// the platform and each file's fields, every one preceded by its length.
func (m Manifest) Digest() string {
	hash := sha256.New()
	field := func(s string) { fmt.Fprintf(hash, "%d:%s", len(s), s) }
	field(m.Version)
	field(m.Platform)
	for _, f := range m.Files {
		field(f.Path)
		field(fmt.Sprint(f.Size))
		field(f.SHA256)
		field(f.Link)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// check refuses a manifest that could lead outside the folder it is unpacked
// to, or whose files are not in strict order (so no path comes twice).
func (m Manifest) check() error {
	for i, f := range m.Files {
		if err := f.check(); err != nil {
			return err
		}
		if i > 0 && m.Files[i-1].Path >= f.Path {
			return fmt.Errorf("manifest: %q is out of order", f.Path)
		}
	}
	return nil
}

func (f File) check() error {
	if !filepath.IsLocal(filepath.FromSlash(f.Path)) || f.Path != path.Clean(f.Path) || f.Path == manifestName || strings.Contains(f.Path, "\\") {
		return fmt.Errorf("manifest: path %q leads outside the folder", f.Path)
	}
	if f.Link != "" && (strings.ContainsAny(f.Link, `/\`) || f.Link == "." || f.Link == "..") {
		return fmt.Errorf("manifest: link %q leads to %q, outside its folder", f.Path, f.Link)
	}
	return nil
}

const (
	manifestName  = "manifest.json"
	manifestLimit = 4 << 20 // bytes; a real one has about 0.1 MB
)

func readManifest(r io.Reader) (Manifest, error) {
	var m Manifest
	if err := json.NewDecoder(io.LimitReader(r, manifestLimit)).Decode(&m); err != nil {
		return m, fmt.Errorf("manifest: %w", err)
	}
	return m, m.check()
}

// Tree is a whole tree in memory (about 45 MB): the manifest and the contents
// of every file that is no link.
type Tree struct {
	Manifest Manifest
	Data     map[string][]byte
}

// newTree makes the manifest of contents and links. Links whose target is not
// among the files are left out.
func newTree(version, platform string, data map[string][]byte, links map[string]string) Tree {
	m := Manifest{Version: version, Platform: platform}
	for name, content := range data {
		sum := sha256.Sum256(content)
		m.Files = append(m.Files, File{Path: name, Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:])})
	}
	for name, target := range links {
		if _, there := data[path.Join(path.Dir(name), target)]; there && data[name] == nil {
			m.Files = append(m.Files, File{Path: name, Link: target})
		}
	}
	slices.SortFunc(m.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return Tree{Manifest: m, Data: data}
}
