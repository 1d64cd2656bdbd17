package history

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
)

// busyTimeout is how long a statement waits for another process's write. Writes
// take milliseconds; only a stopped process or a dying disk takes longer.
const busyTimeout = 30 * time.Second

// settings are what every connection must have; a pool opens connections
// whenever it likes, so they stand in the DSN, and each connection is asked.
//
// synchronous is FULL (2): after a loss of power, as after kill -9, an answer
// that was stored is stored. NORMAL would save one fsync a cell (measured in
// the benchmark) and could lose the last answers, which cost money.
var settings = []struct{ pragma, value string }{
	{"busy_timeout", fmt.Sprint(busyTimeout.Milliseconds())},
	{"journal_mode", "wal"},
	{"synchronous", "2"},
	{"foreign_keys", "1"},
	{"trusted_schema", "0"},  // a hostile file's views and triggers call nothing unsafe
	{"cell_size_check", "1"}, // damage is found when a page is read
}

// openPool gives at most size connections, each with the settings.
func openPool(path string, size int, readOnly bool) *sql.DB {
	query := url.Values{"_defensive": {"1"}, "_dqs": {"0"}, "_error_rc": {"1"}, "_txlock": {"immediate"}}
	for _, s := range settings {
		query.Add("_pragma", s.pragma+"("+s.value+")")
	}
	if readOnly {
		query.Set("_query_only", "1")
		query.Set("_txlock", "deferred")
	}
	db := sql.OpenDB(&checkedConnector{dsn: dsn(path, query)})
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return db
}

// prepare gives an empty file the one setting that must stand before anything
// else is written, and that costs a write whenever it is set: free pages can be
// moved out, so that a removed run gives its space back.
func prepare(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", dsn(path, url.Values{"_auto_vacuum": {"incremental"}, "_journal_mode": {"wal"}, "_error_rc": {"1"}}))
	if err != nil {
		return err
	}
	return errors.Join(db.PingContext(ctx), db.Close())
}

// dsn writes path as a URI, so that no letter of it (?, #, %, a space, a
// backslash of Windows) is read as anything else.
func dsn(path string, query url.Values) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // C:/… becomes /C:/…
	}
	return "file://" + (&url.URL{Path: slashed}).EscapedPath() + "?" + query.Encode()
}

// checkedConnector asserts the settings of each connection that it opens.
type checkedConnector struct{ dsn string }

func (c *checkedConnector) Driver() driver.Driver { return &sqlite.Driver{} }

func (c *checkedConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Driver().Open(c.dsn)
	if err != nil {
		return nil, err
	}
	for _, s := range settings {
		if err := assert(ctx, conn, s.pragma, s.value); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return conn, nil
}

func assert(ctx context.Context, conn driver.Conn, pragma, want string) error {
	rows, err := conn.(driver.QueryerContext).QueryContext(ctx, "PRAGMA "+pragma, nil)
	if err != nil {
		return err
	}
	defer rows.Close()
	value := make([]driver.Value, 1)
	if err := rows.Next(value); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if got := fmt.Sprint(value[0]); got != want {
		return &Error{Kind: Storage, Message: fmt.Sprintf("SQLite set %s to %s instead of %s", pragma, got, want),
			Advice: "put the home folder on a local disk: file systems over a network do not have what is needed"}
	}
	return nil
}

// createPrivate makes an empty file that only its owner can read, since
// prompts hold schemas. It says whether there was none before.
func createPrivate(path string) (bool, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, f.Close()
}
