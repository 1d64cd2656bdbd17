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
	g := newGraph(d)
	p := arrange(g)
	var b strings.Builder
	p.write(&b)
	_, err = io.WriteString(w, b.String())
	return g.lost, err
}
