package main

import (
	"testing"
	"time"

	"ercheck/appliance"
)

func TestTimeLeftGoesOnAtTheRateOfThisCall(t *testing.T) {
	for _, c := range []struct {
		p    appliance.Progress
		took time.Duration
		want time.Duration
	}{
		{appliance.Progress{Done: 10, Total: 40}, 10 * time.Second, 30 * time.Second},
		{appliance.Progress{Done: 110, Before: 100, Total: 140}, 10 * time.Second, 30 * time.Second}, // resumed
		{appliance.Progress{Done: 100, Before: 100, Total: 140}, 10 * time.Second, 0},
		{appliance.Progress{Done: 10}, 10 * time.Second, 0},
		{appliance.Progress{Done: 10, Total: 40}, time.Second / 2, 0},
	} {
		if got := timeLeft(c.p, c.took); got != c.want {
			t.Errorf("%+v after %v: %v, want %v", c.p, c.took, got, c.want)
		}
	}
}
