package instance_test

import (
	"context"
	"testing"

	"ercheck/catalog/instance"
)

func BenchmarkDigest(b *testing.B) {
	g := generate(b, instance.Options{Scale: "paper", Seed: 1})
	for b.Loop() {
		if _, err := instance.InstanceDigest(context.Background(), g, 1); err != nil {
			b.Fatal(err)
		}
	}
}
