package pgembed

import (
	"io"
	"os"

	"ercheck/pgembed/internal/fetch"
)

// PinnedArchive opens the archive of this machine's build for the tests: the
// embedded one, else the one in the user's cache.
func PinnedArchive() (io.ReadCloser, error) {
	pin, err := fetch.PinFor(fetch.Host())
	if err != nil {
		return nil, err
	}
	if archive, err := openBundle(pin); err == nil {
		return archive, nil
	}
	return os.Open(fetch.UserCache(os.Getenv).Path(pin))
}

// HasBundle says whether this program has an archive embedded.
func HasBundle() bool {
	pin, err := fetch.PinFor(fetch.Host())
	if err != nil {
		return false
	}
	archive, err := openBundle(pin)
	return err == nil && archive.Close() == nil
}
