package instance_test

import (
	"context"
	"runtime"
	"testing"

	"ercheck/catalog/instance"
)

// tinyDigest pins the data of social at scale tiny with seed 1. It may change
// only with the constant version of the package, or with the data section or the
// rankings of social.yaml; results recorded before cannot be compared then.
const tinyDigest = "59a10e2cc7e8341006a90c2d48ed87e2fa45bfb08d2dcd80fa6a9a6a5c3bf202"

func TestTheDataOfSocialIsPinned(t *testing.T) {
	if got := digestOf(t, generate(t, instance.Options{Scale: "tiny", Seed: 1})); got != tinyDigest {
		t.Errorf("the digest is %s, not %s", got, tinyDigest)
	}
}

func TestWorkersDoNotCount(t *testing.T) {
	want := ""
	for range 2 {
		for _, workers := range []int{1, 8} {
			g := generate(t, instance.Options{Scale: "demo", Seed: 3, Workers: workers})
			got, err := instance.InstanceDigest(context.Background(), g, workers)
			if err != nil {
				t.Fatal(err)
			}
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("with %d workers the digest is %s, not %s", workers, got, want)
			}
		}
	}
}

func TestWhatIdentityDependsOn(t *testing.T) {
	base := instance.Options{Scale: "tiny", Seed: 1}
	seen := map[string]instance.Options{}
	digests := map[string]bool{}
	for _, o := range []instance.Options{base, {Scale: "demo", Seed: 1}, {Scale: "2xtiny", Seed: 1}, {Scale: "tiny", Seed: 2},
		{Scale: "tiny", Seed: 1, Skew: "1"}, {Scale: "tiny", Seed: 1, Params: map[string]string{"null.CreatorAccount.bio": "0.5"}},
		{Scale: "tiny", Seed: 1, Params: map[string]string{"weight.Streamer.platform.Kick": "9"}}} {
		g := generate(t, o)
		id := g.Identity()
		if other, taken := seen[id]; taken || len(id) != 64 {
			t.Errorf("%+v and %+v have the identity %s", o, other, id)
		}
		seen[id] = o
		if d := digestOf(t, g); digests[d] {
			t.Errorf("%+v gives the data of another", o)
		} else {
			digests[d] = true
		}
	}
	d := social(t)
	without, err := instance.New(d.Model, d.Profile, base)
	if err != nil {
		t.Fatal(err)
	}
	if _, taken := seen[without.Identity()]; taken {
		t.Error("the rankings do not count")
	}
	if again := generate(t, instance.Options{Scale: "tiny", Seed: 1, Skew: "0.75", Workers: 4}); again.Identity() != generate(t, base).Identity() {
		t.Error("workers, or a skew that is the default, count")
	}
}

func TestScalePaperHasThePapersFigures(t *testing.T) {
	g := generate(t, instance.Options{Scale: "paper", Seed: 1})
	m := g.Model()
	for name, want := range map[string]int64{"CreatorAccount": 2843, "Streamer": 1480, "Account": 10000} {
		if got := g.Members(m.EntityType(name)); got != want {
			t.Errorf("%d %s, want %d", got, name, want)
		}
	}
	if got := g.Count(m.EntityType("LiveContent")); got != 2000 {
		t.Errorf("%d live contents are no live streams, want 2000", got)
	}
	rows := int64(0)
	for _, v := range m.Views() {
		sum, err := instance.Digest(context.Background(), g, v)
		if err != nil {
			t.Fatal(err)
		}
		rows += sum.Rows()
	}
	if rows > 260_000 {
		t.Errorf("%d rows: ten variants would take long", rows)
	}
}

func TestCancelEndsTheStream(t *testing.T) {
	g := generate(t, instance.Options{Scale: "tiny", Seed: 1})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, err := range g.Entities(ctx, g.Model().EntityType("Clip"), 0) {
		if err == nil {
			t.Fatal("an entity comes")
		}
	}
	for _, err := range g.Links(ctx, g.Model().Relationship("viewed"), 0) {
		if err == nil {
			t.Fatal("a link comes")
		}
	}
	if _, err := instance.InstanceDigest(ctx, g, 2); err == nil {
		t.Error("a digest comes")
	}
}

// TestMemoryDoesNotGrowWithTheRows reads ten times as much and looks at what
// stays: tables of ranks, not entities.
func TestMemoryDoesNotGrowWithTheRows(t *testing.T) {
	kept := func(scale string) uint64 {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		g := generate(t, instance.Options{Scale: scale, Seed: 1})
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(g)
		return max(after.HeapAlloc, before.HeapAlloc) - before.HeapAlloc
	}
	kept("tiny") // what is made once
	small, large := kept("demo"), kept("20xdemo")
	t.Logf("demo keeps %d bytes, 20xdemo %d", small, large)
	if large > small+2<<20 {
		t.Errorf("20 times the data keep %d bytes more", large-small)
	}
}
