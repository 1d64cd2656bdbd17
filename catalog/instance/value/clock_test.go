package value

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestEveryDayIsWrittenAsTheCalendarHasIt(t *testing.T) {
	for n := day(1, 1, 1); n <= day(9999, 12, 31); n++ {
		if got, want := dateText(n), time.Unix(n*secondsADay, 0).UTC().Format(time.DateOnly); got != want {
			t.Fatalf("day %d is %s, not %s", n, got, want)
		}
	}
}

func TestInstantsAreWrittenAsTheClockHasThem(t *testing.T) {
	first, last := day(1, 1, 1)*secondsADay, (day(9999, 12, 31)+1)*secondsADay-1
	instants := []int64{first, last, -1, 0, 1, -secondsADay, secondsADay - 1, secondsADay}
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		instants = append(instants, first+r.Int64N(last-first))
	}
	for _, n := range instants {
		if got, want := instantText(n), time.Unix(n, 0).UTC().Format(time.DateTime)+"+00"; got != want {
			t.Fatalf("second %d is %s, not %s", n, got, want)
		}
	}
}

func TestDecimalTexts(t *testing.T) {
	for _, c := range []struct {
		n     int64
		scale int
		want  string
	}{
		{0, 0, "0"}, {0, 2, "0.00"}, {5, 2, "0.05"}, {-5, 2, "-0.05"}, {-123, 2, "-1.23"}, {100, 2, "1.00"}, {7, 10, "0.0000000007"},
		{maxUnscaled, 17, "9.99999999999999999"}, {-maxUnscaled, 1, "-99999999999999999.9"}, {1, 40, "0.0000000000000000000000000000000000000001"},
	} {
		if got := decimal(c.n, c.scale); got != c.want {
			t.Errorf("%d with %d digits behind the point is %s, not %s", c.n, c.scale, got, c.want)
		}
	}
}
