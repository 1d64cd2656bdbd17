// Package prompt makes the messages of each strategy from plain strings: the
// dump of a variant, a question and, for some, a description.
//
// The texts are the experimental material of "Same Data, Different Schemas:
// Robustness of LLM-based Text-to-SQL" (sections 2.5 and 2.6, CC BY 4.0), word
// for word: changing a byte makes a run incomparable with the paper's. Only the
// placeholders are filled in; the full stop after each stays. The paper does
// not say in which role the text was sent: it is one user message here.
//
// The package must not know what a schema or a question means.
package prompt

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strings"

	"ercheck/llm"
)

// preamble is the same for every strategy of the paper. The typographic
// apostrophe is the paper's.
const preamble = "You are the world’s best natural language to SQL translator. " +
	"You will be given two things: a schema for a PostgreSQL database and a natural language question. " +
	"Given these two inputs, you should respond ONLY with a SQL statement that when run against the provided schema, " +
	"returns the results that would answer the provided question. " +
	"Again, you should ONLY answer with the SQL statement. " +
	"Do not include any extra text before or after the SQL statement. " +
	"When providing your query, you should provide the minimum number of columns to uniquely identify answers. " +
	"For example, only return the ID of records that match your query and not other columns that are not necessary " +
	"for unique identification unless the query explicitly specifies a list of columns. " +
	"Return the minimal data necessary for both simple queries and aggregations."

// Direct is the paper's prompt (section 2.5): the whole dump of the schema and
// the question.
func Direct(schema, question string) []llm.Message {
	return user(preamble,
		"The database schema is: "+filled(schema),
		"The question is: "+filled(question))
}

// ER is the paper's prompt with the conceptual model (section 2.6): the
// diagram in words, the dump, the description of how the schema was made from
// the diagram, and the question, in the paper's order.
func ER(diagram, schema, description, question string) []llm.Message {
	return user(preamble,
		"The Entity-Relationship diagram is: "+filled(diagram),
		"The schema is: "+filled(schema),
		"The associated context for the schema is: "+filled(description),
		"The question is: "+filled(question))
}

// filled is a placeholder's text and the full stop after it. White space
// around the text goes, so that the stop stands right behind it.
func filled(text string) string { return strings.TrimSpace(text) + "." }

func user(lines ...string) []llm.Message {
	return []llm.Message{{Role: llm.RoleUser, Content: strings.Join(lines, "\n")}}
}

// Digest identifies messages: equal exactly for equal roles and contents in
// equal order. It is SHA-256 over length-prefixed parts, in hexadecimal.
func Digest(messages []llm.Message) string {
	h := sha256.New()
	for _, m := range messages {
		for _, part := range []string{m.Role, m.Content} {
			var size [8]byte
			binary.BigEndian.PutUint64(size[:], uint64(len(part)))
			h.Write(size[:])
			h.Write([]byte(part))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
