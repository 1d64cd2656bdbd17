package variants_test

import "testing"

// TestDescriptions compares each preset's description on the social model with a
// file.
func TestDescriptions(t *testing.T) {
	for _, v := range socialPresets(t) {
		t.Run(v.Name, func(t *testing.T) {
			golden(t, v.Name+".txt", v.Describe())
		})
	}
}
