package through

import (
	"context"
	"time"

	"golang.org/x/time/rate"
)

// meter keeps events below so many in any minute. nil measures nothing.
type meter struct{ limiter *rate.Limiter }

// newMeter makes one; perMinute ≤ 0 gives nil. Of the limit a twentieth may come
// at once and the rest evenly, so that no window of a minute, wherever it begins,
// has more than the limit.
func newMeter(perMinute int) *meter {
	if perMinute <= 0 {
		return nil
	}
	burst := max(1, perMinute/20)
	return &meter{rate.NewLimiter(rate.Limit(float64(perMinute-burst+1)/60), burst)}
}

// wait until n more are allowed. More than a burst is taken in parts.
func (m *meter) wait(ctx context.Context, c *counters, n int) error {
	if m == nil {
		return nil
	}
	for n > 0 {
		part := min(n, m.limiter.Burst())
		r := m.limiter.ReserveN(time.Now(), part)
		if err := c.wait(ctx, r.Delay()); err != nil {
			r.Cancel()
			return err
		}
		n -= part
	}
	return ctx.Err()
}

// add counts n that happened already: those that follow wait for it.
func (m *meter) add(n int) {
	if m == nil {
		return
	}
	for now := time.Now(); n > 0; n -= m.limiter.Burst() {
		m.limiter.ReserveN(now, min(n, m.limiter.Burst()))
	}
}
