package appliance

import (
	"context"
	"time"

	"ercheck/appliance/sandbox"
)

const (
	surviveTries = 4
	survivePause = 300 * time.Millisecond // a server that was hit, and not killed, mends itself in less
)

// survive does work that may be done again from its beginning, and does so when
// our own server went away in its middle and could be started again. ctx ends the
// tries.
func survive[T any](ctx context.Context, a *Appliance, work func() (T, error)) (T, error) {
	for try := 1; ; try++ {
		result, err := work()
		if err == nil || try == surviveTries || !sandbox.Lost(err) || a.cluster == nil || a.cluster.server == nil {
			return result, err
		}
		a.options.Log("Postgres went away and is started again")
		if wait(ctx, survivePause) != nil || a.cluster.server.Restart(ctx) != nil {
			return result, err
		}
	}
}
