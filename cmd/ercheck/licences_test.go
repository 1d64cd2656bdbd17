package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write licences.txt anew from the modules")

// allowed are the licences that ask for no more than their text beside the
// program.
var allowed = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "Public-Domain", "Unlicense", "Zlib"}

// marks tell licences by words that each of their texts has.
var marks = []struct {
	licence string
	words   []string
}{
	{"Apache-2.0", []string{"apache license", "version 2.0"}},
	{"MIT", []string{"permission is hereby granted, free of charge, to any person obtaining a copy"}},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "neither the name"}},
	{"BSD-2-Clause", []string{"redistribution and use in source and binary forms"}},
	{"ISC", []string{"permission to use, copy, modify, and distribute this software for any purpose with or without fee"}},
	{"ISC", []string{"permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"}},
	{"Unlicense", []string{"this is free and unencumbered software released into the public domain"}},
	{"Public-Domain", []string{"into the public domain"}},
	{"Public-Domain", []string{"dedicated to the public domain"}},
	{"Public-Domain", []string{"disclaims copyright to this source code"}},
	{"Zlib", []string{"altered source versions must be plainly marked as such"}},
	{"MPL", []string{"mozilla public license"}},
	{"EPL", []string{"eclipse public license"}},
	{"GPL", []string{"gnu general public license"}},
	{"LGPL", []string{"gnu lesser general public license"}},
	{"AGPL", []string{"gnu affero general public license"}},
	{"Creative-Commons", []string{"creative commons"}},
}

// licencesIn names the licences that a text is of. Of a family, the one with the
// most words counts.
func licencesIn(text string) (found []string) {
	text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	for _, m := range marks {
		fits := !slices.ContainsFunc(m.words, func(w string) bool { return !strings.Contains(text, w) })
		covered := m.licence == "BSD-2-Clause" && slices.Contains(found, "BSD-3-Clause") || m.licence == "Public-Domain" && slices.Contains(found, "Unlicense")
		if fits && !covered && !slices.Contains(found, m.licence) {
			found = append(found, m.licence)
		}
	}
	return found
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|unlicense|notice)([-.].*)?$`)

// notLicences are files of such names that say nothing on the code.
var notLicences = regexp.MustCompile(`(?i)\.go$|^license-logo$`)

// thirdParty are lists of what a module's tests and tools need too. Their texts
// are kept, but say nothing on the program: the modules that it links are looked
// at one by one, and code that was translated has a licence file of its own.
var thirdParty = regexp.MustCompile(`(?i)3rd-party|third-party`)

// goModule is one that some platform's program has.
type goModule struct{ Path, Dir string }

// modulesOfTheProgram asks go list, which reads the module cache alone.
func modulesOfTheProgram(t *testing.T) (modules []goModule) {
	t.Helper()
	seen := map[string]bool{}
	for _, platform := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", "list", "-deps", "-json=Module", ".")
		list.Env = append(os.Environ(), "GOOS="+platform, "GOARCH=amd64", "CGO_ENABLED=0", "GOFLAGS=-mod=mod", "GOPROXY=off")
		out, err := list.Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		for d := json.NewDecoder(bytes.NewReader(out)); ; {
			var p struct {
				Module *struct {
					goModule
					Main bool
				}
			}
			if err := d.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if p.Module != nil && !p.Module.Main && !seen[p.Module.Path] {
				seen[p.Module.Path] = true
				modules = append(modules, p.Module.goModule)
			}
		}
	}
	slices.SortFunc(modules, func(a, b goModule) int { return strings.Compare(a.Path, b.Path) })
	return modules
}

// licenceOf reads a module's licence files.
func licenceOf(t *testing.T, m goModule) (licence, texts string) {
	t.Helper()
	entries, err := os.ReadDir(m.Dir)
	if err != nil {
		t.Fatalf("module %s is not in the module cache: %v", m.Path, err)
	}
	var found []string
	for _, e := range entries {
		if !licenceFile.MatchString(e.Name()) || notLicences.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(m.Dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range licencesIn(string(text)) {
			if !slices.Contains(found, l) && !thirdParty.MatchString(e.Name()) {
				found = append(found, l)
			}
		}
		texts += "\n" + strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")) + "\n"
	}
	slices.Sort(found)
	return strings.Join(found, " AND "), texts
}

// TestLicences: every module of the program has a licence that is known and
// allowed, and licences.txt has its texts.
func TestLicences(t *testing.T) {
	var texts []string
	heads := map[string]string{} // by the text that several modules may share
	modules := modulesOfTheProgram(t)
	if len(modules) < 20 {
		t.Errorf("only %d modules are found", len(modules))
	}
	for _, m := range modules {
		licence, text := licenceOf(t, m)
		if licence == "" {
			t.Errorf("module %s: no licence is found in %s", m.Path, m.Dir)
		}
		for l := range strings.SplitSeq(licence, " AND ") {
			if licence != "" && !slices.Contains(allowed, l) {
				t.Errorf("module %s: licence %s is not among those allowed: %s", m.Path, l, strings.Join(allowed, ", "))
			}
		}
		if heads[text] == "" {
			texts = append(texts, text)
		}
		heads[text] += licenceHead + m.Path + " " + licence + "\n"
	}
	var all strings.Builder
	for _, text := range texts {
		all.WriteString(heads[text] + text + "\n")
	}
	if *update {
		if err := os.WriteFile("licences.txt", []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if all.String() != licenceTexts {
		t.Error("licences.txt is not that of the modules: go test ./cmd/ercheck -run TestLicences -update")
	}
}

func TestLicencesAreTold(t *testing.T) {
	for text, want := range map[string]string{
		"Permission is hereby granted,\n free of charge, to any person obtaining a copy of": "MIT",
		"Redistribution and use in source and binary forms … Neither the name of":           "BSD-3-Clause",
		"Redistribution and use in source and binary forms, with":                           "BSD-2-Clause",
		"GNU LESSER GENERAL PUBLIC LICENSE Version 3":                                       "LGPL",
		"This is free and unencumbered software released into the public domain.":           "Unlicense",
		"All rights reserved. Ask us.":                                                      "",
	} {
		if got := strings.Join(licencesIn(text), " AND "); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestComponents: the program names each of its modules, with licence and
// checksum, and the build of Postgres.
func TestComponents(t *testing.T) {
	var told struct{ Components []component }
	document(t, t.TempDir(), exitDone, &told, "version", "--json")
	byName := map[string]component{}
	for _, c := range told.Components {
		byName[c.Name] = c
		if strings.Contains(c.Name, "Postgres") && (c.Licence == "" || len(c.Checksum) < 128) {
			t.Errorf("Postgres is %+v", c)
		}
	}
	for _, name := range []string{"go", "github.com/jackc/pgx/v5", "modernc.org/sqlite", "github.com/urfave/cli/v2"} {
		if c := byName[name]; c.Version == "" || c.Licence == "" || (c.Checksum == "" && name != "go") {
			t.Errorf("%s is %+v", name, c)
		}
	}
	if got := program(t, t.TempDir(), "version", "--components"); !strings.Contains(got.out, "modernc.org/sqlite") {
		t.Errorf("the table is %s", got.out)
	}
	if got := program(t, t.TempDir(), "version", "--licences"); got.out != licenceTexts {
		t.Error("--licences does not print the licences")
	}
}
