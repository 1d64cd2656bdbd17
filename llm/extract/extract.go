// Package extract finds the SQL in a model's response by one fixed rule:
//
//	The answer is the last complete SQL statement outside reasoning,
//	byte for byte, without the semicolon that ends it.
//
// In steps:
//
//  1. A response that the model did not end itself is `truncated`: a valid
//     prefix of a statement may mean something else (its WHERE is missing).
//  2. Reasoning goes: what stands in think tags, before a closing tag without
//     an opening one, and after an opening one without a closing one. Text that
//     a provider sent as reasoning is never looked at. (reasoning.go)
//  3. The rest is cut into blocks: fenced code, strings of a JSON object under
//     a key such as "sql", and running text. (block.go, object.go)
//  4. In a block, statements end at a semicolon outside strings, comments and
//     parentheses, or where the block ends or turns into prose. A statement
//     that ends inside a string, a comment or parentheses is not complete.
//     In running text a statement begins where a line does, or behind a colon
//     or backtick. (statement.go, prose.go)
//  5. The last complete statement of all blocks is the answer. Where it follows
//     directly on a statement that is no query (COMMIT; DROP …; SELECT …), all of
//     them together are the answer, for whoever runs it to refuse: taking only
//     the last would run something that the model did not mean.
//
// Comments before the first and behind the last word are left out; those
// between stay. Nothing is mended. The package must not know schemas, questions
// or servers: whether a statement is right SQL is for Postgres to say.
package extract

import (
	"ercheck/llm"
)

// Outcomes of a response without SQL that can be run.
const (
	NoSQL     = "no_sql"    // the text holds no complete statement
	Truncated = "truncated" // the model did not end the text itself
)

// SQL applies the rule. Either sql is not empty and outcome is, or the other
// way round. The SQL is a substring of r.Text or of a JSON string in it.
func SQL(r llm.Response) (sql, outcome string) {
	if r.Finish != llm.FinishStop {
		return "", Truncated
	}
	for _, part := range outsideReasoning(r.Text) {
		if s := lastStatement(part, maxNesting); s != "" {
			sql = s
		}
	}
	if sql == "" {
		return "", NoSQL
	}
	return sql, ""
}

// maxNesting bounds blocks within blocks: JSON in a fence, a fence in JSON.
const maxNesting = 3

// lastStatement is the last complete statement of text, or "".
func lastStatement(text string, nesting int) string {
	last := ""
	for _, b := range blocks(text) {
		s := ""
		if b.code {
			s = ofCode(b.text, nesting)
		} else {
			s = answer(b.text, inProse(b.text))
		}
		if s != "" {
			last = s
		}
	}
	return last
}

// ofCode takes code that begins with SQL as nothing but SQL; other code may
// hold blocks or prose of its own.
func ofCode(code string, nesting int) string {
	if statements, ok := inCode(code); ok {
		return answer(code, statements)
	}
	if nesting == 0 {
		return ""
	}
	return lastStatement(code, nesting-1)
}

// answer is the last statement of a block, with those before it when one that
// directly precedes is no query.
func answer(text string, statements []statement) string {
	if len(statements) == 0 {
		return ""
	}
	last := len(statements) - 1
	first, refused := last, !statements[last].query
	for first > 0 && onlySeparators(text[statements[first-1].end:statements[first].start]) {
		first--
		refused = refused || !statements[first].query
	}
	if !refused {
		first = last
	}
	return text[statements[first].start:statements[last].end]
}
