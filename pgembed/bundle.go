package pgembed

import (
	"embed"
	"io"
	"io/fs"

	"ercheck/pgembed/internal/fetch"
)

//go:generate go run ./internal/genbundle

//go:embed bundle
var bundle embed.FS

// openBundle opens the archive embedded in this program. A program built
// without go generate has none: fs.ErrNotExist.
func openBundle(pin fetch.Pin) (io.ReadCloser, error) {
	var files fs.FS = bundle
	return files.Open("bundle/" + pin.Platform + ".tar.zst")
}
