package history

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// newest is the format that this program writes: the number of the last
// migration.
const newest = 2

// applicationID marks a file as ours in SQLite's header: "erck".
const applicationID = 0x6572636b

// migrate takes the file to the newest format. The caller holds the lock
// between processes, so nobody else migrates.
func migrate(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// smallestFile is SQLite's smallest page: it takes a shorter file for an empty
// one and would write over it.
const smallestFile = 512

// probe looks at an existing file before anything can change it, and returns
// its format, 0 where it was only just created.
func (h *History) probe(ctx context.Context) (int64, error) {
	if info, err := os.Stat(h.path); err == nil && info.Size() > 0 && info.Size() < smallestFile {
		return 0, h.damaged("is no history", fmt.Errorf("it has only %d bytes", info.Size()))
	}
	db, err := sql.Open("sqlite", dsn(h.path, url.Values{
		"_busy_timeout": {fmt.Sprint(busyTimeout.Milliseconds())}, "_query_only": {"1"}, "_error_rc": {"1"}, "_defensive": {"1"},
	}))
	if err != nil {
		return 0, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	var id int64
	var others, versioned bool
	err = db.QueryRowContext(ctx, `
		SELECT (SELECT application_id FROM pragma_application_id),
		       EXISTS (SELECT 1 FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND tbl_name <> 'goose_db_version'),
		       EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'goose_db_version')`).Scan(&id, &others, &versioned)
	if err != nil {
		return 0, err
	}
	if id != applicationID && (id != 0 || others) {
		return 0, &Error{Kind: Foreign, Path: h.path, Message: "is an SQLite file of another program",
			Advice: "it was left as it is; move it away, or choose another folder with --home"}
	}
	if !versioned {
		return 0, nil
	}
	return h.version(ctx, db)
}

// version is the file's format; one that this program does not know is refused.
func (h *History) version(ctx context.Context, db *sql.DB) (int64, error) {
	var found int64
	err := db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&found)
	if err != nil {
		return 0, err
	}
	if found > newest {
		return 0, &Error{Kind: Newer, Path: h.path,
			Message: fmt.Sprintf("has format %d, and this ercheck knows formats up to %d", found, newest),
			Advice:  "use the newer ercheck that wrote it, or choose another folder with --home"}
	}
	return found, nil
}

// smallFile is up to what size Open checks all of a file: a few milliseconds.
// Of a larger one it checks the table of runs; texts and cells carry digests
// and are verified as they are read.
const smallFile = 8 << 20

// quickCheck looks for damage in the structure of the file.
func (h *History) quickCheck(ctx context.Context) error {
	var bytes int64
	err := h.write.QueryRowContext(ctx, `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).Scan(&bytes)
	if err != nil {
		return err
	}
	if bytes > smallFile {
		return h.expectOK(ctx, `PRAGMA quick_check(runs)`)
	}
	return h.expectOK(ctx, `PRAGMA quick_check(1)`)
}

// Check reads the whole file and its indexes, which takes about a second for
// every few hundred megabytes. It returns an *Error of kind Damaged, or nil.
func (h *History) Check(ctx context.Context) error {
	return h.explain("check", h.expectOK(ctx, `PRAGMA integrity_check(1)`))
}

func (h *History) expectOK(ctx context.Context, check string) error {
	var found string
	if err := h.read.QueryRowContext(ctx, check).Scan(&found); err != nil {
		return err
	}
	if found != "ok" {
		return h.damaged("is damaged", errors.New(found))
	}
	return nil
}
