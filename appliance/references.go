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

// references runs what is known of each question (gold, alternates, mistakes)
// on the first variant: the answers that cells are compared with, and of gold
// the first rows. A query that does not run is a fault of the domain's file, and
// an error.
func (a *Appliance) references(ctx context.Context, d *Data, questions []question.Question) ([]record.Question, []record.Sample, error) {
	conn, err := a.cluster.connect(ctx, d.Database)
	if err != nil {
		return nil, nil, err
	}
	defer closeQuietly(ctx, conn)
	all := make([]record.Question, len(questions))
	samples := make([]record.Sample, len(questions))
	for i, q := range questions {
		if all[i], samples[i], err = referencesOf(ctx, conn, d.Variants[0], q); err != nil {
			return nil, nil, fmt.Errorf("question %s of domain %s: %w", q.ID, d.Domain.Name, err)
		}
	}
	return all, samples, nil
}

func referencesOf(ctx context.Context, conn *pgx.Conn, v variants.Variant, q question.Question) (r record.Question, s record.Sample, err error) {
	r = record.Question{ID: q.ID, Text: q.Text, Ambiguous: q.Ambiguous, Note: q.Note}
	var gold *answer.Answer
	if r.Gold, gold, err = reference(ctx, conn, v, q.Gold, answer.DefaultKeep()); err != nil {
		return r, s, err
	}
	s = sampleOf(q.ID, gold)
	if r.Alternates, err = knownAnswers(ctx, conn, v, q.Alternates); err != nil {
		return r, s, err
	}
	if r.Mistakes, err = knownAnswers(ctx, conn, v, q.Mistakes); err != nil {
		return r, s, err
	}
	if q.Ranking != nil {
		r.Limit = q.Ranking.Limit
		r.TiedAtCut, err = tiedAtCut(ctx, conn, v, *q.Ranking)
	}
	return r, s, err
}

func knownAnswers(ctx context.Context, conn *pgx.Conn, v variants.Variant, queries []question.Query) ([]record.Reference, error) {
	var all []record.Reference
	for _, q := range queries {
		known, _, err := reference(ctx, conn, v, q, answer.Keep{})
		if err != nil {
			return nil, err
		}
		all = append(all, known)
	}
	return all, nil
}

func reference(ctx context.Context, conn *pgx.Conn, v variants.Variant, q question.Query, keep answer.Keep) (record.Reference, *answer.Answer, error) {
	found, err := runQuery(ctx, conn, v, q.SQL, keep)
	if err != nil {
		name := "the gold query"
		if q.Name != "" {
			name = fmt.Sprintf("the query %q", q.Name)
		}
		return record.Reference{}, nil, fmt.Errorf("%s: %w", name, err)
	}
	return record.Reference{Name: q.Name, SQL: q.SQL, RowCount: found.RowCount(), Digests: digestsOf(found)}, found, nil
}

func digestsOf(a *answer.Answer) record.Digests {
	return record.Digests{Paper: a.Digest(answer.Paper), Typed: a.Digest(answer.Typed), Columns: a.Digest(answer.Columns)}
}

func sampleOf(question string, a *answer.Answer) record.Sample {
	return record.Sample{
		Question: question, Digest: a.Digest(answer.Paper), Columns: recordColumns(a.Columns()),
		Rows: nonNil(a.Rows()), RowCount: a.RowCount(),
	}
}
