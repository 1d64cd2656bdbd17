// Package catalog is what is meant: domains, each an E/R model with the data
// that its instances have and the questions that are asked of it.
//
//  1. Load finds a domain by the name of a built-in one or by the path of a
//     user's YAML file, and Parse reads it (yamlfile).
//  2. The model part becomes an er.Spec, which er resolves and validates.
//  3. The questions part becomes question.Sets, whose references to the model
//     are checked.
//  4. The data part is handed on as it stands: package instance reads it.
//
// All faults of a file are reported at once, each with its line and column; the
// format is described at the head of domains/social.yaml.
//
// It knows no tables, no SQL dialect, no Postgres and no models under test: a
// gold query is a text here.
package catalog

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/catalog/question"
)

// Domain is a validated domain. Read-only.
type Domain struct {
	Name    string // [a-z][a-z0-9_]*, up to 40 bytes
	Title   string // one line for people; may be empty
	File    string // where it was read, as the user named it; "" for a built-in one
	Source  []byte // the file's own bytes
	Model   *er.Model
	Data    *yaml.Node        // the data section; nil when there is none
	Profile *instance.Profile // the figures of the data section, and defaults for the rest
	Sets    []question.Set
}

// AllSets stands for the questions of every set; no set has this name.
const AllSets = "all"

// Names of a domain's parts are names of databases, files and flags too.
const maxNameBytes = 40

// Questions returns the set of that name; the error is an *UnknownError.
func (d *Domain) Questions(set string) ([]question.Question, error) {
	var valid []string
	for _, s := range d.Sets {
		if s.Name == set {
			return s.Questions, nil
		}
		valid = append(valid, s.Name)
	}
	return nil, Unknown("question set", set, valid)
}

// Question returns the question of that id, whatever its set; the error is an
// *UnknownError.
func (d *Domain) Question(id string) (question.Question, error) {
	var valid []string
	for _, s := range d.Sets {
		for _, q := range s.Questions {
			if q.ID == id {
				return q, nil
			}
			valid = append(valid, q.ID)
		}
	}
	return question.Question{}, Unknown("question", id, valid)
}

// UnknownError says that nothing has the name that the user gave.
type UnknownError struct {
	Kind string   // domain, question set, question
	Name string   // as given
	Near []string // the valid names nearest to it; when none is near, all of them, up to ten
	All  bool     // Near lists valid names because none is near
}

// Error names what is unknown and what may have been meant.
func (e *UnknownError) Error() string { return fmt.Sprintf("there is no %s %q", e.Kind, e.Name) }

// Hint says what may have been meant; empty when there is nothing to choose from.
func (e *UnknownError) Hint() string {
	switch {
	case len(e.Near) == 0:
		return ""
	case e.All:
		return "valid: " + strings.Join(e.Near, ", ")
	}
	return "did you mean " + strings.Join(e.Near, " or ") + "?"
}
