package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// fields are what programs may rely on in each command's document: paths whose
// steps are names, "[]" for the first of a list, or "*" for any member.
var fields = []struct {
	call []string
	want []string
}{
	{[]string{"quickstart", "--scale", "tiny", "--model", "constant", "--variant", "full_sti", "--variant", "full_cti", "-o", "REPORT"},
		[]string{"run_id", "domain", "model", "variants", "questions", "cells", "errors", "average_agreement", "accuracy",
			"equivalence.holds", "report", "seconds"}},
	{[]string{"run", "social", "--scale", "tiny", "--model", "gold", "--variant", "full_sti", "--variant", "full_cti"},
		[]string{"run_id", "domain", "model", "models.[].model", "models.[].accuracy", "variants", "questions", "cells", "errors",
			"average_agreement", "accuracy", "equivalence.holds", "report", "seconds"}},
	{[]string{"domain", "list"}, []string{"[].name", "[].entity_types", "[].relationships", "[].questions"}},
	{[]string{"domain", "show", "social"}, []string{"name", "entity_types", "relationships", "questions"}},
	{[]string{"domain", "show", "social", "--format", "svg", "-o", "REPORT"}, []string{"name", "file"}},
	{[]string{"domain", "init", "-"}, []string{"template"}},
	{[]string{"domain", "check", "social", "--static"}, []string{"file", "domain", "ok", "static", "faults", "notes", "queries", "variants"}},
	{[]string{"variant", "list", "social"}, []string{"[].name", "[].choices", "[].tables"}},
	{[]string{"variant", "show", "social", "full_cti"}, []string{"name", "choices", "tables", "ddl", "description"}},
	{[]string{"variant", "ddl", "social", "full_cti"}, []string{"name", "ddl"}},
	{[]string{"variant", "describe", "social", "full_cti"}, []string{"name", "description"}},
	{[]string{"build", "social", "--scale", "tiny", "--variant", "full_sti"},
		[]string{"variants.[].name", "variants.[].schema", "variants.[].tables", "variants.[].rows", "variants.[].seconds",
			"entities", "links", "seconds"}},
	{[]string{"verify", "social", "--scale", "tiny", "--variant", "full_sti"},
		[]string{"holds", "views_checked", "gold_checked", "differences"}},
	{[]string{"instance", "social", "--scale", "tiny"}, []string{"digest"}},
	{[]string{"gold", "social", "q01", "--scale", "tiny"},
		[]string{"question", "columns.[].name", "columns.[].type", "rows", "ranking.limit", "ranking.tied_at_cut"}},
	{[]string{"gold", "social", "q01", "--scale", "tiny", "--sql"}, []string{"question", "variant", "sql"}},
	{[]string{"gold", "social", "q02", "--explain"},
		[]string{"question", "variant", "sql", "clauses.[].text", "clauses.[].points"}},
	{[]string{"sql", "social", "full_sti", "SELECT 1 AS one", "--scale", "tiny"},
		[]string{"outcome", "sqlstate", "message", "columns.[].name", "rows", "row_count", "digest", "seconds"}},
	{[]string{"runs", "list"}, []string{"[].id", "[].status", "[].models", "[].cells", "[].done", "[].errors", "[].correct"}},
	{[]string{"runs", "show", "last"}, []string{"run_id", "accuracy"}},
	{[]string{"report", "last", "-o", "REPORT"}, []string{"run_id", "reports.[]"}},
	{[]string{"report", "last", "--format", "json", "-o", "-"},
		[]string{"run", "variants.[]", "questions.[]", "pss.*.*", "pss_literal.*.*", "flips.*.*", "average_agreement",
			"questions_scores.[].question", "questions_scores.[].qas", "questions_scores.[].qds", "questions_scores.[].qms",
			"accuracy", "robust_accuracy", "reachable", "schema_gap", "validity", "labels",
			"cells.[].question", "cells.[].variant", "cells.[].repeat", "cells.[].outcome", "cells.[].sql", "cells.[].digest",
			"cells.[].row_count", "cells.[].correct", "cells.[].label"}},
	{[]string{"runs", "rm", "last"}, []string{"removed"}},
	{[]string{"model", "list"}, []string{"[].name", "[].available", "[].reason"}},
	{[]string{"status"}, []string{"url", "version", "port", "data_dir", "pid", "running"}},
	{[]string{"doctor"}, []string{"ok", "checks.[].name", "checks.[].ok", "checks.[].detail", "checks.[].mend"}},
	{[]string{"home", "show"}, []string{"home", "bytes", "parts.[].name", "parts.[].path", "parts.[].bytes", "parts.[].can_be_rebuilt"}},
	{[]string{"home", "clean", "--dry-run"}, []string{"home", "bytes", "dry_run", "parts.[].name"}},
	{[]string{"prompts", "export", "social", "--scale", "tiny", "--question", "q01", "-o", "REPORT"}, []string{"id", "requests"}},
	{[]string{"dataset", "export", "social", "--scale", "tiny", "--question", "q01", "--variant", "full_sti", "-o", "REPORT"},
		[]string{"records", "variants", "questions", "checked", "path"}},
	{[]string{"version"}, []string{"version", "go", "platform"}},
	{[]string{"completion", "bash"}, []string{"shell", "script"}},
	{[]string{"help", "run"}, []string{"help"}},
}

func TestJSONHasItsFields(t *testing.T) {
	// The home is its own for the run that "last" means; its server is the test's.
	at, path := ownHome(t), t.TempDir()+"/report.html"
	if got := program(t, at, "up", "--detach"); got.exit != 0 {
		t.Fatal(got.err)
	}
	defer program(t, at, "down")
	// Responses are looked at in a script, which has the prompts that they answer.
	tested := map[string]bool{"up": true, "down": true, "responses": true}
	for _, f := range fields {
		args := append(slices.Clone(f.call), "--json")
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "REPORT", path)
		}
		var found any
		document(t, at, exitDone, &found, args...)
		for _, want := range f.want {
			if !hasField(found, strings.Split(want, ".")) {
				t.Errorf("ercheck %s: the document has no %s", strings.Join(f.call, " "), want)
			}
		}
		tested[f.call[0]] = true
	}
	for _, c := range declaredApp().Commands {
		if !tested[c.Name] {
			t.Errorf("the JSON of ercheck %s is not looked at", c.Name)
		}
	}
}

func hasField(v any, path []string) bool {
	if len(path) == 0 {
		return true
	}
	switch v := v.(type) {
	case []any:
		return path[0] == "[]" && len(v) > 0 && hasField(v[0], path[1:])
	case map[string]any:
		if path[0] == "*" {
			for _, member := range v {
				return hasField(member, path[1:])
			}
			return false
		}
		member, ok := v[path[0]]
		return ok && hasField(member, path[1:])
	}
	return false
}

func TestFieldPaths(t *testing.T) {
	var v any
	if err := json.Unmarshal([]byte(`{"a":[{"b":null}],"c":{"x":{"y":1}},"d":[]}`), &v); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{"a.[].b": true, "a.[].c": false, "c.*.y": true, "c.*.z": false, "d.[]": false, "d": true, "a.b": false} {
		if got := hasField(v, strings.Split(path, ".")); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}
