package sandbox

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"ercheck/appliance/record"
)

// recombiner makes new statements out of those of the corpora: joined, nested in
// each other, cut and spliced, with comments and quotes around them and with
// keywords swapped.
type recombiner struct {
	random     *rand.Rand
	statements []string
}

// longestPart keeps the statements that are made for their length out: a
// thousand of them would be a test of patience.
const longestPart = 2000

func newRecombiner(t *testing.T, seed uint64) *recombiner {
	r := &recombiner{random: rand.New(rand.NewPCG(seed, 0))}
	for _, h := range readCorpus(t) {
		if len(h.sql) < longestPart {
			r.statements = append(r.statements, h.sql)
		}
	}
	r.statements = append(r.statements, honestStatements(t)...)
	return r
}

func (r *recombiner) any(of ...string) string { return of[r.random.IntN(len(of))] }

// next is a statement made in one to four steps.
func (r *recombiner) next() string {
	sql := r.any(r.statements...)
	for range 1 + r.random.IntN(4) {
		sql = r.change(sql, r.any(r.statements...))
	}
	return sql
}

// change makes one step; other is a statement to take parts of.
func (r *recombiner) change(sql, other string) string {
	steps := []func(sql, other string) string{r.join, r.nest, r.nest, r.comment, r.quote, r.swap, r.swap, r.splice, r.disturb}
	return steps[r.random.IntN(len(steps))](sql, other)
}

func (r *recombiner) join(sql, other string) string {
	return sql + r.any("; ", ";\n", "\n", " ", ",", " UNION ALL ", " EXCEPT ", " INTERSECT ", ";--\n", "/*;*/;/**/", " CROSS JOIN ", "\x00", ");(", "\\;", "$$;$$") + other
}

// nest puts one statement where an expression, a table or a query may stand.
func (r *recombiner) nest(sql, other string) string {
	frame := r.any(
		"SELECT * FROM ({}) x", "SELECT ({})", "SELECT EXISTS ({})", "({})", "SELECT count(*) FROM ({}) x", "SELECT ARRAY({})",
		"WITH a AS ({}) SELECT * FROM a", "WITH a AS MATERIALIZED ({}) {other}", "WITH a AS ({}), b AS ({other}) SELECT * FROM a, b",
		"WITH RECURSIVE a AS ({} UNION ALL {other}) TABLE a", "SELECT * FROM account WHERE account_id IN ({})", "SELECT x FROM account, LATERAL ({}) x",
		"SELECT CASE WHEN ({other}) IS NULL THEN ({}) END", "SELECT row_to_json(x)::text FROM ({}) x", "{} UNION {other}", "VALUES (({}), ({other}))",
		"SELECT * FROM account ORDER BY ({})", "SELECT * FROM account LIMIT ({})", "SELECT string_agg(x::text, '') FROM ({}) x",
		"SELECT * FROM ROWS FROM ({}) x", "EXPLAIN {}", "EXPLAIN ANALYZE {}", "COPY ({}) TO STDOUT", "PREPARE p AS {}", "DECLARE c CURSOR FOR {}",
		"CREATE TABLE x AS {}", "DO $${}$$", "BEGIN; {}; COMMIT", "SELECT query_to_xml('{}', true, true, '')", "SELECT ({})::text::regclass")
	return strings.NewReplacer("{}", sql, "{other}", other).Replace(frame)
}

func (r *recombiner) comment(sql, other string) string {
	return strings.NewReplacer("{}", sql, "{other}", other).Replace(
		r.any("/*{other}*/{}", "{}/*{other}*/", "--{other}\n{}", "{}--{other}", "/*/*{other}*/{}", "/*{}", "{}*/", "--\r{}", "/**/{}", "/*!{}*/", "{}\n--", "#{other}\n{}"))
}

func (r *recombiner) quote(sql, other string) string {
	return strings.NewReplacer("{}", sql, "{other}", other).Replace(
		r.any("'{}'", "SELECT '{}'", "SELECT $${}$$", "SELECT $a${}$a$; {other}", `SELECT "{}"`, "SELECT E'{}'", "SELECT 'a' '\n'{}", "{}'", "{}\"", "{}$$", "{}\\'", "SELECT U&'{}'", "SELECT '{}'::regclass::text", "SELECT '{}'::xml"))
}

// swapped is what a word of a statement becomes.
var swapped = []string{
	"SELECT", "FROM", "WHERE", "WITH", "RECURSIVE", "TABLE", "VALUES", "DELETE FROM", "INSERT INTO", "UPDATE", "INTO", "COPY", "SET", "RESET",
	"COMMIT", "ROLLBACK", "BEGIN", "DO", "CALL", "EXECUTE", "LISTEN", "LOCK", "DROP", "CREATE", "GRANT", "MATERIALIZED", "LATERAL", "FOR UPDATE", "TABLESAMPLE system (50)",
	ownSchema, otherSchema, viewSchema, otherSchema + ".account", viewSchema + ".account", viewSchema + ".secret", otherSchema + ".secret()",
	"account", "pg_class", "pg_authid", "pg_proc", "pg_settings", "information_schema.tables", "pg_read_file('/etc/passwd')", "lo_import('/etc/passwd')",
	"pg_sleep(9)", "set_config('role', 'postgres', false)", "nextval('" + ownSchema + ".ticket')", "regclass", "regnamespace", "regrole", "NULL", "1", "'x'", "*", "(", ")", ";", "::", "||", "$1", "--", "/*", "*/",
}

// swap replaces one word by another.
func (r *recombiner) swap(sql, _ string) string {
	words := strings.Split(sql, " ")
	words[r.random.IntN(len(words))] = r.any(swapped...)
	return strings.Join(words, " ")
}

// splice puts the end of one statement behind the beginning of another.
func (r *recombiner) splice(sql, other string) string {
	a, b := strings.Split(sql, " "), strings.Split(other, " ")
	return strings.Join(append(a[:r.random.IntN(len(a)+1):len(a)], b[r.random.IntN(len(b)+1):]...), " ")
}

// disturb changes bytes that lexers disagree on.
func (r *recombiner) disturb(sql, _ string) string {
	at := r.random.IntN(len(sql) + 1)
	switch r.random.IntN(4) {
	case 0:
		return strings.ToUpper(sql)
	case 1:
		return strings.ReplaceAll(sql, " ", r.any("\t", "\n", "\r", "\v", "\f", "/**/", "\u00a0", "  ", "+"))
	}
	return sql[:at] + r.any("\x00", "\xff", "\ufeff", "\u200b", "'", "\"", "$$", "\\", ";", "--", "/*", "*/", "\r", "(", ")", "\u2019", "\u037e") + sql[at:]
}

// recombineTime is how long statements are made; ERCHECK_FUZZ_TIME has another
// duration, and ERCHECK_FUZZ_SEED the seed to repeat.
const recombineTime = 5 * time.Second

func recombineSettings(t *testing.T) (long time.Duration, seed uint64) {
	t.Helper()
	long, seed = recombineTime, uint64(time.Now().UnixNano())
	var err error
	if given := os.Getenv("ERCHECK_FUZZ_TIME"); given != "" {
		if long, err = time.ParseDuration(given); err != nil {
			t.Fatal(err)
		}
	}
	if given := os.Getenv("ERCHECK_FUZZ_SEED"); given != "" {
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	return long, seed
}

// inspectEvery is how many statements there are between two looks at all that
// must not change.
const inspectEvery = 500

// TestRecombinedStatements runs statements that nobody wrote. Whatever they are,
// each is an outcome and no fault, none sees what it must not, an honest
// statement right after it works, and nothing changes.
func TestRecombinedStatements(t *testing.T) {
	long, seed := recombineSettings(t)
	f := newFixture(t)
	f.plantCanaries(t)
	limits := quick()
	limits.Timeout, limits.MaxRows, limits.MaxBytes, limits.TempBytes = 60*time.Millisecond, 2000, 1<<20, 4<<20
	box := f.box(t, limits)
	w := watched{t: t, f: f, box: box, state: f.state(t), session: sessionSettings(t, box)}
	w.honest = w.probe().Digests
	made, outcomes := newRecombiner(t, seed), map[record.Outcome]int{}
	tried := 0
	for end := time.Now().Add(long); time.Now().Before(end) && !t.Failed(); tried++ {
		sql := made.next()
		outcomes[w.try(sql)]++
		if tried%inspectEvery == inspectEvery-1 {
			w.inspect()
		}
	}
	w.inspect()
	t.Logf("ERCHECK_FUZZ_SEED=%d: %d statements recombined, escapes 0, outcomes %v", seed, tried, outcomes)
	box.pool.Close()
	f.nobodyLeft(t)
}

const honestProbe = "SELECT account_id, tags, prefs FROM account WHERE account_id <= 20"

// watched is a sandbox with all that no statement may change.
type watched struct {
	t       *testing.T
	f       *fixture
	box     *Box
	honest  record.Digests
	state   string
	session string
	recent  []string // since the last look
}

func (w *watched) try(sql string) record.Outcome {
	w.t.Helper()
	w.recent = append(w.recent, sql)
	result, err := w.box.Run(context.Background(), sql)
	if err != nil {
		w.t.Errorf("%q: a fault: %v", sql, err)
		return ""
	}
	switch result.Outcome {
	case record.Rows, record.Rejected, record.Error, record.Timeout, record.Limit:
	default:
		w.t.Errorf("%q: the outcome is %q", sql, result.Outcome)
	}
	if seen := seesACanary(result); seen != "" && !strings.Contains(strings.ToLower(sql), "canary") {
		w.t.Errorf("%q: sees %s", sql, seen)
	}
	if after := w.probe(); after.Digests != w.honest {
		w.t.Errorf("%q: the next honest statement gives %s %s", sql, after.Outcome, after.Message)
	}
	return result.Outcome
}

// probe runs the honest statement. The limit on time is so short that a busy
// machine can miss it; then it is tried again.
func (w *watched) probe() (r Result) {
	for range 20 {
		if r = run1(w.t, w.box, honestProbe); r.Outcome != record.Timeout {
			break
		}
	}
	return r
}

// inspect looks at everything else, and names the statements since it last did.
func (w *watched) inspect() {
	w.t.Helper()
	leavesNoTrace(w.t)
	if after := w.f.state(w.t); after != w.state {
		w.t.Errorf("something changed:\n%s\nwas\n%s", after, w.state)
	}
	if after := sessionSettings(w.t, w.box); after != w.session {
		w.t.Errorf("the session's settings are\n%s\nwere\n%s", after, w.session)
	}
	if n := w.f.text(w.t, "SELECT count(*) FROM pg_stat_activity WHERE usename = $1 AND state <> 'idle'", w.f.roles[ownSchema].Name); n != "0" {
		w.t.Errorf("%s backends are busy", n)
	}
	if w.t.Failed() {
		w.t.Logf("the last statements: %q", w.recent)
	}
	w.recent = w.recent[:0]
}
