package history

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ercheck/appliance/record"
)

func TestEveryConnectionHasTheSettings(t *testing.T) {
	ctx := context.Background()
	h := newHistory(t)
	pools := map[*sql.DB]int{h.write: 1, h.read: readers}
	for pool, size := range pools {
		for range size { // all at the same time, so that the pool must open new ones
			conn, err := pool.Conn(ctx)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			for _, s := range settings {
				var got string
				if err := conn.QueryRowContext(ctx, "PRAGMA "+s.pragma).Scan(&got); err != nil || got != s.value {
					t.Errorf("%s = %s, %v, want %s", s.pragma, got, err, s.value)
				}
			}
		}
	}
}

func TestAWrongSettingIsFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	c := &checkedConnector{dsn(path, url.Values{"_pragma": {"journal_mode(delete)"}})}
	if conn, err := c.Connect(context.Background()); KindOf(err) != Storage {
		t.Errorf("Connect = %v, %v, want an error of kind storage", conn, err)
	}
}

func TestReadersCannotWrite(t *testing.T) {
	h := newHistory(t)
	if _, err := h.read.Exec("DELETE FROM runs"); err == nil {
		t.Error("a reader deleted rows")
	}
}

func TestOpenOnUnusualPaths(t *testing.T) {
	for _, folder := range []string{
		"with space", "what?mode=ro", "50%25", "#1", "it's \"quoted\"", "$(touch x)", "Zürich 東京", "a&b=c;d", "back\\slash", strings.Repeat("long", 50),
	} {
		t.Run(folder, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), folder)
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "history.db")
			create(t, open(t, path), newRun(1, 1))
			info, err := os.Stat(path)
			if err != nil || info.Size() == 0 {
				t.Fatalf("the file is not at its place: %v, %v", info, err)
			}
			if info.Mode().Perm() != 0o600 {
				t.Errorf("mode %v, want 0600", info.Mode())
			}
			if others, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), "*")); len(others) != 1 {
				t.Errorf("files elsewhere: %v", others)
			}
		})
	}
}

func TestOpenWhereThereIsNoPlace(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "no", "history.db"), filepath.Join(file, "history.db"), dir} {
		h, err := Open(path)
		if h != nil {
			h.Close()
		}
		if e := wantKind(t, err, Storage); e.Path != path {
			t.Errorf("path %s, want %s", e.Path, path)
		}
	}
}

func TestOpenTakesUpAFileThatWasOnlyBegun(t *testing.T) {
	tests := map[string]string{
		"empty":              ``,
		"without a table":    `PRAGMA user_version = 0; PRAGMA journal_mode = wal`,
		"without migrations": `CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY AUTOINCREMENT, version_id INTEGER NOT NULL, is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now'))); INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1)`,
	}
	for name, begun := range tests {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "history.db")
			execute(t, path, begun)
			r := newRun(1, 1)
			h := open(t, path)
			save(t, create(t, h, r), newCell(r, 0, 0))
			if n := len(cellsOf(t, h, r.ID)); n != 1 {
				t.Errorf("%d cells, want 1", n)
			}
		})
	}
}

// execute runs statements on a file as another program would.
func execute(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path, nil))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if statements == "" {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
}

func TestOpenRefusesWhatIsNotOurs(t *testing.T) {
	tests := map[string]struct {
		prepare func(t *testing.T, path string)
		kind    Kind
	}{
		"another program's file": {func(t *testing.T, path string) { execute(t, path, "CREATE TABLE notes (text)") }, Foreign},
		"another program's mark": {func(t *testing.T, path string) { execute(t, path, "PRAGMA application_id = 77") }, Foreign},
		"a newer format": {func(t *testing.T, path string) {
			open(t, path).Close()
			execute(t, path, fmt.Sprintf("INSERT INTO goose_db_version (version_id, is_applied) VALUES (%d, 1)", newest+1))
		}, Newer},
		"no database":  {func(t *testing.T, path string) { write(t, path, strings.Repeat("no database ", 1000)) }, Damaged},
		"a short text": {func(t *testing.T, path string) { write(t, path, "x") }, Damaged},
		"half of a file": {func(t *testing.T, path string) {
			filled(t, path)
			write(t, path, read(t, path)[:len(read(t, path))/2])
		}, Damaged},
		"a file without its middle": {func(t *testing.T, path string) {
			filled(t, path)
			whole := []byte(read(t, path))
			clear(whole[len(whole)/4 : len(whole)/2])
			write(t, path, string(whole))
		}, Damaged},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "history.db")
			tt.prepare(t, path)
			before := read(t, path)
			h, err := Open(path)
			if h != nil {
				h.Close()
				t.Fatal("it was opened")
			}
			e := wantKind(t, err, tt.kind)
			if !strings.Contains(e.Error(), path) {
				t.Errorf("error %q does not say where", e)
			}
			if read(t, path) != before {
				t.Error("the file was changed")
			}
		})
	}
}

// filled makes a history with a run of 40 cells and closes it.
func filled(t *testing.T, path string) *record.Run {
	t.Helper()
	h, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	r := newRun(10, 4)
	claim, err := h.Create(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	for v := range 10 {
		for q := range 4 {
			save(t, claim, newCell(r, v, q))
		}
	}
	claim.Release()
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	return r
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
