package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// conn is one session of a role.
type conn struct {
	pg   *pgconn.PgConn
	role Role
	port int // ours, which the server calls the client's
}

// connectLimit bounds one attempt to connect.
const connectLimit = 10 * time.Second

// messageRoom is what a row's message may have beside one value, in bytes: the
// lengths of up to 1664 values.
const messageRoom = 64 << 10

// dial makes a session: the settings and the limits are given as it starts, so
// that DISCARD ALL comes back to them.
func dial(ctx context.Context, adminURL string, role Role, limits Limits, caps capabilities) (*conn, error) {
	config, err := pgconn.ParseConfig(adminURL)
	if err != nil {
		return nil, err
	}
	config.User, config.Password, config.Database = role.Name, role.Password, role.Database
	config.ConnectTimeout = connectLimit
	config.MaxProtocolMessageBodyLen = int(limits.MaxValue) + messageRoom
	config.RuntimeParams = map[string]string{"application_name": "ercheck sandbox", "client_encoding": "UTF8"}
	for _, s := range settings(role.Schema, limits) {
		config.RuntimeParams[s.name] = s.value
	}
	if caps.checks {
		config.RuntimeParams["client_connection_check_interval"] = "2000"
	}
	pg, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	c := &conn{pg: pg, role: role, port: localPort(pg)}
	if caps.memory {
		if err := capMemory(int(pg.PID()), c.port, limits.MemoryBytes); err != nil {
			c.close()
			return nil, fmt.Errorf("%w: %w", errNotCapped, err)
		}
	}
	return c, nil
}

// errNotCapped: the backend ended meanwhile, since that a cap can be set was seen
// when the pool was opened.
var errNotCapped = errors.New("the backend's memory could not be capped")

// localPort is our end of a TCP connection, 0 of another.
func localPort(pg *pgconn.PgConn) int {
	if address, ok := pg.Conn().LocalAddr().(*net.TCPAddr); ok {
		return address.Port
	}
	return 0
}

// close says goodbye, and waits until a connection that broke off has been
// cleaned up. Its backend may still be busy; see admin.terminate.
func (c *conn) close() {
	ctx, cancel := context.WithTimeout(context.Background(), Grace)
	defer cancel()
	if !c.pg.IsClosed() {
		c.pg.Close(ctx)
	}
	select {
	case <-c.pg.CleanupDone():
	case <-ctx.Done():
	}
}

// typeNames remembers the types that somebody created, by database and OID.
type typeNames struct {
	mu    sync.Mutex
	names map[typeKey]string
}

type typeKey struct {
	database string
	oid      uint32
}

// name gives the name of a created type as a query would write it. It is "" if
// the server does not say; such a type compares as text, as all created types.
func (t *typeNames) name(ctx context.Context, c *conn, oid uint32) string {
	key := typeKey{c.role.Database, oid}
	t.mu.Lock()
	name, known := t.names[key]
	t.mu.Unlock()
	if known {
		return name
	}
	rows, err := query(ctx, c.pg, "SELECT format_type($1::oid, NULL)", strconv.FormatUint(uint64(oid), 10))
	if err != nil || len(rows) != 1 {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.names == nil {
		t.names = map[typeKey]string{}
	}
	t.names[key] = string(rows[0][0])
	return t.names[key]
}
