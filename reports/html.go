package reports

import (
	"bufio"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io"
	"strings"
)

//go:embed page
var pageFiles embed.FS

var pageTemplate = template.Must(template.New("page.gohtml").ParseFS(pageFiles, "page/page.gohtml"))

// HTML writes the run as one page that needs nothing else: style, script and
// pictures are in it, and its content policy forbids to load anything or to run
// any other script. Without scripts everything is there but the details of cells
// and the comparison of pairs.
//
// Texts are cut where they would make the page too large; the page says so.
func HTML(w io.Writer, in Input) error {
	p, err := newPage(in)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	if err := pageTemplate.Execute(b, p); err != nil {
		return err
	}
	return b.Flush()
}

// asset gives a file of the page's folder, which is part of the program.
func asset(name string) string {
	text, err := pageFiles.ReadFile("page/" + name)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// scripts are the parts of the page's script, in the order in which they run.
var scripts = []string{"dialog.js", "cell.js", "pairs.js", "compare.js"}

// script is the whole of the page's script; nothing of it is seen from outside.
func script() string {
	var b strings.Builder
	b.WriteString("(function () {\n'use strict';\n")
	for _, name := range scripts {
		b.WriteString(asset(name))
	}
	b.WriteString("})();\n")
	return b.String()
}

// policy allows the page's own script by its digest and its style, and nothing else.
func policy(script string) string {
	sum := sha256.Sum256([]byte(script))
	return "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" +
		base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'"
}
