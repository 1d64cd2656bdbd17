package variants_test

import (
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ercheck/catalog"
	"ercheck/variants"
)

// TestEngineNamesNothing: the code of the engine has no name of a preset, of a
// built-in domain or of one of its entity types and relationships, whether as an
// identifier or in a text. (Comments may give examples.)
func TestEngineNamesNothing(t *testing.T) {
	banned := variants.PresetNames()
	for _, name := range catalog.Names() {
		d, err := catalog.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		banned = append(banned, name)
		for _, typ := range d.Model.EntityTypes {
			banned = append(banned, typ.Name, typ.Plural)
		}
		for _, r := range d.Model.Relationships {
			banned = append(banned, r.Name)
		}
	}
	files := 0
	for _, folder := range []string{"choice", "relation", "shred", "pgsql", "standalone"} {
		paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if !strings.HasSuffix(path, "_test.go") {
				files++
				checkNames(t, path, banned)
			}
		}
	}
	if files == 0 {
		t.Error("there are no files to look at")
	}
}

func checkNames(t *testing.T, path string, banned []string) {
	t.Helper()
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var s scanner.Scanner
	set := token.NewFileSet()
	s.Init(set.AddFile(path, set.Base(), len(source)), source, nil, 0)
	for {
		pos, kind, text := s.Scan()
		switch kind {
		case token.EOF:
			return
		case token.STRING:
			if unquoted, err := strconv.Unquote(text); err == nil {
				text = unquoted
			}
		case token.IDENT:
		default:
			continue
		}
		words := strings.FieldsFunc(text, func(r rune) bool {
			return !(r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z')
		})
		for _, word := range words {
			if slices.Contains(banned, word) {
				t.Errorf("%s names %q", set.Position(pos), word)
			}
		}
	}
}
