package instance_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/catalog/instance"
)

func TestConstantsIn(t *testing.T) {
	got := instance.ConstantsIn([]string{"a > 3 AND b = 'it''s' AND c IN ('', 'x', 2.50)", "t1.b = 'x' LIMIT 50"})
	if diff := cmp.Diff([]string{"3", "it's", "x", "2.50", "50"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
