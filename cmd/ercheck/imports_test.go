package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// importRule says what packages may import. A rule is about the packages in its
// folders; what is neither ours nor under never is free.
type importRule struct {
	from    []string // folders of the rule; "appliance/" means all below, and the folder itself
	but     []string // of those, folders that have another rule
	ours    []string // the folders of ours that they may import
	never   []string // modules and standard packages that they must not import
	because string
}

var (
	database = []string{"github.com/jackc/pgx", "database/sql", "modernc.org/sqlite"}
	network  = []string{"net"}
	pgParser = []string{"github.com/wasilibs/go-pgquery"} // by catalog/pgtree only
	outside  = []string{"os", "os/exec", "net"}
)

var importRules = []importRule{
	{from: []string{"catalog/"}, but: []string{"catalog/pgtree"}, ours: []string{"catalog/"}, never: slices.Concat(database, network, pgParser),
		because: "what is meant is independent of how it is stored and of who is asked"},
	{from: []string{"catalog/pgtree"}, never: slices.Concat(database, outside),
		because: "it guards the parser, which a text that is too deep breaks for all"},
	{from: []string{"pgembed/"}, but: []string{"pgembed/internal/"}, ours: []string{"pgembed/"},
		because: "a server's life has nothing to do with what is stored; it hands out a connection string"},
	{from: []string{"pgembed/internal/"}, ours: []string{"pgembed/internal/"}, never: database,
		because: "files, locks and processes are below the server"},
	{from: []string{"llm/"}, ours: []string{"llm/"}, never: database,
		because: "a prompt is made of plain strings, so gold cannot reach a model by accident"},
	{from: []string{"variants/"}, but: []string{"variants/varianttest"}, ours: []string{"variants/", "catalog/"}, never: slices.Concat(database, outside, pgParser),
		because: "how data can be stored is worked out on paper: no connection, no file"},
	{from: []string{"variants/varianttest"}, ours: []string{"variants/", "catalog/", "pgembed/pgtest"},
		because: "what proves a choice on a real server knows the choices and the server, and nothing above"},
	{from: []string{"appliance/record"}, never: slices.Concat(database, outside),
		because: "a record is plain data that everybody may read"},
	{from: []string{"appliance/answer"}, ours: []string{"catalog/digest"}, never: slices.Concat(database, outside),
		because: "comparing answers needs values alone"},
	{from: []string{"reports/"}, ours: []string{"reports/", "appliance/record", "appliance/answer"}, never: slices.Concat(database, network),
		because: "any recorded run can be reported again, with nothing at hand but its cells"},
	{from: []string{"appliance/"}, but: []string{"appliance/record", "appliance/answer"},
		ours:    []string{"appliance/", "pgembed", "variants/", "catalog/", "llm", "llm/prompt", "llm/extract", "llm/through/"},
		because: "the machine knows the interface of a model and no provider, and nothing of flags or reports"},
	{from: []string{"cmd/"}, ours: []string{"appliance/", "pgembed/", "variants/", "catalog/", "llm/", "reports/"}, never: database,
		because: "the command line wires the parts and speaks no SQL"},
}

// loners import each other never: each is one way to do the same thing.
var loners = [][]string{
	{"llm/replay", "llm/constant", "llm/lexical", "llm/ollama", "llm/openai", "llm/anthropic", "llm/gemini"},
	{"appliance/builder", "appliance/sandbox", "appliance/history", "appliance/evaluate", "appliance/home"},
}

// goPackage is one of ours and what its code, not its tests, imports.
type goPackage struct {
	folder  string
	imports []string
}

const module = "ercheck/"

func packagesOfModule(t *testing.T) []goPackage {
	t.Helper()
	list := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", module+"...")
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []goPackage
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		all = append(all, goPackage{strings.TrimPrefix(words[0], module), words[1:]})
	}
	return all
}

func TestImportsKeepTheRules(t *testing.T) {
	all := packagesOfModule(t)
	if len(all) < 20 {
		t.Fatalf("go list gives %d packages", len(all))
	}
	for _, p := range all {
		rules := 0
		for _, r := range importRules {
			if r.covers(p.folder) {
				rules++
				for _, wrong := range r.broken(p) {
					t.Errorf("%s must not import %s: %s", p.folder, wrong, r.because)
				}
			}
		}
		if rules != 1 {
			t.Errorf("%s has %d rules, not 1", p.folder, rules)
		}
		for _, wrong := range acquainted(p) {
			t.Errorf("%s must not import %s: each is one way to do a thing, and they are joined above", p.folder, wrong)
		}
	}
}

func (r importRule) covers(folder string) bool {
	return within(folder, r.from) && !within(folder, r.but)
}

func (r importRule) broken(p goPackage) []string {
	var wrong []string
	for _, imported := range p.imports {
		ours, isOurs := strings.CutPrefix(imported, module)
		if isOurs && !within(ours, r.ours) || !isOurs && forbidden(imported, r.never) {
			wrong = append(wrong, imported)
		}
	}
	return wrong
}

func acquainted(p goPackage) []string {
	var wrong []string
	for _, group := range loners {
		if !slices.Contains(group, p.folder) {
			continue
		}
		for _, imported := range p.imports {
			if slices.Contains(group, strings.TrimPrefix(imported, module)) {
				wrong = append(wrong, imported)
			}
		}
	}
	return wrong
}

// within says whether a folder is one of those, or below one that ends in "/".
func within(folder string, folders []string) bool {
	return slices.ContainsFunc(folders, func(f string) bool {
		return folder == strings.TrimSuffix(f, "/") || strings.HasSuffix(f, "/") && strings.HasPrefix(folder, f)
	})
}

// forbidden says whether an import is one of the names or below it. Below a
// standard package other rules hold: net/url reads no network.
func forbidden(imported string, never []string) bool {
	if imported == "net/http" {
		imported = "net"
	}
	return slices.ContainsFunc(never, func(n string) bool {
		return imported == n || strings.Contains(n, ".") && strings.HasPrefix(imported, n+"/")
	})
}

// The rules must find what they are for.
func TestImportRulesFindWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		folder, imported string
		wrong            bool
	}{
		{"catalog/er", "ercheck/variants", true},
		{"catalog/er", "ercheck/catalog/fault", false},
		{"variants/shred", "github.com/jackc/pgx/v5/pgconn", true},
		{"variants/shred", "os", true},
		{"variants", "ercheck/appliance/record", true},
		{"llm/prompt", "ercheck/catalog/er", true},
		{"llm/openai", "net/http", false},
		{"appliance", "ercheck/llm/replay", true},
		{"appliance", "ercheck/llm", false},
		{"appliance/history", "ercheck/reports", true},
		{"appliance/record", "ercheck/catalog/digest", true},
		{"appliance/answer", "ercheck/catalog/digest", false},
		{"reports/score", "database/sql", true},
		{"reports", "net/http", true},
		{"reports", "net/url", false},
		{"cmd/ercheck", "github.com/jackc/pgx/v5", true},
	} {
		got := false
		for _, r := range importRules {
			got = got || r.covers(c.folder) && len(r.broken(goPackage{c.folder, []string{c.imported}})) > 0
		}
		if got != c.wrong {
			t.Errorf("%s importing %s is found wrong: %v", c.folder, c.imported, got)
		}
	}
	if len(acquainted(goPackage{"llm/replay", []string{"ercheck/llm/lexical"}})) != 1 {
		t.Error("an adapter may import another")
	}
}
