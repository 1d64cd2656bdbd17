package appliance

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"ercheck/appliance/home"
	"ercheck/appliance/sandbox"
	"ercheck/llm"
	"ercheck/llm/replay"
	"ercheck/variants"
	"ercheck/variants/pgsql"
)

// The benchmarks hold a verb against its floor, in turns, so that a noisy
// machine slows both alike, and report the ratio. Scale: ERCHECK_BENCH_SCALE,
// default demo. BenchmarkBuild draws ERCHECK_BENCH_VARIANTS at random; without
// it, it takes the ten presets.

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

// BenchmarkBuild stores variants, against COPY of the same rows, rendered
// before, into the same tables with the same keys and indexes over as many
// connections.
func BenchmarkBuild(b *testing.B) {
	a, d := benchHome(b), benchData(b, benchScale())
	if given := os.Getenv("ERCHECK_BENCH_VARIANTS"); given != "" {
		k, err := strconv.Atoi(given)
		if err != nil {
			b.Fatal(err)
		}
		drawing, err := variants.Random(d.Domain.Model, k, 1)
		if err != nil {
			b.Fatal(err)
		}
		d.Variants = drawing.Variants
	}
	prepared := renderAll(b, d)
	var ours, floor time.Duration
	for b.Loop() {
		ours += timed(b, func(ctx context.Context) error {
			_, err := a.Build(ctx, d, BuildOptions{Fresh: true})
			return err
		})
		floor += timed(b, func(ctx context.Context) error { return a.rawLoad(ctx, d, prepared) })
	}
	report(b, ours, floor)
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

// BenchmarkRun asks a model whose answers are there at once, against a bare loop
// over one connection that executes the same statements and reads the rows.
func BenchmarkRun(b *testing.B) {
	a, d := benchHome(b), benchData(b, benchScale())
	if _, err := a.Build(b.Context(), d, BuildOptions{}); err != nil {
		b.Fatal(err)
	}
	questions, err := Questions(d.Domain, "")
	if err != nil {
		b.Fatal(err)
	}
	responses, err := goldResponses(d, questions, 1)
	if err != nil {
		b.Fatal(err)
	}
	open := func(context.Context, string, func() (map[llm.Cell]string, error)) (llm.Model, error) {
		return replay.FromMap("gold", responses), nil
	}
	var ours, floor time.Duration
	for b.Loop() {
		ours += timed(b, func(ctx context.Context) error {
			_, err := a.Run(ctx, d, RunOptions{Models: []string{"gold"}, Open: open, NoVerify: true})
			return err
		})
		floor += timed(b, func(ctx context.Context) error { return a.bareLoop(ctx, d, responses) })
	}
	report(b, ours, floor)
}

// bareLoop executes every response on its variant and reads all rows.
func (a *Appliance) bareLoop(ctx context.Context, d *Data, responses map[llm.Cell]string) error {
	conn, err := a.cluster.connect(ctx, d.Database)
	if err != nil {
		return err
	}
	defer closeQuietly(ctx, conn)
	for _, v := range d.Variants {
		if err := executeAll(ctx, conn, []string{"SET search_path = " + pgsql.QuoteIdent(v.Name)}); err != nil {
			return err
		}
		for cell, sql := range responses {
			if cell.Variant != v.Name {
				continue
			}
			if err := eachRow(ctx, conn, sql, nil, func([][]byte) {}); err != nil {
				return err
			}
		}
	}
	return nil
}

// BenchmarkVerify proves ten variants, against reading every view and every
// table of each once over as many connections.
func BenchmarkVerify(b *testing.B) {
	a, d := benchHome(b), benchData(b, benchScale())
	if _, err := a.Build(b.Context(), d, BuildOptions{}); err != nil {
		b.Fatal(err)
	}
	questions, err := Questions(d.Domain, "")
	if err != nil {
		b.Fatal(err)
	}
	var ours, floor time.Duration
	for b.Loop() {
		ours += timed(b, func(ctx context.Context) error {
			result, err := a.Verify(ctx, d, questions)
			if err == nil && !result.Holds {
				err = fmt.Errorf("not equivalent: %v", result.Differences)
			}
			return err
		})
		floor += timed(b, func(ctx context.Context) error { return a.readAll(ctx, d) })
	}
	report(b, ours, floor)
}

// readAll reads all views and tables once.
func (a *Appliance) readAll(ctx context.Context, d *Data) error {
	return eachWithConnection(ctx, a.cluster, d.Database, len(d.Variants), func(ctx context.Context, conn *pgx.Conn, i int) error {
		v := d.Variants[i]
		for _, view := range d.Source.Model().Views() {
			if err := eachRow(ctx, conn, viewSelect(v, view), nil, func([][]byte) {}); err != nil {
				return err
			}
		}
		for _, t := range v.Layout.Tables {
			if err := eachRow(ctx, conn, pgsql.TableSelect(t, v.Name), nil, func([][]byte) {}); err != nil {
				return err
			}
		}
		return nil
	})
}

func report(b *testing.B, ours, floor time.Duration) {
	b.Helper()
	b.ReportMetric(ours.Seconds()/float64(b.N), "ours-s")
	b.ReportMetric(floor.Seconds()/float64(b.N), "floor-s")
	b.ReportMetric(ours.Seconds()/floor.Seconds(), "ratio")
}
