package sandbox

import (
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/appliance/record"
)

// maxMessage bounds what is kept of the server's message, in bytes: it may quote
// a value of any length.
const maxMessage = 2000

// failed makes a result of the server's refusal.
func failed(err *pgconn.PgError) Result {
	return Result{
		Outcome:  outcomeOf(err),
		SQLState: err.Code,
		Message:  clip(strings.ToValidUTF8(err.Message, "\uFFFD"), maxMessage),
		Hint:     clip(strings.ToValidUTF8(err.Hint, "\uFFFD"), maxMessage),
		Position: int(err.Position),
	}
}

func outcomeOf(err *pgconn.PgError) record.Outcome {
	switch err.Code {
	case "57014": // ours is seen before: this is statement_timeout
		return record.Timeout
	case "53200", "53400": // out of memory, temp_file_limit
		return record.Limit
	case "42601":
		if manyStatements(err) {
			return record.Rejected
		}
	}
	return record.Error
}

// manyStatements tells "cannot insert multiple commands into a prepared
// statement" from other syntax errors by where the server says it, since the
// message may be in any language. The parser's own errors come from elsewhere.
func manyStatements(err *pgconn.PgError) bool { return err.Routine == "exec_parse_message" }

func rejected(message string) Result { return Result{Outcome: record.Rejected, Message: message} }

func limited(message string) Result { return Result{Outcome: record.Limit, Message: message} }
