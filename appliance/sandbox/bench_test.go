package sandbox

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// benchmarked are a look-up, a ranking as questions ask for it, and the transfer
// of a whole table.
var benchmarked = []struct{ name, sql string }{
	{"one", "SELECT username FROM account WHERE account_id = 17"},
	{"rank", "SELECT kind, account_id % 50 AS m, count(*) FROM account GROUP BY kind, m ORDER BY 3 DESC, 2 LIMIT 50"},
	{"all", "SELECT account_id, username, tags, prefs FROM account"},
}

// BenchmarkRun is a statement in the sandbox; BenchmarkBare, its floor, is the
// same statement on one open connection whose rows are read and dropped. Their
// ratio is to be at most 2.
func BenchmarkRun(b *testing.B) {
	box := sharedFixture(b).box(b, Default())
	for _, c := range benchmarked {
		b.Run(c.name, func(b *testing.B) {
			want(b, box, c.sql)
			for b.Loop() {
				want(b, box, c.sql)
			}
		})
	}
}

func BenchmarkBare(b *testing.B) {
	f := sharedFixture(b)
	ctx := context.Background()
	conn, err := pgconn.Connect(ctx, f.url(f.database()))
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(ctx)
	if err := exec(ctx, conn, "SET search_path = "+ownSchema); err != nil {
		b.Fatal(err)
	}
	for _, c := range benchmarked {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				rows := conn.ExecParams(ctx, c.sql, nil, nil, nil, nil)
				for rows.NextRow() {
					_ = rows.Values()
				}
				if _, err := rows.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
