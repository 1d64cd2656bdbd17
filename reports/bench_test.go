package reports

import (
	"io"
	"testing"
)

func BenchmarkHTML(b *testing.B) {
	in := oneModel()
	for b.Loop() {
		if err := HTML(io.Discard, in); err != nil {
			b.Fatal(err)
		}
	}
}
