package history

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
)

// BenchmarkSave stores cells with prompts of two kilobytes. The floor is
// BenchmarkBareInsert: one row of the same bytes in a table without digests,
// compression, or anything to look up, with the same durability.
func BenchmarkSave(b *testing.B) {
	h := newHistory(b)
	r := newRun(10, 15)
	claim := create(b, h, r)
	b.ResetTimer()
	for i := range b.N {
		c := newCell(r, i%10, i/10%15)
		c.Repeat = i
		if _, err := claim.Save(context.Background(), c, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBareInsert(b *testing.B) {
	db := openPool(filepath.Join(b.TempDir(), "bare.db"), 1, false)
	defer db.Close()
	if _, err := db.Exec(`CREATE TABLE t (id INTEGER PRIMARY KEY, prompt TEXT, response TEXT, sql TEXT, doc TEXT)`); err != nil {
		b.Fatal(err)
	}
	r := newRun(10, 15)
	b.ResetTimer()
	for i := range b.N {
		c := newCell(r, i%10, i/10%15)
		bareInsert(b, db, i, c.Prompt, c.Response, c.SQL)
	}
}

func bareInsert(b *testing.B, db *sql.DB, i int, prompt, response, query string) {
	if _, err := db.Exec(`INSERT INTO t VALUES (?, ?, ?, ?, ?)`, i, prompt, response, query, fmt.Sprintf("%0400d", i)); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkCells reads 150 cells back, verified.
func BenchmarkCells(b *testing.B) {
	h := newHistory(b)
	r := newRun(10, 15)
	claim := create(b, h, r)
	for v := range 10 {
		for q := range 15 {
			save(b, claim, newCell(r, v, q))
		}
	}
	b.ResetTimer()
	for range b.N {
		if n := len(cellsOf(b, h, claim.ID())); n != 150 {
			b.Fatal(n)
		}
	}
}

// BenchmarkOpen opens a history of one run.
func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "history.db")
	for range b.N {
		h, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		if err := h.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
