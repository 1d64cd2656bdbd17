package appliance

import (
	"testing"

	"ercheck/appliance/record"
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

// TestWhatChanged: what decides no answer is not named for what does.
func TestWhatChanged(t *testing.T) {
	before, now := &record.Run{Settings: settingsOf(8, sandbox.Default(), true)}, &record.Run{Settings: settingsOf(4, sandbox.Default(), true)}
	if settingsDigest(before, nil) != settingsDigest(now, nil) {
		t.Error("the number of cells at a time decides an answer")
	}
	if got := whatChanged(before, now); got != "a question or its gold query, or a prompt," {
		t.Errorf("%s changed, which is the same", got)
	}
	if now.Settings.MaxRows++; whatChanged(before, now) != "a limit of the sandbox" {
		t.Error("a limit changed, and is not named")
	}
}
