package sandbox

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// admin is the superuser's connection, made when it is needed.
type admin struct {
	url func() string

	mu   sync.Mutex
	conn *pgconn.PgConn
}

// do runs f on the connection. One that broke is made again next time.
func (a *admin) do(ctx context.Context, f func(*pgconn.PgConn) error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.conn == nil || a.conn.IsClosed() {
		conn, err := connectAdmin(ctx, a.url())
		if err != nil {
			return err
		}
		a.conn = conn
	}
	return f(a.conn)
}

func (a *admin) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), Grace)
		defer cancel()
		a.conn.Close(ctx)
	}
}

// terminate ends a backend that may still be busy with a statement, and waits
// until it is gone, for at most Grace. The role and the client's port go with
// the pid: another session may have got it since. That a server is gone too is
// no error here; the next statement finds out.
func (a *admin) terminate(c *conn) {
	ctx, cancel := context.WithTimeout(context.Background(), Grace+time.Second)
	defer cancel()
	_ = a.do(ctx, func(conn *pgconn.PgConn) error {
		_, err := query(ctx, conn, `SELECT pg_terminate_backend(pid, $4::bigint) FROM pg_stat_activity
			WHERE pid = $1::int AND usename = $2 AND client_port = $3::int`,
			strconv.FormatUint(uint64(c.pg.PID()), 10), c.role.Name, strconv.Itoa(c.port),
			strconv.FormatInt(Grace.Milliseconds(), 10))
		return err
	})
}
