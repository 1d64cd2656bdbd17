package appliance

import (
	"context"

	"ercheck/appliance/record"
	"ercheck/appliance/sandbox"
)

// settings are the options of a run as its record has them: the limits that hold
// on this server, not those that were asked for.
func (a *Appliance) settings(ctx context.Context, o RunOptions) (record.Settings, error) {
	pool, err := sandbox.Open(ctx, sandbox.Config{URL: a.cluster.url, Limits: o.Limits})
	if err != nil {
		return record.Settings{}, err
	}
	defer pool.Close()
	return settingsOf(o.Concurrency, o.Limits, pool.MemoryCap()), nil
}

func settingsOf(concurrency int, l sandbox.Limits, memoryCap bool) record.Settings {
	s := record.Settings{
		Concurrency: concurrency, Timeout: l.Timeout, MaxRows: l.MaxRows, MaxBytes: l.MaxBytes, MaxValue: l.MaxValue,
		TempBytes: l.TempBytes, WorkMem: l.WorkMem,
	}
	if memoryCap {
		s.MemoryBytes = l.MemoryBytes
	}
	return s
}

// limitsOf are the limits of a run that is recorded. Memory that was not limited
// has the default, which a platform without a cap ignores again.
func limitsOf(s record.Settings) sandbox.Limits {
	l := sandbox.Limits{
		Timeout: s.Timeout, MaxRows: s.MaxRows, MaxBytes: s.MaxBytes, MaxValue: s.MaxValue,
		TempBytes: s.TempBytes, MemoryBytes: s.MemoryBytes, WorkMem: s.WorkMem,
	}
	if l.MemoryBytes == 0 {
		l.MemoryBytes = sandbox.Default().MemoryBytes
	}
	return l
}
