package appliance

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"ercheck/appliance/answer"
	"ercheck/appliance/record"
	"ercheck/catalog/question"
	"ercheck/variants"
)

// references are what answers are compared with, and of those that are right the
// first rows.
type references struct {
	questions []record.Question
	samples   []record.Sample
}

// references runs what is known of each question (gold, alternates, mistakes,
// and on demand mutants) on one variant. A query that does not run is a fault of
// the domain's file, and an error.
func (a *Appliance) references(ctx context.Context, d *Data, questions []question.Question, mutants bool) (known references, err error) {
	conn, err := a.cluster.connect(ctx, d.Database)
	if err != nil {
		return known, err
	}
	defer closeQuietly(ctx, conn)
	known.questions = make([]record.Question, len(questions))
	for i, q := range questions {
		var right []record.Sample
		if known.questions[i], right, err = referencesOf(ctx, conn, d.easiest(), q); err != nil {
			return known, fmt.Errorf("question %s of domain %s: %w", q.ID, d.Domain.Name, err)
		}
		known.samples = append(known.samples, right...)
		if !mutants {
			continue
		}
		if err := addMutants(ctx, conn, d.easiest(), q, &known.questions[i]); err != nil {
			return known, fmt.Errorf("mutants of question %s: %w", q.ID, err)
		}
		a.progress(Progress{Stage: "mutants", Done: int64(i + 1), Total: int64(len(questions)), Note: q.ID})
	}
	return known, nil
}

func referencesOf(ctx context.Context, conn *pgx.Conn, v variants.Variant, q question.Question) (r record.Question, right []record.Sample, err error) {
	r = record.Question{ID: q.ID, Text: q.Text, Ambiguous: q.Ambiguous, Note: q.Note}
	known, answers, err := knownAnswers(ctx, conn, v, append([]question.Query{q.Gold}, q.Alternates...), answer.DefaultKeep())
	if err != nil {
		return r, nil, err
	}
	r.Gold, r.Alternates = known[0], known[1:]
	for _, a := range answers {
		right = append(right, sampleOf(q.ID, a))
	}
	if r.Mistakes, _, err = knownAnswers(ctx, conn, v, q.Mistakes, answer.Keep{}); err != nil {
		return r, nil, err
	}
	if q.Ranking != nil {
		err = addRanking(ctx, conn, v, *q.Ranking, &r)
	}
	return r, right, err
}

func addRanking(ctx context.Context, conn *pgx.Conn, v variants.Variant, ranking question.Ranking, r *record.Question) (err error) {
	r.Limit = ranking.Limit
	if r.TiedAtCut, err = tiedAtCut(ctx, conn, v, ranking); err != nil {
		return err
	}
	r.Gold.Ties, err = tiesOf(ctx, conn, v, ranking)
	return err
}

func knownAnswers(ctx context.Context, conn *pgx.Conn, v variants.Variant, queries []question.Query, keep answer.Keep) (all []record.Reference, answers []*answer.Answer, err error) {
	for _, q := range queries {
		known, found, err := reference(ctx, conn, v, q, keep)
		if err == nil && q.Ranking != nil {
			known.Ties, err = tiesOf(ctx, conn, v, *q.Ranking)
		}
		if err != nil {
			return nil, nil, err
		}
		all, answers = append(all, known), append(answers, found)
	}
	return all, answers, nil
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

// knownSamples are the first rows of a run's gold answers and alternates, as
// they were stored when it began.
func (a *Appliance) knownSamples(ctx context.Context, run *record.Run) ([]record.Sample, error) {
	known := map[[2]string]bool{}
	for _, q := range run.Questions {
		for _, r := range append([]record.Reference{q.Gold}, q.Alternates...) {
			known[[2]string{q.ID, r.Digests.Paper}] = true
		}
	}
	samples, err := a.history.Samples(ctx, run.ID)
	return slices.DeleteFunc(samples, func(s record.Sample) bool { return !known[[2]string{s.Question, s.Digest}] }), err
}
