package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ercheck/catalog"
	"ercheck/variants"
)

// engine are the folders whose code must work on any model: no name of a
// domain, an entity type, a relationship, an attribute, a preset or a question
// stands in it.
var engine = []string{
	"variants/choice", "variants/relation", "variants/shred", "variants/pgsql",
	"appliance", "catalog/er", "catalog/instance", "catalog/question", "llm", "reports",
}

// exempt are files whose matter is such names.
var exempt = []string{"reports/paper.go"}

// ordinary are names in a domain that English, Postgres and the protocols of
// models use too: on their own they are no sign of a domain in the code.
var ordinary = []string{"name", "active", "age", "description", "format", "platform", "quantity", "role", "title", "user"}

const repository = "../.."

func TestTheEngineNamesNoDomain(t *testing.T) {
	names := domainNames(t)
	for _, word := range ordinary {
		delete(names, word)
	}
	files := 0
	for _, folder := range engine {
		for _, file := range goFiles(t, folder) {
			files++
			for place, literal := range literals(t, file) {
				if of := names[fold(literal)]; of != "" {
					t.Errorf("%s: %q is %s", place, literal, of)
				}
			}
		}
	}
	if files < 50 || len(names) < 60 {
		t.Errorf("%d files were searched for %d names", files, len(names))
	}
}

// The search must find what it is for.
func TestNamesAreFoundInCode(t *testing.T) {
	names := domainNames(t)
	file := filepath.Join(t.TempDir(), "engine.go")
	source := "package engine\n\n// LiveStream\nvar x = []string{\"live_streams\", `Live Stream`, \"none\"}\n"
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, literal := range literals(t, file) {
		if names[fold(literal)] != "" {
			found++
		}
	}
	if found != 2 {
		t.Errorf("%d names are found in\n%s", found, source)
	}
}

// fold makes LiveStream, live_stream and "live stream" equal.
func fold(s string) string {
	return strings.ToLower(strings.NewReplacer("_", "", " ", "", "-", "").Replace(s))
}

// domainNames gives what each name in the built-in domains is.
func domainNames(t *testing.T) map[string]string {
	t.Helper()
	names := map[string]string{}
	add := func(name, what string) { names[fold(name)] = what }
	for _, preset := range variants.PresetNames() {
		add(preset, "a preset")
	}
	for _, domain := range catalog.Names() {
		d, err := catalog.Load(domain)
		if err != nil {
			t.Fatal(err)
		}
		add(domain, "a domain")
		for _, e := range d.Model.EntityTypes {
			add(e.Name, "an entity type of "+domain)
			add(e.Plural, "a plural of "+domain)
			for _, a := range e.Attributes {
				add(a.Name, "an attribute of "+domain)
			}
		}
		for _, r := range d.Model.Relationships {
			add(r.Name, "a relationship of "+domain)
		}
		for _, set := range d.Sets {
			for _, q := range set.Questions {
				add(q.ID, "a question of "+domain)
			}
		}
	}
	return names
}

// goFiles are a folder's files, and those below, without tests and what only
// tests use.
func goFiles(t *testing.T, folder string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(filepath.Join(repository, folder), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(repository, path)
		switch {
		case entry.IsDir() && strings.HasSuffix(path, "test"):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && !slices.Contains(exempt, filepath.ToSlash(name)):
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// literals are the texts in a file's code, by place. Comments may give examples,
// and words in backquotes after a field are for encoders.
func literals(t *testing.T, path string) map[string]string {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			n.Tag = nil
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil {
				found[set.Position(n.Pos()).String()] = text
			}
		}
		return true
	})
	return found
}
