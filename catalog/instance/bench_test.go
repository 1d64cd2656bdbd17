package instance_test

import (
	"context"
	"fmt"
	"io"
	"testing"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
)

// BenchmarkNew is what has to be done before the first entity: tables of ranks,
// and links looked through for ties.
func BenchmarkNew(b *testing.B) {
	d := social(b)
	for _, scale := range []string{"demo", "paper"} {
		b.Run(scale, func(b *testing.B) {
			for b.Loop() {
				if _, err := instance.New(d.Model, d.Profile, instance.Options{Scale: scale, Seed: 1, Rankings: d.cuts, Workers: 2}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// held is the instance in memory: the floor, to which making it is compared.
func held(b *testing.B, g *instance.Generator) *instance.Memory {
	m := instance.NewMemory(g.Model())
	for _, t := range g.Model().EntityTypes {
		for e, err := range g.Entities(context.Background(), t, 0) {
			if err != nil {
				b.Fatal(err)
			}
			m.AddEntity(e.Clone())
		}
	}
	for _, r := range g.Model().Relationships {
		for l, err := range g.Links(context.Background(), r, 0) {
			if err != nil {
				b.Fatal(err)
			}
			m.AddLink(l.Clone())
		}
	}
	return m
}

// sources are the generator and the same instance from memory.
func sources(b *testing.B) map[string]instance.Source {
	g := generate(b, instance.Options{Scale: "paper", Seed: 1})
	return map[string]instance.Source{"made": g, "from memory": held(b, g)}
}

func BenchmarkEntities(b *testing.B) {
	for name, src := range sources(b) {
		for _, order := range []uint64{0, 1} {
			b.Run(fmt.Sprintf("%s, order %d", name, order), func(b *testing.B) {
				n := 0
				for b.Loop() {
					for _, t := range src.Model().EntityTypes {
						for _, err := range src.Entities(context.Background(), t, order) {
							if err != nil {
								b.Fatal(err)
							}
							n++
						}
					}
				}
				b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "entities/s")
			})
		}
	}
}

func BenchmarkLinks(b *testing.B) {
	for name, src := range sources(b) {
		b.Run(name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				for _, r := range src.Model().Relationships {
					for _, err := range src.Links(context.Background(), r, 0) {
						if err != nil {
							b.Fatal(err)
						}
						n++
					}
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "links/s")
		})
	}
}

// BenchmarkRows reads the rows of all E/R views without hashing them.
func BenchmarkRows(b *testing.B) {
	for name, src := range sources(b) {
		b.Run(name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				for _, v := range src.Model().Views() {
					n += countRows(b, src, v)
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

func countRows(b *testing.B, src instance.Source, v er.View) int {
	n := 0
	for _, err := range instance.Rows(context.Background(), src, v) {
		if err != nil {
			b.Fatal(err)
		}
		n++
	}
	return n
}

func BenchmarkDigest(b *testing.B) {
	for name, src := range sources(b) {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s, %d workers", name, workers), func(b *testing.B) {
				for b.Loop() {
					if _, err := instance.InstanceDigest(context.Background(), src, workers); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkWriteJSONL(b *testing.B) {
	for name, src := range sources(b) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := instance.WriteJSONL(context.Background(), io.Discard, src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
