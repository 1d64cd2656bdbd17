package relation_test

import (
	"strings"
	"testing"

	"ercheck/variants/relation"
)

func TestNames(t *testing.T) {
	long := strings.Repeat("a", 70)
	names := relation.NewNames(relation.TableName)
	for _, test := range []struct {
		candidates []string
		want       string
	}{
		{[]string{"a"}, "a"}, {[]string{"a", "b"}, "b"}, {[]string{"a", "b"}, "b_2"}, {[]string{"b"}, "b_3"},
		{[]string{"A"}, "A_2"}, {[]string{"C"}, "C"}, {[]string{"c"}, "c_2"}, {[]string{"pg_class"}, "_pg_class"}, {[]string{"pg_class"}, "_pg_class_2"},
		{[]string{long}, relation.Identifier(long)}, {[]string{long}, relation.Identifier(long + "_2")},
	} {
		if got := names.Take(test.candidates...); got != test.want {
			t.Errorf("%q: %s, not %s", test.candidates, got, test.want)
		}
	}
	if got := relation.NewNames(relation.ColumnName).Take("xmin"); got != "xmin_" {
		t.Errorf("a hidden column's name became %s", got)
	}
}
