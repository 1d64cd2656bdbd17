package chance

import (
	"testing"
)

func TestPermutationIsABijectionWithItsInverse(t *testing.T) {
	for _, n := range []int64{0, 1, 2, 3, 4, 5, 7, 16, 17, 100, 1023, 5000} {
		p := NewKey(7, "p").Permutation(n)
		seen := make([]bool, n)
		fixed := 0
		for i := range n {
			x := p.At(i)
			if x < 0 || x >= n || seen[x] {
				t.Fatalf("n=%d: %d goes to %d, which is outside or taken", n, i, x)
			}
			seen[x] = true
			if p.Of(x) != i {
				t.Fatalf("n=%d: Of(At(%d)) = %d", n, i, p.Of(x))
			}
			if x == i {
				fixed++
			}
		}
		if n >= 100 && fixed > 10 {
			t.Errorf("n=%d: %d of the numbers stay where they are", n, fixed)
		}
	}
}

func TestPermutationsOfSmallSetsAreAllReached(t *testing.T) {
	seen := map[[3]int64]int{}
	for seed := range uint64(3000) {
		p := NewKey(seed).Permutation(3)
		seen[[3]int64{p.At(0), p.At(1), p.At(2)}]++
	}
	for order, n := range seen {
		if n < 250 {
			t.Errorf("order %v came %d times of 3000", order, n)
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d orders of 6", len(seen))
	}
}

func TestDistributionsKeepTheirMeanAndBounds(t *testing.T) {
	const n = 20000
	for _, s := range []Shape{
		{Fixed, 3 * Million, 0, 100}, {Fixed, 2_600_000, 0, 100}, {Uniform, 3 * Million, 1, 100},
		{Poisson, 2_500_000, 0, 100}, {Poisson, 900 * Million, 0, 5000}, {Geometric, 2_500_000, 1, 1000},
		{Geometric, 500_000, 0, 1000}, {Poisson, 4 * Million, 0, 4}, {ZipfKind, 4 * Million, 1, 30}, {Poisson, 0, 0, 5},
	} {
		d := s.New(4)
		stream := NewKey(1, "d").At(0)
		sum := int64(0)
		for range n {
			x := d.Draw(&stream)
			if x < s.Min || x > s.Max {
				t.Fatalf("%+v drew %d", s, x)
			}
			sum += x
		}
		drawn := sum * Million / n
		if diff := drawn - d.Mean(); diff > d.Mean()/20+20000 || diff < -d.Mean()/20-20000 {
			t.Errorf("%+v: drew a mean of %d, expected %d millionths", s, drawn, d.Mean())
		}
		if s.Max >= 100 && s.Kind != ZipfKind && s.Kind != Fixed {
			if diff := d.Mean() - s.Mean; diff > 20 || diff < -20-s.Mean/1000 {
				t.Errorf("%+v has mean %d", s, d.Mean())
			}
		}
	}
}

func TestZipfWeights(t *testing.T) {
	for quarters, want := range map[int]uint64{0: 1 << 32, 1: 1 << 31, 2: 1 << 30, 3: 1 << 29, 4: 1 << 28, 6: 1 << 26, 8: 1 << 24} {
		if got := weight(quarters, 16); got != want {
			t.Errorf("weight of rank 16 with exponent %s is %d, want %d", FormatSkew(quarters), got, want)
		}
	}
	for _, x := range []uint64{1, 2, 3, 4, 8, 9, 99, 1<<62 - 1, 1 << 62, 1<<64 - 1} {
		if r := root(x); r*r > x || (r < 1<<32-1 && (r+1)*(r+1) <= x) {
			t.Errorf("root(%d) = %d", x, r)
		}
	}
}

func TestZipfDrawsAndDealsOutByWeight(t *testing.T) {
	for quarters := range MaxSkew + 1 {
		z := NewZipf(quarters, 50)
		stream := NewKey(1).At(int64(quarters))
		counts := make([]int64, 50)
		for range 100000 {
			counts[z.Draw(&stream, 50)]++
		}
		if z.Before(0, 50, 100000) != 0 || z.Before(50, 50, 100000) != 100000 {
			t.Error("not everything is dealt out")
		}
		for r := range int64(50) {
			dealt := z.Before(r+1, 50, 100000) - z.Before(r, 50, 100000)
			if diff := dealt - counts[r]; diff*diff > 25*(dealt+4) {
				t.Errorf("exponent %s, rank %d: drawn %d, dealt %d", FormatSkew(quarters), r, counts[r], dealt)
			}
		}
	}
}

func TestParseSkew(t *testing.T) {
	for text, want := range map[string]int{"0": 0, "0.25": 1, ".5": 2, "0.50": 2, "1": 4, "1.0": 4, "1.75": 7, "2": 8, "2.00": 8} {
		if got, err := ParseSkew(text); err != nil || got != want {
			t.Errorf("ParseSkew(%q) = %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", ".", "0.3", "2.25", "-1", "1e0", "NaN", "3", "0.755"} {
		if _, err := ParseSkew(text); err == nil {
			t.Errorf("ParseSkew(%q) is accepted", text)
		}
	}
	for q := range MaxSkew + 1 {
		if got, err := ParseSkew(FormatSkew(q)); err != nil || got != q {
			t.Errorf("%d does not come back from %q", q, FormatSkew(q))
		}
	}
}

func TestKeysAreIndependent(t *testing.T) {
	a, b, c := NewKey(1, "ab", "c").At(5), NewKey(1, "a", "bc").At(5), NewKey(2, "ab", "c").At(5)
	x, y, z := a.Uint64(), b.Uint64(), c.Uint64()
	if x == y || x == z || y == z {
		t.Error("different keys draw the same")
	}
	again := NewKey(1, "ab", "c").At(5)
	if again.Uint64() != x {
		t.Error("the same key draws something else")
	}
}
