package sandbox

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Config says which server a Pool talks to, and how.
type Config struct {
	// URL gives a superuser's connection string for a database. It is asked
	// anew for every connection, since a restarted server may have another port.
	URL func(database string) string

	// Maintenance is the database that the superuser connects to, to end
	// backends. Default: postgres.
	Maintenance string

	// Limits of every statement. Default: Default().
	Limits Limits

	// MaxConns bounds the sandbox's connections over all roles. Default:
	// DefaultConns.
	MaxConns int
}

// DefaultConns leaves room for a second ercheck on a server of 64 connections.
const DefaultConns = 24

// Pool keeps connections to one server, each for one role: a new one costs some
// milliseconds, a statement on a kept one a fraction of one. It is safe for
// concurrent use.
type Pool struct {
	config   Config
	caps     capabilities
	patience time.Duration
	busy     chan struct{} // one element for each connection in use

	mu     sync.Mutex
	idle   []*conn // the longest unused one first
	closed bool

	admin admin
	types typeNames
}

// capabilities are what the server and the platform can do.
type capabilities struct {
	memory bool // a backend's memory can be capped
	checks bool // a busy backend can notice that its client is gone
}

// Open connects to the server once, to learn what it can do. The caller closes
// the pool.
func Open(ctx context.Context, config Config) (*Pool, error) {
	if config.Limits == (Limits{}) {
		config.Limits = Default()
	}
	if err := config.Limits.Validate(); err != nil {
		return nil, err
	}
	if config.Maintenance == "" {
		config.Maintenance = "postgres"
	}
	if config.MaxConns <= 0 {
		config.MaxConns = DefaultConns
	}
	p := &Pool{config: config, patience: connectPatience, busy: make(chan struct{}, config.MaxConns)}
	p.admin.url = func() string { return config.URL(config.Maintenance) }
	err := p.admin.do(ctx, func(conn *pgconn.PgConn) error {
		p.caps = capabilitiesOf(ctx, conn)
		return nil
	})
	if err != nil {
		return nil, fault(ctx, "connect to the server", err)
	}
	return p, nil
}

// capabilitiesOf tries what may not be there.
func capabilitiesOf(ctx context.Context, conn *pgconn.PgConn) capabilities {
	return capabilities{
		memory: canCapMemory(conn),
		checks: exec(ctx, conn, "SET client_connection_check_interval = 2000; RESET client_connection_check_interval") == nil,
	}
}

// Limits are those of every statement.
func (p *Pool) Limits() Limits { return p.config.Limits }

// MemoryCap says whether Limits.MemoryBytes holds: the server runs on this
// machine, and the machine is a Linux that lets us cap its backends.
func (p *Pool) MemoryCap() bool { return p.caps.memory }

// Box is the sandbox of one variant. It needs no closing.
func (p *Pool) Box(role Role) *Box { return &Box{pool: p, role: role} }

// Close ends the idle connections; those in use end when their statement does.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.dropIdle()
	p.admin.close()
}

// errClosed is for a caller that runs after Close.
var errClosed = errors.New("sandbox: the pool is closed")

// acquire gives a connection of the role: an idle one, or a new one, for which
// the longest idle one of another role may have to go.
func (p *Pool) acquire(ctx context.Context, role Role) (*conn, error) {
	select {
	case p.busy <- struct{}{}:
	case <-ctx.Done():
		return nil, fault(ctx, "wait for a connection", ctx.Err())
	}
	c, err := p.connection(ctx, role)
	if err != nil {
		<-p.busy
	}
	return c, err
}

func (p *Pool) connection(ctx context.Context, role Role) (*conn, error) {
	c, surplus, err := p.takeIdle(role)
	if c != nil || err != nil {
		return c, err
	}
	for _, old := range surplus {
		old.close()
	}
	return p.connect(ctx, role)
}

// takeIdle gives the role's idle connection that was used last, or else those
// of others that must be closed before a new one is made.
func (p *Pool) takeIdle(role Role) (own *conn, surplus []*conn, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, nil, errClosed
	}
	for i := len(p.idle) - 1; i >= 0; i-- {
		if c := p.idle[i]; c.role == role {
			p.idle = append(p.idle[:i], p.idle[i+1:]...)
			return c, nil, nil
		}
	}
	n := max(0, len(p.busy)+len(p.idle)-p.config.MaxConns)
	n = min(n, len(p.idle))
	surplus = append(surplus, p.idle[:n]...)
	p.idle = append(p.idle[:0], p.idle[n:]...)
	return nil, surplus, nil
}

// release takes a connection back. One that may not be used again is ended.
func (p *Pool) release(c *conn, reusable bool) {
	p.mu.Lock()
	if reusable = reusable && !p.closed; reusable {
		p.idle = append(p.idle, c)
	}
	p.mu.Unlock()
	if !reusable {
		c.close()
	}
	<-p.busy
}

// dropIdle ends all idle connections: the pool's end, or the server's.
func (p *Pool) dropIdle() {
	p.mu.Lock()
	idle := p.idle
	p.idle = nil
	p.mu.Unlock()
	for _, c := range idle {
		c.close()
	}
}

// connect makes a connection of the role.
func (p *Pool) connect(ctx context.Context, role Role) (c *conn, err error) {
	err = patiently(ctx, p.patience, func() error {
		c, err = dial(ctx, p.config.URL(role.Database), role, p.config.Limits, p.caps)
		return err
	})
	if err != nil {
		return nil, fault(ctx, "connect as "+role.Name, err)
	}
	return c, nil
}
