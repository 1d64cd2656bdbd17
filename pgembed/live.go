package pgembed

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/pgembed/internal/proc"
)

// pidFile is what a server writes to postmaster.pid. Ready says that it takes
// connections.
type pidFile struct {
	pid, port int
	ready     bool
}

func (h *home) pidFileName() string { return filepath.Join(h.data, "postmaster.pid") }

// readPIDFile gives pid 0 if there is no file or it is cut off. A server
// without a network, as initdb runs one, writes its id as a negative number.
func (h *home) readPIDFile() pidFile {
	text, err := os.ReadFile(h.pidFileName())
	if err != nil {
		return pidFile{}
	}
	lines := strings.Split(string(text), "\n")
	line := func(i int) string {
		if i < len(lines) {
			return strings.TrimSpace(lines[i])
		}
		return ""
	}
	pid, err := strconv.Atoi(line(0))
	if err != nil {
		return pidFile{}
	}
	port, err := strconv.Atoi(line(3))
	if err != nil {
		port = 0
	}
	return pidFile{max(pid, -pid), port, line(7) == "ready"}
}

// running is a server that was found to live.
type running struct {
	pid, port int
	version   string
}

// ours says whether the process lives and serves our data folder.
func (h *home) ours(pid int) bool {
	return pid > 0 && proc.Alive(pid) && proc.Serves(pid, h.data)
}

const (
	// answerLimit bounds the wait for a server of ours that lives but does not
	// answer yet. Recovery after a crash can take minutes.
	answerLimit = 5 * time.Minute
	pingLimit   = 10 * time.Second
)

// live finds the home's server. One that is starting or ending is waited for;
// nil, nil says that none lives. A server of ours that lives but refuses the
// password gives errPassword.
func (h *home) live(ctx context.Context) (*running, error) {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	begin := time.Now()
	for {
		file := h.readPIDFile()
		if !h.ours(file.pid) {
			return nil, nil
		}
		r, err := h.answers(ctx, file)
		if final(err) {
			return r, err
		}
		if time.Since(begin) > 2*time.Second {
			begin = begin.Add(answerLimit)
			h.logf("waiting for the running server, process %d, to answer", file.pid)
		}
		select {
		case <-ctx.Done():
			return nil, &Error{"reach the running server", h.data, fmt.Errorf("process %d does not answer: %w", file.pid, err),
				fmt.Sprintf("end process %d", file.pid)}
		case <-time.After(5 * time.Millisecond):
		}
	}
}

var (
	errPassword = errors.New("the server refuses the home's password")
	errNotReady = errors.New("the server is not ready")
)

// final says whether asking again cannot give another answer.
func final(err error) bool { return err == nil || errors.Is(err, errPassword) }

// checkClient finds out early whether PG* variables, as PGSERVICE, keep this
// process from connecting to any server.
func checkClient() error {
	if _, err := pgconn.ParseConfig(address("postgres", 1, "x")); err != nil {
		return &Error{"prepare to connect", "", fmt.Errorf("the environment's PG* variables do not let a client connect: %w", err),
			"unset the variables whose names begin with PG"}
	}
	return nil
}

// answers asks the server that wrote file whether it takes our password.
func (h *home) answers(ctx context.Context, file pidFile) (*running, error) {
	if !file.ready || file.port == 0 {
		return nil, errNotReady
	}
	ctx, cancel := context.WithTimeout(ctx, pingLimit)
	defer cancel()
	version, err := ping(ctx, address("postgres", file.port, h.knownPassword()))
	if err != nil {
		return nil, err
	}
	return &running{file.pid, file.port, version}, nil
}

// ping connects once and gives the server's version. Only SCRAM is accepted,
// so a stranger on the port does not learn the password.
func ping(ctx context.Context, address string) (string, error) {
	config, err := pgconn.ParseConfig(address)
	if err != nil {
		return "", err
	}
	config.ValidateConnect = nil // PGTARGETSESSIONATTRS is meant for other servers
	config.RequireAuth = "scram-sha-256"
	config.RuntimeParams = map[string]string{"application_name": "ercheck"}
	conn, err := pgconn.ConnectConfig(ctx, config)
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code == "28P01" {
		return "", fmt.Errorf("%w: %w", errPassword, err)
	}
	if err != nil {
		return "", err
	}
	version, _, _ := strings.Cut(conn.ParameterStatus("server_version"), " ")
	return version, conn.Close(ctx)
}

// address is a connection string of the superuser.
func address(database string, port int, password string) string {
	return (&url.URL{
		Scheme:   "postgres",
		User:     url.UserPassword(superuser, password),
		Host:     net.JoinHostPort("127.0.0.1", strconv.Itoa(port)),
		Path:     "/" + database,
		RawQuery: "sslmode=disable",
	}).String()
}
