// Package lexical is the built-in baseline: a rule-based translator from
// questions to SQL, in the tradition of schema linking before language models.
// It is a floor that a language model should beat, and no language model.
//
// It sees what a model sees, the dump and the question, and works in these
// steps:
//
//  1. dump.go reads the tables, keys and foreign keys of the dump;
//  2. shape.go sorts the tables into those of entities, links and values, and
//     lists the relations that foreign keys and link tables make; attribute.go
//     lists what the other columns say, wherever a schema keeps it;
//  3. of a question about values (ask.go), phrase.go marks things and
//     attributes, clause.go and value.go read what is demanded of them, items.go
//     what is to be returned; totals.go and each.go plan figures;
//  4. base.go and where.go read a type's members with the attributes asked for:
//     columns of its own or of a supertype's table, arrays, JSON, tables of values;
//  5. of a question about links only, question.go reads what is asked of whom
//     (how many for each, the first n by a count, which with at least n), and
//     plan.go fills a pattern of SQL;
//  6. link.go links mentions to tables, discriminators and relations by the
//     likeness of their words; sql.go writes the statement.
//
// What cannot be understood gives a plain SELECT of a key, so that the answer
// can be run and be wrong. Guesses where a dump does not tell, each documented
// where it is made: a discriminator's value is the type's name in camel case;
// a type named after the table of all has subtypes; booleans are never unknown;
// a length of time without a unit is in seconds.
//
// The words in its code are those of English grammar and of SQL. It must not
// know a domain, a variant, a question or any data, and gives the same answer
// to the same request always.
package lexical

import (
	"context"

	"ercheck/llm"
)

// Name is the model's name on the command line.
const Name = "lexical"

// Model is the translator. The zero value is ready for use.
type Model struct{}

// Name implements llm.Model.
func (Model) Name() string { return Name }

// Complete implements llm.Model. It reads Request.Schema and Request.Question,
// and fails only when ctx has ended.
func (Model) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{}, err
	}
	return llm.Response{Text: Translate(r.Schema, r.Question), Finish: llm.FinishStop}, nil
}

// Translate answers the question over the schema of the dump in one statement.
func Translate(dump, question string) string {
	s := newShape(parseDump(dump))
	if sql := ask(s, question); sql != "" {
		return sql
	}
	if sql := plan(s, parseQuestion(question, s.concepts)); sql != "" {
		return sql
	}
	return fallback(s)
}
