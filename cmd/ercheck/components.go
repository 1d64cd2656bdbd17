package main

import (
	_ "embed"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"ercheck/pgembed"
)

// licenceTexts has the licence of every module that a program on some platform
// is made of: lines "== path licence", then the texts of these modules. A test
// writes it from the modules themselves and refuses what is unknown.
//
//go:embed licences.txt
var licenceTexts string

// licenceHead begins a module's part of licenceTexts.
const licenceHead = "== "

// component is something that this program is made of.
type component struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Licence  string `json:"licence"`            // SPDX identifiers
	Checksum string `json:"checksum,omitempty"` // as its registry names it
}

// postgresLicence is the server's; NOTICE lists the libraries beside it, which
// differ between platforms.
const postgresLicence = "PostgreSQL (libraries: see NOTICE)"

// components lists what this program is made of: Go's own library, the modules
// as the linker noted them, and the build of Postgres.
func components() []component {
	all := []component{}
	if info, ok := debug.ReadBuildInfo(); ok {
		all = append(all, component{"go", info.GoVersion, "BSD-3-Clause", ""})
		known := licences(licenceTexts)
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			all = append(all, component{m.Path, m.Version, known[m.Path], m.Sum})
		}
	}
	if build, ok := pgembed.PinnedBuild(); ok {
		all = append(all, component{build.Package + " (Postgres " + build.Version + ")", build.Version, postgresLicence, "sha512:" + build.Checksum})
	}
	return all
}

// licences reads the heads of licenceTexts: the licence of each module.
func licences(texts string) map[string]string {
	known := map[string]string{}
	for line := range strings.Lines(texts) {
		if head, ok := strings.CutPrefix(line, licenceHead); ok {
			path, licence, _ := strings.Cut(strings.TrimSpace(head), " ")
			known[path] = licence
		}
	}
	return known
}

func (s *session) writeComponents(w io.Writer, all []component) error {
	var rows [][]any
	for _, c := range all {
		sum := c.Checksum
		if len(sum) > shownSum {
			sum = sum[:shownSum] + "…"
		}
		rows = append(rows, []any{c.Name, c.Version, c.Licence, sum})
	}
	return s.writeTable(w, []string{"component", "version", "licence", "checksum"}, rows)
}

// shownSum is how much of a checksum a table shows; --json has all of it.
const shownSum = 20

func writeLicences(w io.Writer) error {
	_, err := fmt.Fprint(w, licenceTexts)
	return err
}
