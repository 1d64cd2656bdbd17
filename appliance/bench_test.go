package appliance

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"ercheck/appliance/home"
	"ercheck/appliance/sandbox"
	"ercheck/variants/pgsql"
)

// The benchmarks hold a verb against its floor, in turns, so that a noisy
// machine slows both alike, and report the ratio. Scale: ERCHECK_BENCH_SCALE,
// default demo.

func benchScale() string {
	if s := os.Getenv("ERCHECK_BENCH_SCALE"); s != "" {
		return s
	}
	return "demo"
}

// benchHome is a home of its own, in a folder that the server's user can enter.
func benchHome(b *testing.B) *Appliance {
	b.Helper()
	folder, err := os.MkdirTemp("", "ercheck-bench-*")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o711); err != nil {
		b.Fatal(err)
	}
	a, err := Open(Options{Home: home.Home(folder), Env: os.Getenv})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := a.Close(); err != nil {
			b.Error(err)
		}
	})
	if _, err := a.openCluster(b.Context()); err != nil {
		b.Fatal(err)
	}
	return a
}

func benchData(b *testing.B, scale string) *Data {
	b.Helper()
	d, err := Choose(DataOptions{Domain: "social", Scale: scale, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	return d
}

// BenchmarkBuild stores ten variants, against COPY of the same rows, rendered
// before, into the same tables with the same keys and indexes over as many
// connections.
func BenchmarkBuild(b *testing.B) {
	a, d := benchHome(b), benchData(b, benchScale())
	prepared := renderAll(b, d)
	var ours, floor time.Duration
	for b.Loop() {
		ours += timed(b, func(ctx context.Context) error {
			_, err := a.Build(ctx, d, BuildOptions{Fresh: true})
			return err
		})
		floor += timed(b, func(ctx context.Context) error { return a.rawLoad(ctx, d, prepared) })
	}
	b.ReportMetric(ours.Seconds()/float64(b.N), "build-s")
	b.ReportMetric(floor.Seconds()/float64(b.N), "floor-s")
	b.ReportMetric(ours.Seconds()/floor.Seconds(), "ratio")
}

func timed(b *testing.B, do func(context.Context) error) time.Duration {
	b.Helper()
	began := time.Now()
	if err := do(b.Context()); err != nil {
		b.Fatal(err)
	}
	return time.Since(began)
}

// renderAll is every table of every variant as COPY's text.
func renderAll(b *testing.B, d *Data) map[string][]byte {
	b.Helper()
	prepared := map[string][]byte{}
	for _, v := range d.Variants {
		for _, table := range v.Layout.Schema().Tables {
			var text []byte
			for row, err := range v.Layout.Rows(b.Context(), table, d.Source, v.Order()) {
				if err != nil {
					b.Fatal(err)
				}
				text = pgsql.AppendCopy(text, row)
			}
			prepared[v.Name+"."+table.Name] = text
		}
	}
	return prepared
}

// rawLoad is the floor of a build: a new database, DDL, COPY, keys, ANALYZE.
func (a *Appliance) rawLoad(ctx context.Context, d *Data, prepared map[string][]byte) error {
	raw := *d
	raw.Database = d.Database + "_raw"
	if err := sandbox.DropDatabase(ctx, a.cluster.url(adminDatabase), raw.Database); err != nil {
		return err
	}
	if err := sandbox.CreateDatabase(ctx, a.cluster.url(adminDatabase), raw.Database); err != nil {
		return err
	}
	return eachWithConnection(ctx, a.cluster, raw.Database, len(d.Variants), func(ctx context.Context, conn *pgx.Conn, i int) error {
		v := d.Variants[i]
		schema := v.Layout.Schema()
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			statements := append([]string{"CREATE SCHEMA " + pgsql.QuoteIdent(v.Name)}, pgsql.CreateTables(schema, v.Name)...)
			if err := executeAll(ctx, conn, statements); err != nil {
				return err
			}
			for _, table := range schema.Tables {
				text := bytes.NewReader(prepared[v.Name+"."+table.Name])
				if _, err := conn.PgConn().CopyFrom(ctx, text, pgsql.CopySQL(table, v.Name)); err != nil {
					return err
				}
			}
			if err := executeAll(ctx, conn, pgsql.AddKeys(schema, v.Name)); err != nil {
				return err
			}
			for _, table := range schema.Tables {
				if err := executeAll(ctx, conn, []string{"ANALYZE " + pgsql.QuoteIdent(v.Name) + "." + pgsql.QuoteIdent(table.Name)}); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

func executeAll(ctx context.Context, conn *pgx.Conn, statements []string) error {
	for _, sql := range statements {
		if _, err := conn.PgConn().Exec(ctx, sql).ReadAll(); err != nil {
			return fmt.Errorf("%w in: %s", err, sql)
		}
	}
	return nil
}
