package sandbox

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// canaries are texts that only something out of reach can say: other schemas'
// data, sources, the server's files and passwords. No statement of the tests has
// them.
var canaries = []string{"canary", "SCRAM-SHA-256$", "root:x:0:", "shared_buffers ="}

// traces are files that a statement would make if it could.
var traces = []string{"/tmp/escaped", "/tmp/escaped.so"}

// plantCanaries changes what the role of the own schema must not see, in a
// fixture of one test.
func (f *fixture) plantCanaries(t *testing.T) {
	t.Helper()
	f.admin(t, strings.Join([]string{
		"BEGIN",
		"UPDATE " + otherSchema + ".account SET username = 'canary ' || account_id",
		"COMMENT ON TABLE " + otherSchema + ".account IS 'a canary'",
		"CREATE VIEW " + viewSchema + ".secret AS SELECT 'canary'::text AS word",
		"CREATE FUNCTION " + otherSchema + ".secret() RETURNS text LANGUAGE sql AS 'SELECT ''canary''::text'",
	}, ";\n"))
}

// seesACanary says which text of a result came from where the statement must not
// read, or "".
func seesACanary(r Result) string {
	texts := []string{r.Message, r.Hint}
	for _, row := range r.Rows {
		for _, value := range row {
			if value != nil {
				texts = append(texts, *value)
			}
		}
	}
	for _, text := range texts {
		for _, c := range canaries {
			if strings.Contains(text, c) {
				return fmt.Sprintf("%.100q", text)
			}
		}
	}
	return ""
}

// leavesNoTrace looks for what a statement would have written as the server's
// user.
func leavesNoTrace(t *testing.T) {
	t.Helper()
	for _, name := range traces {
		if _, err := os.Lstat(name); err == nil {
			t.Errorf("%s is there", name)
		}
	}
}
