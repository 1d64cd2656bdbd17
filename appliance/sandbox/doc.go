// Package sandbox runs one statement that nobody trusts against one variant,
// and says what came of it.
//
//  1. CreateDatabase makes an instance's database as a copy of a template that
//     was hardened once (harden.sql, template.go): a plain role has no function
//     with a side effect there, and no catalogue to read.
//  2. Grant gives the statements that make a variant's role: it owns nothing
//     and may read the tables of one schema (grant.go).
//  3. Open makes a Pool of connections to a server, kept per role, each with
//     the same settings and a cap on its backend's memory (pool.go, conn.go,
//     memory_linux.go).
//  4. Box.Run checks the statement's first word (check.go), sends it by the
//     extended protocol, which takes one statement only, within a read-only
//     transaction that is rolled back, and drops the session's state after it
//     (run.go). Rows stream into an answer.Answer and are kept nowhere else.
//  5. Whatever the statement did is a Result with an outcome (outcome.go). An
//     error of Run is a Fault: the server is gone, or something is wrong that
//     the statement did not cause (fault.go).
//
// The rights of the role and the template protect the data; the check of the
// first word and of the command tag keep out what no right forbids (COMMIT, DO,
// LISTEN, PREPARE, SET, EXPLAIN, COPY TO STDOUT); the limits protect the
// machine. Known leak: a cast to regclass shows the names, not the contents, of
// other relations of the same database.
//
// The package must not know questions, models under test, or how a result is
// judged.
package sandbox
