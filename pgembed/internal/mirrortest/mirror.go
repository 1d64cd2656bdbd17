// Package mirrortest owns a publisher for tests: a server on this machine that
// hands out one package of Postgres in the form embedded-postgres downloads, a
// zip file with a tar in xz format in it, whatever the name asked for.
//
// It must not know which build is pinned.
package mirrortest

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// File is one entry of the package; Link makes it a link.
type File struct {
	Name    string
	Content []byte
	Link    string
}

// Serve starts the publisher and gives its address. It ends with the test.
func Serve(t testing.TB, files []File) string {
	t.Helper()
	jar := pack(t, files)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, ".jar") {
			http.NotFound(w, r)
			return
		}
		if _, err := w.Write(jar); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func pack(t testing.TB, files []File) []byte {
	t.Helper()
	var packed bytes.Buffer
	w := tar.NewWriter(&packed)
	for _, f := range files {
		if err := writeFile(w, f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var jar bytes.Buffer
	z := zip.NewWriter(&jar)
	entry, err := z.CreateHeader(&zip.FileHeader{Name: "postgres.txz", Method: zip.Store})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := entry.Write(storedXZ(packed.Bytes())); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return jar.Bytes()
}

func writeFile(w *tar.Writer, f File) error {
	header := &tar.Header{Name: f.Name, Typeflag: tar.TypeReg, Size: int64(len(f.Content)), Mode: 0o755}
	if f.Link != "" {
		header.Typeflag, header.Linkname = tar.TypeSymlink, f.Link
	}
	if err := w.WriteHeader(header); err != nil {
		return err
	}
	_, err := w.Write(f.Content)
	return err
}
