package pgtest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/pgembed"
)

func TestMain(m *testing.M) { Main(m) }

func TestDatabasesAreIsolated(t *testing.T) {
	var group sync.WaitGroup
	names := make([]string, 8)
	for i := range names {
		group.Go(func() {
			names[i] = Database(t)
			if err := Exec(t, names[i], "CREATE TABLE only_mine ()"); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] {
			t.Errorf("two tests got database %s", name)
		}
		seen[name] = true
	}
}

func TestDatabaseIsDropped(t *testing.T) {
	var name string
	t.Run("uses", func(t *testing.T) {
		name = Database(t)
		ctx := context.Background()
		conn, err := pgconn.Connect(ctx, URL(t, name)) // left open: FORCE ends it
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close(ctx) })
	})
	if err := Exec(t, name, "SELECT 1"); err == nil {
		t.Errorf("database %s is still there", name)
	}
}

func TestStaleFolderIsRemoved(t *testing.T) {
	parent := t.TempDir()
	if err := os.Chmod(parent, 0o711); err != nil {
		t.Fatal(err)
	}
	stale, fresh := filepath.Join(parent, folderPrefix+"1"), filepath.Join(parent, folderPrefix+"2")
	for _, dir := range []string{stale, fresh} {
		if err := os.Mkdir(dir, 0o711); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := pgembed.Hold(t.Context(), pgembed.Options{Home: stale}); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-2 * staleAfter)
	if err := os.Chtimes(stale, old, old); err != nil {
		t.Fatal(err)
	}
	removeStale(parent)
	if _, err := os.Stat(stale); err == nil {
		t.Error("the stale folder is still there")
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Error("a fresh folder was removed")
	}
}
