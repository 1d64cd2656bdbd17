package appliance

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"ercheck/appliance/answer"
	"ercheck/appliance/record"
	"ercheck/catalog/question"
	"ercheck/variants"
)

// tiesOf finds the candidates among which ties leave a choice at a ranking's cut;
// nil where there is none, and one answer is right.
func tiesOf(ctx context.Context, conn *pgx.Conn, v variants.Variant, r question.Ranking) (*record.Ties, error) {
	var c *answer.Candidates
	err := withViews(ctx, conn, v, func() error {
		return eachRow(ctx, conn, r.CandidatesSQL(),
			func(columns []answer.Column) { c = answer.NewCandidates(columns[:max(len(columns)-1, 0)]) },
			func(row [][]byte) { c.Add(row) })
	})
	if err != nil {
		return nil, fmt.Errorf("candidates at the cut: %w", err)
	}
	ties, beyond := c.Ties(r.Limit)
	if ties == nil {
		return nil, nil
	}
	return &record.Ties{Limit: ties.Limit, Above: ties.Above, Tied: ties.Tied, Beyond: beyond}, nil
}
