//go:build !linux

package sandbox

import "github.com/jackc/pgx/v5/pgconn"

// canCapMemory: only Linux has a call that limits another process.
func canCapMemory(*pgconn.PgConn) bool { return false }

// capMemory is never called here.
func capMemory(pid, clientPort int, bytes int64) error { return nil }
