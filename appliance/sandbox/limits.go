package sandbox

import (
	"fmt"
	"time"
)

// Limits bound what one statement may take.
type Limits struct {
	Timeout     time.Duration // on the server, from 1 ms to 24 days; the client gives up Grace later
	MaxRows     int64         // rows of the result, from 1
	MaxBytes    int64         // bytes of all values of the result, from 1
	MaxValue    int64         // bytes of one value, and of one row with all its values, to 1 GB
	TempBytes   int64         // temporary files of a backend on disk, from 0; whole kB
	MemoryBytes int64         // data segment of a backend, at least MinMemory; see Pool.MemoryCap
	WorkMem     int64         // memory of one sort, and half that of one hash table; whole kB, from 64 kB
}

// MinMemory is what a backend needs to answer at all, in bytes.
const MinMemory = 64 << 20

// Grace is how long after Limits.Timeout the client stops waiting and has the
// backend terminated. The server's own timeout strikes first unless the backend
// cannot be interrupted.
const Grace = 2 * time.Second

// Default are limits that suit a laptop.
func Default() Limits {
	return Limits{
		Timeout:     30 * time.Second,
		MaxRows:     1_000_000,
		MaxBytes:    256 << 20,
		MaxValue:    16 << 20,
		TempBytes:   512 << 20,
		MemoryBytes: 1 << 30,
		WorkMem:     16 << 20,
	}
}

// Validate says which limit is out of its range.
func (l Limits) Validate() error {
	const gigabyte = 1 << 30
	for _, c := range []struct {
		name            string
		value, min, max int64
	}{
		{"timeout in ms", l.Timeout.Milliseconds(), 1, 1<<31 - 1},
		{"rows", l.MaxRows, 1, 1 << 50},
		{"bytes", l.MaxBytes, 1, 1 << 50},
		{"bytes of a value", l.MaxValue, 1, gigabyte - messageRoom},
		{"temporary kB", l.TempBytes >> 10, 0, 1<<31 - 1},
		{"memory in bytes", l.MemoryBytes, MinMemory, 1 << 50},
		{"work memory in kB", l.WorkMem >> 10, 64, 1<<31 - 1},
	} {
		if c.value < c.min || c.value > c.max {
			return fmt.Errorf("the limit of %s is %d; it must be from %d to %d", c.name, c.value, c.min, c.max)
		}
	}
	if (l.TempBytes|l.WorkMem)%1024 != 0 {
		return fmt.Errorf("temporary space and work memory are whole kB, not %d and %d bytes", l.TempBytes, l.WorkMem)
	}
	return nil
}
