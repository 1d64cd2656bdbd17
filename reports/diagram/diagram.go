// Package diagram draws an E/R model as SVG: boxes of entity types with their
// attributes, hierarchies as indented trees, relationships as labelled nodes
// between the boxes.
//
//  1. The record's names are resolved. What refers to nothing is left out and
//     counted; a circle of parents is cut.
//  2. The trees are shared among columns, so that related ones are neighbours
//     and the columns about equally high. Between two columns is a channel, in
//     which their relationships stand.
//  3. The order of trees, of siblings and of relationships is improved by
//     exchanges as long as lines cross less.
//  4. Boxes get their places, and each line a port of its own at the box.
//  5. All of it is written. Lines run in channels only, so none crosses a box.
//
// The same model always gives the same picture. The package knows the record's
// plain data: no catalog, no page.
package diagram

import (
	"fmt"
	"io"
	"strings"

	"ercheck/appliance/record"
)

// The largest model that is drawn; a larger one could not be read.
const (
	MaxTypes         = 120
	MaxRelationships = 240
)

// Drawable says whether a model is small enough to be drawn and has anything to draw.
func Drawable(d *record.Diagram) bool {
	return d != nil && len(d.EntityTypes) > 0 && len(d.EntityTypes) <= MaxTypes && len(d.Relationships) <= MaxRelationships
}

// SVG writes the model as an svg element and returns how many of the model's
// relationships it could not place, because they name no type of the model. It
// writes nothing if the model is not Drawable. Colours are the page's
// (currentColor), with classes for those who want others.
func SVG(w io.Writer, d *record.Diagram) (lost int, err error) {
	if !Drawable(d) {
		return 0, nil
	}
	return write(w, d, "", "")
}

// File is SVG as a file of its own, with its own colours and font.
func File(w io.Writer, d *record.Diagram) error {
	if !Drawable(d) {
		return &SizeError{len(d.EntityTypes), len(d.Relationships)}
	}
	if _, err := io.WriteString(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"); err != nil {
		return err
	}
	_, err := write(w, d, ` xmlns="http://www.w3.org/2000/svg" font-family="system-ui, sans-serif"`,
		"<style>svg{background:#fff;color:#222}.box,.diamond{fill:#fff}.kind,.end{fill:#666}.rule{stroke:#bbb}.isa{stroke:#888}</style>\n")
	return err
}

// write draws with further attributes of the svg element and a beginning of its
// content.
func write(w io.Writer, d *record.Diagram, attributes, begin string) (lost int, err error) {
	g := newGraph(d)
	p := arrange(g)
	var b strings.Builder
	p.write(&b, attributes, begin)
	_, err = io.WriteString(w, b.String())
	return g.lost, err
}

// SizeError says that a model is too large for a drawing, or has nothing to draw.
type SizeError struct{ Types, Relationships int }

// Error gives the figures and the limits.
func (e *SizeError) Error() string {
	return fmt.Sprintf("a model with %d entity types and %d relationships is not drawn; from 1 to %d and up to %d are",
		e.Types, e.Relationships, MaxTypes, MaxRelationships)
}

// Hint says what to do.
func (e *SizeError) Hint() string {
	return "--format dot writes it for Graphviz, --format mermaid for Mermaid"
}
