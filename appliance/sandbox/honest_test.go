package sandbox

import (
	"os"
	"strings"
	"testing"

	"ercheck/appliance/record"
)

// honestStatements are those of testdata/honest.txt, one a line; the lines of a
// comment in front of a statement belong to it.
func honestStatements(t testing.TB) (statements []string) {
	t.Helper()
	text, err := os.ReadFile("testdata/honest.txt")
	if err != nil {
		t.Fatal(err)
	}
	comment := ""
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "--") {
			comment += line
			continue
		}
		statements = append(statements, comment+strings.TrimSuffix(line, "\n"))
		comment = ""
	}
	return statements
}

// TestHonestStatements: what queries are made of works in the sandbox, and gives
// what the superuser gets.
func TestHonestStatements(t *testing.T) {
	f := sharedFixture(t)
	box := f.box(t, Default())
	statements := honestStatements(t)
	for _, sql := range statements {
		want(t, box, sql)
	}
	if len(statements) < 60 {
		t.Errorf("only %d statements", len(statements))
	}
}

func TestResultOfRows(t *testing.T) {
	box := sharedFixture(t).box(t, Default())
	r := want(t, box, "SELECT account_id, kind, ARRAY[kind] AS kinds, tags, NULL::text AS nothing, price, created_at FROM account ORDER BY account_id LIMIT 2")
	var types []string
	for _, c := range r.Columns {
		types = append(types, c.Name+" "+c.Type)
	}
	if got := strings.Join(types, ", "); got != "account_id int4, kind kind, kinds kind[], tags _text, nothing text, price numeric, created_at timestamptz" {
		t.Errorf("columns are %s", got)
	}
	var row []string
	for _, v := range r.Rows[0] {
		if v == nil {
			row = append(row, "NULL")
		} else {
			row = append(row, *v)
		}
	}
	if got := strings.Join(row, " | "); got != "1 | Account | {Account} | {a,b1} | NULL | 0.01 | 2026-01-01 01:00:00+00" {
		t.Errorf("the first row is %s", got)
	}
	if r.RowCount != 2 || len(r.Rows) != 2 || r.Digests.Paper == "" || r.Digests.Typed == "" || r.Duration <= 0 {
		t.Errorf("%+v", r)
	}
}

// TestSessionDoesNotFollowTheServer: whatever the server's defaults are, values
// look the same.
func TestSessionDoesNotFollowTheServer(t *testing.T) {
	f := newFixture(t)
	const sql = "SELECT created_at, price::float8 / 3, interval '26 hours', '\\x01'::bytea, username FROM account"
	before := want(t, f.box(t, Default()), sql).Digests
	for _, setting := range []string{"timezone = 'Asia/Tokyo'", "datestyle = 'German'", "intervalstyle = 'iso_8601'",
		"extra_float_digits = -5", "bytea_output = 'escape'", "statement_timeout = 1", "search_path = 'full_cti'"} {
		f.admin(t, "ALTER DATABASE "+f.database()+" SET "+setting)
	}
	if after := want(t, f.box(t, Default()), sql).Digests; after != before {
		t.Error("the database's settings changed the result")
	}
}

func TestErrorsCarryWhatARepairNeeds(t *testing.T) {
	box := sharedFixture(t).box(t, Default())
	r := run1(t, box, "SELECT user_name FROM account")
	if r.Outcome != record.Error || r.SQLState != "42703" || r.Position != 8 ||
		!strings.Contains(r.Message, "user_name") || !strings.Contains(r.Hint, "username") {
		t.Errorf("%+v", r)
	}
	if r := run1(t, box, "SELECT '"+strings.Repeat("ä", 10_000)+"'::int"); len(r.Message) > maxMessage+10 {
		t.Errorf("the message has %d bytes", len(r.Message))
	}
}
