package tree

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/klauspost/compress/zstd"
)

// WriteArchive writes t as tar + zstd with the manifest as its first entry.
// best asks for the smallest result (several seconds for a real tree).
func WriteArchive(w io.Writer, t Tree, best bool) error {
	level := zstd.SpeedDefault
	if best {
		level = zstd.SpeedBestCompression
	}
	packed, err := zstd.NewWriter(w, zstd.WithEncoderLevel(level))
	if err != nil {
		return err
	}
	archive := tar.NewWriter(packed)
	if err := writeEntries(archive, t); err != nil {
		return err
	}
	return errors.Join(archive.Close(), packed.Close())
}

func writeEntries(archive *tar.Writer, t Tree) error {
	list, err := json.Marshal(t.Manifest)
	if err != nil {
		return err
	}
	if err := writeEntry(archive, manifestName, list); err != nil {
		return err
	}
	for _, f := range t.Manifest.Files {
		if f.Link != "" {
			continue
		}
		if err := writeEntry(archive, f.Path, t.Data[f.Path]); err != nil {
			return err
		}
	}
	return nil
}

func writeEntry(archive *tar.Writer, name string, content []byte) error {
	header := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(content)), Mode: 0o644, ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR}
	if err := archive.WriteHeader(header); err != nil {
		return err
	}
	_, err := io.Copy(archive, bytes.NewReader(content))
	return err
}

// reader walks an archive that WriteArchive made. It trusts nothing in it.
type reader struct {
	Manifest Manifest
	archive  *tar.Reader
	close    func()
}

// openArchive reads the manifest and compares its digest with want. An
// archive with another digest gives ErrDigest.
func openArchive(r io.Reader, want string) (*reader, error) {
	unpacked, err := zstd.NewReader(r, zstd.WithDecoderMaxMemory(1<<30))
	if err != nil {
		return nil, err
	}
	a := &reader{archive: tar.NewReader(unpacked), close: unpacked.Close}
	if err := a.readManifest(want); err != nil {
		a.close()
		return nil, err
	}
	return a, nil
}

// ErrDigest says that a tree is intact or not, but not the pinned one.
var ErrDigest = errors.New("the files are not the pinned build")

func (a *reader) readManifest(want string) error {
	header, err := a.archive.Next()
	if err != nil {
		return fmt.Errorf("read the archive: %w", err)
	}
	if header.Name != manifestName {
		return fmt.Errorf("read the archive: it begins with %q, not with a manifest", header.Name)
	}
	if a.Manifest, err = readManifest(a.archive); err != nil {
		return err
	}
	if got := a.Manifest.Digest(); got != want {
		return fmt.Errorf("%w: digest %.12s, wanted %.12s", ErrDigest, got, want)
	}
	return nil
}

// ReadArchive reads a whole archive into memory and checks every file.
func ReadArchive(r io.Reader, want string) (Tree, error) {
	a, err := openArchive(r, want)
	if err != nil {
		return Tree{}, err
	}
	defer a.close()
	t := Tree{Manifest: a.Manifest, Data: map[string][]byte{}}
	for _, f := range t.Manifest.Files {
		if f.Link != "" {
			continue
		}
		content, err := a.read(f)
		if err != nil {
			return Tree{}, fmt.Errorf("read the archive: %s: %w", f.Path, err)
		}
		t.Data[f.Path] = content
	}
	return t, nil
}

func (a *reader) read(f File) ([]byte, error) {
	var content bytes.Buffer
	if err := a.copyNext(&content, f); err != nil {
		return nil, err
	}
	return content.Bytes(), nil
}

// copyNext copies the archive's next entry, which must be f.
func (a *reader) copyNext(w io.Writer, f File) error {
	header, err := a.archive.Next()
	if err != nil {
		return err
	}
	if header.Name != f.Path {
		return fmt.Errorf("%w: the archive has %q here", ErrDamaged, header.Name)
	}
	return copyChecked(w, io.LimitReader(a.archive, f.Size+1), f)
}
