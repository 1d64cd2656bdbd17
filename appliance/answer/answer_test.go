package answer

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ercheck/catalog/digest"
)

// table is an answer of text columns.
func table(width int, rows ...[]string) *Answer {
	columns := make([]Column, width)
	for i := range columns {
		columns[i] = Column{Name: fmt.Sprintf("c%d", i), Type: "text"}
	}
	a := New(columns, DefaultKeep())
	for _, row := range rows {
		raw := make([][]byte, len(row))
		for i, v := range row {
			raw[i] = []byte(v)
		}
		a.Add(raw)
	}
	return a
}

func TestWhatCounts(t *testing.T) {
	base := table(2, []string{"a", "b"}, []string{"c", "d"}, []string{"c", "d"})
	for _, c := range []struct {
		name  string
		other *Answer
		want  bool
	}{
		{"row order", table(2, []string{"c", "d"}, []string{"a", "b"}, []string{"c", "d"}), true},
		{"duplicates", table(2, []string{"a", "b"}, []string{"c", "d"}), false},
		{"which row is double", table(2, []string{"a", "b"}, []string{"a", "b"}, []string{"c", "d"}), false},
		{"column order", table(2, []string{"b", "a"}, []string{"d", "c"}, []string{"d", "c"}), false},
		{"width", table(3, []string{"a", "b", ""}, []string{"c", "d", ""}, []string{"c", "d", ""}), false},
		{"cuts between values", table(2, []string{"ab", ""}, []string{"cd", ""}, []string{"cd", ""}), false},
		{"values swapped between rows", table(2, []string{"a", "d"}, []string{"c", "b"}, []string{"c", "d"}), false},
	} {
		for _, mode := range []Mode{Paper, Typed} {
			if got := Equal(base, c.other, mode); got != c.want {
				t.Errorf("%s: equal in %s is %v", c.name, mode, got)
			}
		}
	}
}

func TestEmptyAnswersAgree(t *testing.T) {
	if !Equal(table(1), table(2), Paper) || !Equal(table(1), table(0), Typed) {
		t.Error("two empty answers differ")
	}
	if Equal(table(0), table(0, []string{}), Paper) {
		t.Error("no row equals a row without columns")
	}
}

func TestUnknownModeAgreesWithNothing(t *testing.T) {
	if a := table(1); Equal(a, a, "papr") {
		t.Error("a misspelt mode makes answers equal")
	}
}

func TestNamesDoNotCount(t *testing.T) {
	a, b := New([]Column{{"n", "int4"}}, Keep{}), New([]Column{{"count", "int8"}}, Keep{})
	a.Add([][]byte{[]byte("7")})
	b.Add([][]byte{[]byte("7")})
	if !Equal(a, b, Paper) || !Equal(a, b, Typed) {
		t.Error("answers that differ by column name only are not equal")
	}
}

// TestShortAndLongRows: a server never sends them, but nothing is lost in
// silence if one did.
func TestShortAndLongRows(t *testing.T) {
	short, long, full := table(2, []string{"a"}), table(2, []string{"a", "b", "c"}), table(2, []string{"a", "b"})
	if Equal(short, full, Paper) || Equal(long, full, Paper) {
		t.Error("a row of another width equals a full one")
	}
}

func TestKeep(t *testing.T) {
	a := New([]Column{{"a", "text"}, {"b", "int4"}}, Keep{Rows: 2, Bytes: 100})
	a.Add([][]byte{[]byte("x"), nil})
	a.Add([][]byte{[]byte(strings.Repeat("ä", 20)), []byte("2")})
	a.Add([][]byte{[]byte("z"), []byte("3")})
	rows := a.Rows()
	if len(rows) != 2 || *rows[0][0] != "x" || rows[0][1] != nil {
		t.Fatalf("kept %v", rows)
	}
	if got, want := *rows[1][0], strings.Repeat("ä", 12)+"… (40 bytes)"; got != want {
		t.Errorf("a long value is kept as %q, want %q", got, want)
	}
	if a.RowCount() != 3 {
		t.Errorf("%d rows counted", a.RowCount())
	}
}

func TestKeepStopsAtItsBytes(t *testing.T) {
	a := New([]Column{{"a", "text"}}, Keep{Rows: 200, Bytes: 1000})
	for range 200 {
		a.Add([][]byte{[]byte(strings.Repeat("x", 240))})
	}
	if len(a.Rows()) != 4 {
		t.Errorf("kept %d rows of 240 bytes in 1000", len(a.Rows()))
	}
}

// TestRowsMayBeReused: the caller's buffer changes after Add.
func TestRowsMayBeReused(t *testing.T) {
	a := New([]Column{{"a", "text"}}, DefaultKeep())
	buf := []byte("first")
	a.Add([][]byte{buf})
	before := a.Digest(Paper)
	copy(buf, "other")
	if *a.Rows()[0][0] != "first" || a.Digest(Paper) != before {
		t.Error("the answer holds the caller's memory")
	}
}

// TestNestedValuesStayCheap: a megabyte nested as deep as it is read takes well
// under a second, whatever the depth.
func TestNestedValuesStayCheap(t *testing.T) {
	deep := maxJSONDepth - 1
	huge := strings.Repeat(`[1,`, deep) + `"` + strings.Repeat("x", 1<<20) + `"` + strings.Repeat("]", deep)
	twice := strings.Repeat(`{"a":1,"a":`, deep) + `"` + strings.Repeat("x", 1<<20) + `"` + strings.Repeat("}", deep)
	for _, raw := range []string{huge, twice, strings.Repeat("[", 1<<20), strings.Repeat(`{"a":`, 1<<18)} {
		value("json", raw)
	}
}

func TestTypeNamesAreKnown(t *testing.T) {
	for oid, want := range map[uint32]string{23: "int4", 1009: "_text", 3802: "jsonb", 1700: "numeric", 99999: ""} {
		if got := TypeName(oid); got != want {
			t.Errorf("type %d is %q, want %q", oid, got, want)
		}
	}
}

// FuzzValues: whatever the bytes are, there is a digest and no panic; and a text
// that is no value of its type is told from every other text.
func FuzzValues(f *testing.F) {
	for _, seed := range []string{
		"", "{", `{"a\`, "[1:2", "[1:2]={", "{a,,b}", `{"a": [1, "\u12`, `"\ud800\udc00"`, "1e99999999999", "-",
		"2026-01-01 00:00:00+", "1 day -", "\\x0", "{{{{", "[[[", `{"a":1,"a":2}`, "\xff\xfe", "null", "t",
	} {
		f.Add(seed, "x")
	}
	types := []string{
		"bool", "int4", "numeric", "float8", "date", "time", "timetz", "timestamp", "timestamptz", "interval",
		"bytea", "uuid", "bpchar", "json", "text", "_text", "_int4", "_numeric", "_float8", "_json", "_bytea",
		"_timestamptz", "_interval", "_bool", "_timetz",
	}
	f.Fuzz(func(t *testing.T, raw, other string) {
		for _, name := range types {
			a, again := value(name, raw), value(name, raw)
			if a.Digest(Paper) != again.Digest(Paper) || a.Digest(Typed) != again.Digest(Typed) {
				t.Fatalf("%s %q has two digests", name, raw)
			}
			value(name, other)
		}
		if raw != other && Equal(value("text", raw), value("text", other), Typed) {
			t.Fatalf("%q equals %q", raw, other)
		}
	})
}

// TestRememberedValues: a value that came before has the same forms as one that
// did not, also beside many others and next to a long one.
func TestRememberedValues(t *testing.T) {
	columns := []Column{{"tags", "_text"}, {"prefs", "jsonb"}, {"at", "timestamptz"}}
	row := func(i int) [][]byte {
		long := strings.Repeat("x", i%90)
		return [][]byte{
			fmt.Appendf(nil, "{b%d,a,%q}", i%400, long),
			fmt.Appendf(nil, `{"k": [%d, "it's"]}`, i%300),
			fmt.Appendf(nil, "2026-01-%02d 00:00:00+00", 1+i%28),
		}
	}
	together := New(columns, Keep{})
	var paper, typed digest.Multiset
	for i := range 2000 {
		together.Add(row(i))
		paper.Begin()
		typed.Begin()
		for c, raw := range row(i) {
			paper.Bytes(appendStr(nil, typeOf(columns[c].Type), raw))
			typed.Bytes(appendTyped(nil, typeOf(columns[c].Type), raw))
		}
		paper.End()
		typed.End()
	}
	if together.Digest(Paper) != paper.String() || together.Digest(Typed) != typed.String() {
		t.Error("remembering values changes the digest")
	}
	for i, w := range together.writers {
		if len(w.known) > knownValues {
			t.Errorf("column %d remembers %d values", i, len(w.known))
		}
	}
}

// TestOrderOfRowsNeverCounts adds the same random rows in two orders.
func TestOrderOfRowsNeverCounts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	rows := make([][]string, 500)
	for i := range rows {
		rows[i] = []string{fmt.Sprint(random.IntN(20)), fmt.Sprint(random.IntN(5))}
	}
	a := table(2, rows...)
	random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	if !Equal(a, table(2, rows...), Paper) {
		t.Error("the order of rows counts")
	}
	rows[17] = []string{"other", "row"}
	if Equal(a, table(2, rows...), Paper) {
		t.Error("a changed row does not count")
	}
}

// BenchmarkAdd is the cost of a row of two integers and a short text, in both
// modes. The floor is one SHA-256 block per mode.
func BenchmarkAdd(b *testing.B) {
	a := New([]Column{{"id", "int4"}, {"n", "int8"}, {"name", "text"}}, DefaultKeep())
	row := [][]byte{[]byte("12345"), []byte("17"), []byte("a streamer")}
	b.ReportAllocs()
	for b.Loop() {
		a.Add(row)
	}
}

func BenchmarkAddNested(b *testing.B) {
	a := New([]Column{{"tags", "_text"}, {"more", "jsonb"}}, DefaultKeep())
	row := [][]byte{[]byte(`{1080p,720p,480p,360p}`), []byte(`["1080p", "720p", "480p"]`)}
	b.ReportAllocs()
	for b.Loop() {
		a.Add(row)
	}
}
