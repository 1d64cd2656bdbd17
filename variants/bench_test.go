package variants_test

import (
	"context"
	"testing"

	"ercheck/variants/pgsql"
	"ercheck/variants/varianttest"
)

// BenchmarkRows writes all rows of a variant as COPY's text; ns/row is
// the figure to compare with what a row costs the server.
func BenchmarkRows(b *testing.B) {
	ctx := context.Background()
	all := socialPresets(b)
	src := varianttest.Instance(all[0].Layout.Model, 3, 200)
	for _, i := range []int{0, 1, 4} {
		v := all[i]
		order := v.Order()
		b.Run(v.Name, func(b *testing.B) {
			rows := 0
			for b.Loop() {
				rows = 0
				var line []byte
				for _, t := range v.Layout.Tables {
					for row, err := range v.Layout.Rows(ctx, t.Table, src, order) {
						if err != nil {
							b.Fatal(err)
						}
						line = pgsql.AppendCopy(line[:0], row)
						rows++
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows), "ns/row")
		})
	}
}
