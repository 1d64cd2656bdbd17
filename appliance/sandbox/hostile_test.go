package sandbox

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ercheck/appliance/record"
)

// hostile is one statement of the corpus.
type hostile struct {
	line int
	kind string
	want []string // outcomes and SQLSTATEs that are right
	sql  string
}

var header = regexp.MustCompile(`^# ([^:]+): (.+)$`)

func readCorpus(t testing.TB) (corpus []hostile) {
	t.Helper()
	text, err := os.ReadFile("testdata/hostile.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if m := header.FindStringSubmatch(line); m != nil {
			corpus = append(corpus, hostile{line: i + 1, kind: m[1], want: strings.Fields(m[2])})
		} else if len(corpus) > 0 {
			corpus[len(corpus)-1].sql += line + "\n"
		}
	}
	for i := range corpus {
		corpus[i].sql = expand(t, strings.TrimSuffix(corpus[i].sql, "\n\n"))
	}
	return corpus
}

// expand fills in the names, the Go strings, and what is too long for a file.
func expand(t testing.TB, sql string) string {
	sql = strings.TrimRight(sql, "\n")
	if strings.HasPrefix(sql, `"`) {
		plain, err := strconv.Unquote(sql)
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		return plain
	}
	joins := func(n int) string {
		s := "SELECT count(*) FROM account a0"
		for i := 1; i < n; i++ {
			s += fmt.Sprintf(" FULL JOIN account a%d ON a%d.account_id = a%d.account_id", i, i, i-1)
		}
		return s
	}
	return strings.NewReplacer(
		"{schema}", ownSchema, "{other}", otherSchema, "{views}", viewSchema,
		"{deep parentheses}", "SELECT "+strings.Repeat("(", 200_000)+"1"+strings.Repeat(")", 200_000),
		"{deep union}", "SELECT 1"+strings.Repeat(" UNION SELECT 1", 50_000),
		"{many joins}", joins(400),
		"{many columns}", "SELECT "+strings.Repeat("1,", 5000)+"1",
	).Replace(sql)
}

func (h hostile) accepts(r Result) bool {
	if !slices.Contains(h.want, string(r.Outcome)) {
		return false
	}
	return r.Outcome != record.Error || slices.Contains(h.want, r.SQLState)
}

// TestHostileCorpus runs the corpus against a server. Each statement comes to
// its expected end, an honest one right after it works, and at the end nothing has
// changed and nobody is left over. It prints what came of each kind (go test -v).
func TestHostileCorpus(t *testing.T) {
	f := newFixture(t)
	f.plantCanaries(t)
	limits := quick()
	limits.Timeout = 800 * time.Millisecond
	box := f.box(t, limits)
	honest := want(t, box, "SELECT account_id, tags, prefs FROM account").Digests
	before := f.state(t)
	corpus, found := readCorpus(t), table{}
	for _, h := range corpus {
		result := run1(t, box, h.sql)
		found.add(h, result)
		checkHostile(t, h, result)
		if after := want(t, box, "SELECT account_id, tags, prefs FROM account").Digests; after != honest {
			t.Fatalf("hostile.txt:%d: the next honest query gives another answer", h.line)
		}
	}
	if len(corpus) < 200 {
		t.Errorf("only %d statements", len(corpus))
	}
	if after := f.state(t); after != before {
		t.Errorf("something changed:\n%s\nwas\n%s", after, before)
	}
	leavesNoTrace(t)
	t.Log("\n" + found.String())
	box.pool.Close()
	f.nobodyLeft(t)
}

// checkHostile compares what came of a statement with what must.
func checkHostile(t *testing.T, h hostile, r Result) {
	t.Helper()
	if !h.accepts(r) {
		t.Errorf("hostile.txt:%d: %.100s\ncomes to %s %s %.200s, want %s",
			h.line, h.sql, r.Outcome, r.SQLState, r.Message, strings.Join(h.want, " "))
	}
	if r.Outcome != record.Rows && (r.RowCount != 0 || r.Digests != record.Digests{} || r.Rows != nil) {
		t.Errorf("hostile.txt:%d: a failure carries a part of a result", h.line)
	}
	if seen := seesACanary(r); seen != "" {
		t.Errorf("hostile.txt:%d: %.100s sees %s", h.line, h.sql, seen)
	}
}

// table counts what came of the statements of each kind.
type table struct{ rows []*tableRow }

type tableRow struct {
	kind           string
	tried, escapes int
	outcomes       map[record.Outcome]int
}

func (t *table) add(h hostile, r Result) {
	i := slices.IndexFunc(t.rows, func(row *tableRow) bool { return row.kind == h.kind })
	if i < 0 {
		i = len(t.rows)
		t.rows = append(t.rows, &tableRow{kind: h.kind, outcomes: map[record.Outcome]int{}})
	}
	row := t.rows[i]
	row.tried++
	row.outcomes[r.Outcome]++
	if !h.accepts(r) || seesACanary(r) != "" {
		row.escapes++
	}
}

// tableOutcomes are the columns.
var tableOutcomes = []record.Outcome{record.Rejected, record.Error, record.Timeout, record.Limit, record.Rows}

func (t *table) String() string {
	var b strings.Builder
	line := func(kind string, tried, escapes any, counts func(record.Outcome) any) {
		fmt.Fprintf(&b, "%-18s%6v", kind, tried)
		for _, o := range tableOutcomes {
			fmt.Fprintf(&b, "%10v", counts(o))
		}
		fmt.Fprintf(&b, "%10v\n", escapes)
	}
	all := tableRow{outcomes: map[record.Outcome]int{}}
	line("kind", "tried", "escapes", func(o record.Outcome) any { return o })
	for _, row := range t.rows {
		line(row.kind, row.tried, row.escapes, func(o record.Outcome) any { return row.outcomes[o] })
		all.tried, all.escapes = all.tried+row.tried, all.escapes+row.escapes
		for o, n := range row.outcomes {
			all.outcomes[o] += n
		}
	}
	line("all", all.tried, all.escapes, func(o record.Outcome) any { return all.outcomes[o] })
	return b.String()
}

// nobodyLeft waits for the last backends of the roles to end.
func (f *fixture) nobodyLeft(t *testing.T) {
	t.Helper()
	const left = "SELECT coalesce(string_agg(pid || ' ' || state || ' ' || left(query, 80), '; '), '') FROM pg_stat_activity WHERE usename LIKE 'er\\_%' AND datname = current_database()"
	who := f.text(t, left)
	for deadline := time.Now().Add(5 * time.Second); who != "" && time.Now().Before(deadline); who = f.text(t, left) {
		time.Sleep(20 * time.Millisecond)
	}
	if who != "" {
		t.Errorf("backends left over: %s", who)
	}
}
