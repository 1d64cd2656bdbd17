// Package pgtest owns the Postgres server of a test binary.
//
//  1. Main runs the tests and, after them, stops the server and removes its
//     folder. Call it from TestMain.
//  2. The first test that asks for the server starts it, from the same sources
//     and in the same way as a user's home, in a folder below the one for
//     temporary files that every user can enter (t.TempDir is root's alone).
//  3. Database makes an empty database for one test and drops it after it.
//
// A test that asks for a server and gets none fails; it is never skipped.
// What the tests store is not the package's business.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/pgembed"
)

const (
	folderPrefix = "ercheck-pgtest-"
	startLimit   = 15 * time.Minute // a first start may have to fetch the programs
	callLimit    = time.Minute
	staleAfter   = 20 * time.Minute
)

// shared is the binary's server, started once.
var shared struct {
	once   sync.Once
	home   string
	server *pgembed.Server
	err    error
}

// Main runs the tests. The process's exit code is that of the tests, or 1 if
// the server could not be removed.
func Main(m *testing.M) {
	code := m.Run()
	if err := shutDown(); err != nil {
		fmt.Fprintln(os.Stderr, "pgtest:", err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// Server is the binary's server; starting it is the first caller's part.
func Server(t testing.TB) *pgembed.Server {
	t.Helper()
	shared.once.Do(func() { shared.server, shared.err = start() })
	if shared.err != nil {
		t.Fatalf("no Postgres for the tests: %v%s", shared.err, hint(shared.err))
	}
	return shared.server
}

// URL is a superuser's connection string for a database of the server.
func URL(t testing.TB, database string) string {
	t.Helper()
	return Server(t).URL(database)
}

func hint(err error) string {
	var ours *pgembed.Error
	if errors.As(err, &ours) && ours.Hint != "" {
		return "\n" + ours.Hint
	}
	return ""
}

func start() (*pgembed.Server, error) {
	removeStale(os.TempDir())
	home, err := Folder()
	if err != nil {
		return nil, err
	}
	shared.home = home
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	return pgembed.Open(ctx, pgembed.Options{Home: home})
}

// Folder makes a folder below the one for temporary files that every user can
// enter and only this one can list. The caller removes it.
func Folder() (string, error) {
	dir, err := os.MkdirTemp("", folderPrefix)
	if err != nil {
		return "", err
	}
	return dir, os.Chmod(dir, 0o711)
}

func shutDown() error {
	if shared.home == "" {
		return nil
	}
	var err error
	if shared.server != nil {
		err = shared.server.Close()
	}
	return errors.Join(err, remove(shared.home))
}

// remove takes a folder of ours away, also a server root that had to lie
// elsewhere.
func remove(home string) error {
	ctx, cancel := context.WithTimeout(context.Background(), callLimit)
	defer cancel()
	if err := pgembed.Remove(ctx, pgembed.Options{Home: home}); err != nil {
		return err
	}
	return os.RemoveAll(home)
}

// removeStale takes away what test binaries left that were killed a while ago
// (staleAfter). Those in use, and those of other users, stay.
func removeStale(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !e.IsDir() || !strings.HasPrefix(e.Name(), folderPrefix) || time.Since(info.ModTime()) < staleAfter {
			continue
		}
		if err := remove(filepath.Join(parent, e.Name())); err != nil {
			fmt.Fprintln(os.Stderr, "pgtest: a stale folder stays:", err)
		}
	}
}

var (
	creating sync.Mutex
	made     int
)

// Database makes an empty database for the test, gives its name, and drops it
// when the test ends. Making and dropping is done one at a time: Postgres
// copies a template, which nobody else may use meanwhile.
func Database(t testing.TB) string {
	t.Helper()
	creating.Lock()
	defer creating.Unlock()
	made++
	name := fmt.Sprintf("test_%d", made)
	if err := Exec(t, "postgres", "CREATE DATABASE "+name); err != nil {
		t.Fatalf("make a database: %v", err)
	}
	t.Cleanup(func() { dropDatabase(t, name) })
	return name
}

func dropDatabase(t testing.TB, name string) {
	creating.Lock()
	defer creating.Unlock()
	if err := Exec(t, "postgres", "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
		t.Errorf("drop a database: %v", err)
	}
}

// Exec runs one statement as the superuser on a connection of its own. It is
// tried again while the template is in use (55006).
func Exec(t testing.TB, database, sql string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), callLimit)
	defer cancel()
	conn, err := pgconn.Connect(ctx, URL(t, database))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for {
		_, err := conn.Exec(ctx, sql).ReadAll()
		var refused *pgconn.PgError
		if !errors.As(err, &refused) || refused.Code != "55006" || ctx.Err() != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
}
