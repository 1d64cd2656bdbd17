package appliance

import (
	"context"
	"fmt"

	"ercheck/appliance/answer"
	"ercheck/appliance/record"
	"ercheck/catalog/question"
	"ercheck/variants/standalone"
)

// GoldResult is a question's gold answer.
type GoldResult struct {
	Domain   string          `json:"domain"`
	Question string          `json:"question"`
	Text     string          `json:"text"`
	Variant  string          `json:"variant"`
	SQL      string          `json:"sql"` // over the E/R views
	Columns  []record.Column `json:"columns"`
	Rows     [][]*string     `json:"rows"`
	RowCount int64           `json:"row_count"`
	Digest   string          `json:"digest"` // in mode paper
	Ranking  *Ranking        `json:"ranking,omitempty"`
}

// Gold runs a question's gold query on the first chosen variant and gives the
// whole answer.
func (a *Appliance) Gold(ctx context.Context, d *Data, id string) (GoldResult, error) {
	q, err := d.Domain.Question(id)
	if err != nil {
		return GoldResult{}, err
	}
	return survive(ctx, a, func() (GoldResult, error) { return a.gold(ctx, d, q) })
}

func (a *Appliance) gold(ctx context.Context, d *Data, q question.Question) (GoldResult, error) {
	v := d.Variants[0]
	d = d.only(v)
	if _, err := a.build(ctx, d, BuildOptions{}); err != nil {
		return GoldResult{}, err
	}
	conn, err := a.cluster.connect(ctx, d.Database)
	if err != nil {
		return GoldResult{}, err
	}
	defer closeQuietly(ctx, conn)
	found, err := runQuery(ctx, conn, v, q.Gold.SQL, answer.Keep{Rows: wholeAnswer, Bytes: wholeAnswer})
	if err != nil {
		return GoldResult{}, fmt.Errorf("gold query of question %s: %w", q.ID, err)
	}
	result := GoldResult{
		Domain: d.Domain.Name, Question: q.ID, Text: q.Text, Variant: v.Name, SQL: q.Gold.SQL,
		Columns: recordColumns(found.Columns()), Rows: nonNil(found.Rows()), RowCount: found.RowCount(), Digest: found.Digest(answer.Paper),
	}
	if q.Ranking != nil {
		tied, err := tiedAtCut(ctx, conn, v, *q.Ranking)
		if err != nil {
			return GoldResult{}, err
		}
		result.Ranking = &Ranking{Question: q.ID, Limit: q.Ranking.Limit, TiedAtCut: tied}
	}
	return result, nil
}

// wholeAnswer keeps every row of a gold answer that a laptop can hold.
const wholeAnswer = 1 << 30

// GoldSQL is a gold query written for one variant.
type GoldSQL struct {
	Question string              `json:"question"`
	Variant  string              `json:"variant"`
	SQL      string              `json:"sql"`
	Clauses  []standalone.Clause `json:"clauses,omitempty"` // its lines, where they are to be explained
}

// WriteGold writes a gold query for the first chosen variant: one statement over
// its tables that needs no E/R view. explain adds the decision points behind each
// line, in SQL as comments. It needs no Postgres.
func WriteGold(d *Data, id string, explain bool) (GoldSQL, error) {
	q, err := d.Domain.Question(id)
	if err != nil {
		return GoldSQL{}, err
	}
	w := standalone.New(d.Variants[0].Layout)
	written, err := w.Write(q.Gold.SQL)
	result := GoldSQL{Question: id, Variant: d.Variants[0].Name, SQL: written.SQL}
	if err == nil && explain {
		result.Clauses, err = w.Explain(written.SQL)
		result.SQL = standalone.Annotated(result.Clauses)
	}
	if err != nil {
		return GoldSQL{}, fmt.Errorf("gold query of question %s: %w", id, err)
	}
	return result, nil
}

func recordColumns(columns []answer.Column) []record.Column {
	all := make([]record.Column, len(columns))
	for i, c := range columns {
		all[i] = record.Column{Name: c.Name, Type: c.Type}
	}
	return all
}

// nonNil makes an empty answer an empty list in JSON.
func nonNil(rows [][]*string) [][]*string {
	if rows == nil {
		return [][]*string{}
	}
	return rows
}
