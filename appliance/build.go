package appliance

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"ercheck/appliance/builder"
	"ercheck/appliance/sandbox"
	"ercheck/catalog/digest"
	"ercheck/variants"
)

// BuildOptions say how to store the data.
type BuildOptions struct {
	Fresh bool // store again what is there already
}

// BuildResult says what is stored now.
type BuildResult struct {
	Domain   string         `json:"domain"`
	Scale    string         `json:"scale"`
	Seed     uint64         `json:"seed"`
	Database string         `json:"database"`
	Entities int64          `json:"entities"`
	Links    int64          `json:"links"`
	Variants []BuiltVariant `json:"variants"`
	Seconds  float64        `json:"seconds"`
}

// BuiltVariant is one stored variant.
type BuiltVariant struct {
	Name    string  `json:"name"`
	Schema  string  `json:"schema"`
	Tables  int     `json:"tables"`
	Rows    int64   `json:"rows"`
	Seconds float64 `json:"seconds"`
	Reused  bool    `json:"reused,omitempty"` // it was complete already
}

// Build stores the chosen variants that are not complete yet. It survives a
// server that is killed meanwhile.
func (a *Appliance) Build(ctx context.Context, d *Data, o BuildOptions) (BuildResult, error) {
	return survive(ctx, a, func() (BuildResult, error) { return a.build(ctx, d, o) })
}

func (a *Appliance) build(ctx context.Context, d *Data, o BuildOptions) (BuildResult, error) {
	began := time.Now()
	c, err := a.openCluster(ctx)
	if err != nil {
		return BuildResult{}, err
	}
	unlock, err := lockInstance(ctx, c, d, o.Fresh)
	if err != nil {
		return BuildResult{}, err
	}
	defer unlock()
	if err := a.openDatabase(ctx, c, d, o.Fresh); err != nil {
		return BuildResult{}, err
	}
	links, err := countLinks(ctx, d.Source)
	if err != nil {
		return BuildResult{}, err
	}
	result := BuildResult{
		Domain: d.Domain.Name, Scale: d.Scale, Seed: d.options.Seed, Database: d.Database,
		Entities: countEntities(d.Source), Links: links, Variants: make([]BuiltVariant, len(d.Variants)),
	}
	if err := a.buildVariants(ctx, c, d, result.Variants); err != nil {
		return BuildResult{}, err
	}
	result.Seconds = time.Since(began).Seconds()
	return result, nil
}

// lockInstance waits until no process drops the instance's database, or, to drop
// it, until none builds in it. The lock goes with its session, and so with a
// process that is killed.
func lockInstance(ctx context.Context, c *cluster, d *Data, alone bool) (unlock func(), err error) {
	conn, err := c.connect(ctx, adminDatabase)
	if err != nil {
		return nil, err
	}
	lock := "pg_advisory_lock_shared"
	if alone {
		lock = "pg_advisory_lock"
	}
	if _, err := conn.Exec(ctx, "SELECT "+lock+"(hashtextextended($1, 0))", d.Database); err != nil {
		closeQuietly(ctx, conn)
		return nil, err
	}
	return func() { closeQuietly(ctx, conn) }, nil
}

// openDatabase makes the instance's database where it is missing; fresh drops
// it first.
func (a *Appliance) openDatabase(ctx context.Context, c *cluster, d *Data, fresh bool) error {
	admin := c.url(adminDatabase)
	if fresh {
		if err := sandbox.DropDatabase(ctx, admin, d.Database); err != nil {
			return err
		}
	}
	exists, err := sandbox.DatabaseExists(ctx, admin, d.Database)
	if err == nil && !exists {
		err = a.space()
	}
	if err != nil {
		return err
	}
	return sandbox.EnsureDatabase(ctx, admin, d.Database)
}

const adminDatabase = "postgres"

// buildVariants stores them with as many connections as processors.
func (a *Appliance) buildVariants(ctx context.Context, c *cluster, d *Data, built []BuiltVariant) error {
	var done atomic.Int64
	total := int64(len(d.Variants))
	return eachWithConnection(ctx, c, d.Database, len(d.Variants), func(ctx context.Context, conn *pgx.Conn, i int) error {
		v := d.Variants[i]
		result, err := a.buildVariant(ctx, c, conn, d, v)
		if err != nil {
			return fmt.Errorf("build variant %s: %w", v.Name, err)
		}
		built[i] = result
		a.progress(Progress{Stage: "build", Done: done.Add(1), Total: total, Note: v.Name})
		return nil
	})
}

// buildVariant stores one variant unless its stamp says that it is complete.
func (a *Appliance) buildVariant(ctx context.Context, c *cluster, conn *pgx.Conn, d *Data, v variants.Variant) (BuiltVariant, error) {
	began := time.Now()
	t := target(c, d, v)
	stamp, err := builder.Stamp(ctx, conn, t.ViewSchema)
	if err != nil {
		return BuiltVariant{}, err
	}
	result := BuiltVariant{Name: v.Name, Schema: t.Schema}
	if stamp == t.Stamp {
		counted, err := builder.Count(ctx, conn, t)
		result.Tables, result.Rows, result.Reused = counted.Tables, counted.Rows, true
		return result, err
	}
	if err := a.space(); err != nil {
		return BuiltVariant{}, err
	}
	stored, err := builder.Build(ctx, conn, d.Source, t, func(int64) {})
	if err != nil {
		return BuiltVariant{}, err
	}
	result.Tables, result.Rows, result.Seconds = stored.Tables, stored.Rows, time.Since(began).Seconds()
	return result, nil
}

func target(c *cluster, d *Data, v variants.Variant) builder.Target {
	return builder.Target{
		Variant: v, Schema: v.Name, ViewSchema: viewSchema(v.Name),
		Stamp:  digest.OfTexts("build 1", d.Identity, v.SchemaDigest()),
		Grants: sandbox.Grant(c.role(d, v.Name), sandbox.Default()),
	}
}

// eachWithConnection calls do for 0 … n-1 over a few connections, until one
// fails.
func eachWithConnection(ctx context.Context, c *cluster, database string, n int,
	do func(ctx context.Context, conn *pgx.Conn, i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	next := make(chan int)
	group.Go(func() error {
		defer close(next)
		for i := range n {
			select {
			case next <- i:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() error {
			conn, err := c.connect(ctx, database)
			if err != nil {
				return err
			}
			defer closeQuietly(ctx, conn)
			for i := range next {
				if err := do(ctx, conn, i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// closeQuietly ends a session; what could fail then is of no interest any more.
func closeQuietly(ctx context.Context, conn *pgx.Conn) {
	_ = conn.Close(context.WithoutCancel(ctx))
}
