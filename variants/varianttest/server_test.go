package varianttest_test

import (
	"context"
	"io"
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"pgregory.net/rapid"

	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
	"ercheck/pgembed/pgtest"
	"ercheck/variants"
	"ercheck/variants/shred"
	"ercheck/variants/varianttest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// connection is a varianttest.Database over one connection.
type connection struct{ *pgconn.PgConn }

func connect(t *testing.T) connection {
	t.Helper()
	ctx := context.Background()
	config, err := pgconn.ParseConfig(pgtest.URL(t, pgtest.Database(t)))
	if err != nil {
		t.Fatal(err)
	}
	config.RuntimeParams = map[string]string{"timezone": "UTC", "datestyle": "ISO", "search_path": ""}
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(ctx) })
	return connection{conn}
}

func (c connection) Exec(ctx context.Context, sql string) error {
	_, err := c.PgConn.Exec(ctx, sql).ReadAll()
	return err
}

func (c connection) CopyFrom(ctx context.Context, sql string, rows io.Reader) error {
	_, err := c.PgConn.CopyFrom(ctx, rows, sql)
	return err
}

func (c connection) Query(ctx context.Context, sql string) iter.Seq2[[]shred.Cell, error] {
	return func(yield func([]shred.Cell, error) bool) {
		result := c.ExecParams(ctx, sql, nil, nil, nil, nil)
		for result.NextRow() {
			var row []shred.Cell
			for _, value := range result.Values() {
				row = append(row, shred.Cell{Null: value == nil, Text: string(value)})
			}
			if !yield(row, nil) {
				break
			}
		}
		if _, err := result.Close(); err != nil {
			yield(nil, err)
		}
	}
}

// TestProve: on the server the same holds as in TestReadBack, every E/R view
// equals the instance, every table its table query and the catalogue the plan;
// and whatever is then changed in a table is found.
func TestProve(t *testing.T) {
	db := connect(t)
	rapid.Check(t, func(t *rapid.T) {
		m, err := er.New(ertest.Spec(t))
		if err != nil {
			t.Fatal(err)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		v, err := variants.New(m, "", varianttest.Choices(m, seed))
		if err != nil {
			t.Fatal(err)
		}
		prove(t, db, v, seed)
	})
}

// corruptions is how many are tried on each random variant.
const corruptions = 3

func prove(t *rapid.T, db connection, v variants.Variant, seed uint64) {
	ctx := context.Background()
	defer func() { // on a failure too, which is tried again
		if err := varianttest.Drop(ctx, db, v); err != nil {
			t.Error(err)
		}
	}()
	src := varianttest.Instance(v.Layout.Model, seed, 6)
	if err := varianttest.Prove(ctx, db, v, src); err != nil {
		t.Errorf("%v\nchoices %v\n%s", err, v.Choices.Map(), v.Dump())
	} else {
		refuseUnknownTypes(t, db, v)
		r := rand.New(rand.NewPCG(seed, 3))
		for range corruptions {
			corruptStored(t, db, v, src, r)
		}
		misplace(t, db, v, src, r)
	}
}
