package sandbox

import (
	"context"
	"errors"
	"io"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// connectPatience is how long a server that starts, recovers from a crash or is
// full is tried again.
const connectPatience = time.Minute

// patiently calls connect until it works, fails for good, or patience is over.
func patiently(ctx context.Context, patience time.Duration, connect func() error) error {
	deadline := time.Now().Add(patience)
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		err := connect()
		if err == nil || !passing(err) || time.Now().Add(wait).After(deadline) {
			return err
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// passing says whether connecting may work soon. A server that does not listen
// at all is for the caller to start.
func passing(err error) bool {
	switch sqlState(err) {
	case "57P01", "57P02", "57P03", "53300": // stopping, crashed, starting; full
		return true
	case "":
		var network *net.OpError
		if errors.As(err, &network) {
			return network.Op != "dial" // it listened, and broke off
		}
		return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, errNotCapped)
	}
	return false
}

// connectAdmin makes a superuser's connection.
func connectAdmin(ctx context.Context, url string) (conn *pgconn.PgConn, err error) {
	err = patiently(ctx, connectPatience, func() error {
		conn, err = pgconn.Connect(ctx, url)
		return err
	})
	return conn, err
}
