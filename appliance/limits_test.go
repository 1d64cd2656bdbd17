package appliance

import (
	"testing"

	"ercheck/appliance/sandbox"
)

// TestLimitsComeBackFromTheRecord, also where the platform has no cap on memory:
// then the record has none, and a resume is under the same settings again.
func TestLimitsComeBackFromTheRecord(t *testing.T) {
	limits := sandbox.Default()
	limits.MaxRows, limits.MemoryBytes = 7, 123<<20
	if got := limitsOf(settingsOf(3, limits, true)); got != limits {
		t.Errorf("%+v, want %+v", got, limits)
	}
	recorded := settingsOf(3, limits, false)
	again := limitsOf(recorded)
	if err := again.Validate(); err != nil || recorded.MemoryBytes != 0 {
		t.Errorf("%+v, %v", recorded, err)
	}
	if got := settingsOf(3, again, false); got != recorded {
		t.Errorf("a resume would have %+v, the run has %+v", got, recorded)
	}
}
