package appliance

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/appliance/answer"
	"ercheck/appliance/record"
	"ercheck/catalog/question"
	"ercheck/variants"
)

// mutantTimeout is how long one mutant may run: a join whose condition changed
// can have any number of rows, and such an answer is no label worth waiting for.
const mutantTimeout = 2 * time.Second

// addMutants puts the mutants of a question's gold query behind its mistakes, so
// that a wrong answer that equals one is told by it. Left out is what the server
// refuses or does not finish, what is right on these data, and what equals one
// that is there already.
func addMutants(ctx context.Context, conn *pgx.Conn, v variants.Variant, q question.Question, known *record.Question) error {
	suspects, err := suspectsOf(v.Layout.Model, question.Question{ID: q.ID, Gold: q.Gold, Ranking: q.Ranking})
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, r := range append(append([]record.Reference{known.Gold}, known.Alternates...), known.Mistakes...) {
		there[r.Digests.Typed] = true
	}
	if _, err := conn.Exec(ctx, fmt.Sprintf("SET statement_timeout = %d", mutantTimeout.Milliseconds())); err != nil {
		return err
	}
	for _, s := range suspects {
		r, _, err := reference(ctx, conn, v, question.Query{Name: s.Label, SQL: s.SQL}, answer.Keep{})
		if _, refused := errors.AsType[*pgconn.PgError](err); refused && ctx.Err() == nil && !conn.IsClosed() {
			continue
		}
		if err != nil {
			return err
		}
		if !there[r.Digests.Typed] {
			there[r.Digests.Typed] = true
			known.Mistakes = append(known.Mistakes, r)
		}
	}
	_, err = conn.Exec(ctx, "RESET statement_timeout")
	return err
}
