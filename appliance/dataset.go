package appliance

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"

	"ercheck/appliance/answer"
	"ercheck/appliance/record"
	"ercheck/catalog/question"
	"ercheck/variants"
	"ercheck/variants/standalone"
)

// DatasetOptions say what goes into a dataset.
type DatasetOptions struct {
	Set       string   // of questions; "" = the domain's first, AllSets = all
	Questions []string // ids; none = the whole set
	Call      string   // how to make it again, in words of the caller
	Check     bool     // run every query on its variant
}

// DatasetHeader is the first line of a dataset: what it was made of, so that the
// same can be made again.
type DatasetHeader struct {
	Dataset     int          `json:"dataset"` // the version of this form: 1
	Ercheck     string       `json:"ercheck"`
	Call        string       `json:"call"`
	Domain      string       `json:"domain"`
	Data        exportedData `json:"data"`
	ModelDigest string       `json:"model_digest"`
	Set         string       `json:"set"`
	Questions   []string     `json:"questions"`
	Variants    []string     `json:"variants"`
	Records     int          `json:"records"` // lines that follow
}

// DatasetRecord is one question on one variant.
type DatasetRecord struct {
	Question   string             `json:"question"`
	Text       string             `json:"text"`
	Ambiguous  bool               `json:"ambiguous"`
	Note       string             `json:"note,omitempty"` // how gold reads it
	Variant    string             `json:"variant"`
	Choices    map[string]string  `json:"choices"`
	Schema     string             `json:"schema"` // the dump that a prompt carries
	SQL        string             `json:"sql"`    // gold, over the variant's tables
	Answer     DatasetAnswer      `json:"answer"`
	Alternates []DatasetAlternate `json:"alternates"` // equally right
	Points     []string           `json:"points"`     // whose choices show in SQL
}

// DatasetAnswer identifies an answer, the same on every variant.
type DatasetAnswer struct {
	Paper    string `json:"paper"` // digest in that mode of comparison
	Typed    string `json:"typed"`
	RowCount int64  `json:"row_count"`
}

// DatasetAlternate is another query that is right.
type DatasetAlternate struct {
	Name   string        `json:"name"`
	SQL    string        `json:"sql"`
	Answer DatasetAnswer `json:"answer"`
}

// DatasetResult counts what was written.
type DatasetResult struct {
	Records   int `json:"records"`
	Variants  int `json:"variants"`
	Questions int `json:"questions"`
	Checked   int `json:"checked"` // queries that were run on their variant and gave the answer
}

// Dataset writes a header and a record for each question on each chosen variant,
// a JSON document a line, one variant at a time. The same call writes the same
// bytes. Answers come from one variant, all being equivalent; with Check every
// query is run on its own as well, and one that answers otherwise is an error.
func (a *Appliance) Dataset(ctx context.Context, d *Data, o DatasetOptions, out io.Writer) (DatasetResult, error) {
	questions, err := ChooseQuestions(d.Domain, o.Set, o.Questions)
	if err == nil && len(questions) == 0 {
		err = &NoQuestionsError{d.Domain.Name}
	}
	if err != nil {
		return DatasetResult{}, err
	}
	build := d.only(d.easiest())
	if o.Check {
		build = d
	}
	if _, err := a.Build(ctx, build, BuildOptions{}); err != nil {
		return DatasetResult{}, err
	}
	known, err := a.references(ctx, build, questions, false)
	if err != nil {
		return DatasetResult{}, err
	}
	w := datasetWriter{a: a, d: d, check: o.Check, known: known.questions, questions: questions, out: json.NewEncoder(out)}
	w.out.SetEscapeHTML(false)
	if err := w.out.Encode(a.datasetHeader(d, o, questions)); err != nil {
		return DatasetResult{}, err
	}
	for _, v := range d.Variants {
		if err := w.variant(ctx, v); err != nil {
			return w.result, err
		}
	}
	return w.result, nil
}

func (a *Appliance) datasetHeader(d *Data, o DatasetOptions, questions []question.Question) DatasetHeader {
	h := DatasetHeader{Dataset: 1, Ercheck: a.options.Version, Call: o.Call, Domain: d.Domain.Name, Data: d.exported(),
		ModelDigest: d.Domain.Model.Digest(), Set: cmp.Or(o.Set, d.Domain.Sets[0].Name), Records: len(questions) * len(d.Variants)}
	for _, q := range questions {
		h.Questions = append(h.Questions, q.ID)
	}
	for _, v := range d.Variants {
		h.Variants = append(h.Variants, v.Name)
	}
	return h
}

type datasetWriter struct {
	a         *Appliance
	d         *Data
	check     bool
	questions []question.Question
	known     []record.Question // in the order of questions
	out       *json.Encoder
	result    DatasetResult
}

func (w *datasetWriter) variant(ctx context.Context, v variants.Variant) error {
	like := DatasetRecord{Variant: v.Name, Choices: v.Choices.Map(), Schema: v.Dump()}
	sql := standalone.New(v.Layout)
	conn, err := w.a.cluster.connect(ctx, w.d.Database)
	if err != nil {
		return err
	}
	defer closeQuietly(ctx, conn)
	for i, q := range w.questions {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := datasetRecord(like, sql, q, w.known[i])
		if err == nil && w.check {
			err = w.checkRecord(ctx, conn, v, r)
		}
		if err == nil {
			err = w.out.Encode(r)
		}
		if err != nil {
			return fmt.Errorf("question %s on variant %s: %w", q.ID, v.Name, err)
		}
		w.result.Records++
	}
	w.result.Variants++
	w.result.Questions = len(w.questions)
	return nil
}

func datasetRecord(r DatasetRecord, w *standalone.Writer, q question.Question, known record.Question) (DatasetRecord, error) {
	r.Question, r.Text, r.Ambiguous, r.Note = q.ID, q.Text, q.Ambiguous, q.Note
	gold, err := w.Write(q.Gold.SQL)
	if err != nil {
		return r, err
	}
	r.SQL, r.Answer, r.Alternates = gold.SQL, datasetAnswer(known.Gold), []DatasetAlternate{}
	for i, other := range q.Alternates {
		written, err := w.Write(other.SQL)
		if err != nil {
			return r, err
		}
		r.Alternates = append(r.Alternates, DatasetAlternate{other.Name, written.SQL, datasetAnswer(known.Alternates[i])})
	}
	clauses, err := w.Explain(gold.SQL)
	r.Points = standalone.PointsOf(clauses)
	return r, err
}

func datasetAnswer(r record.Reference) DatasetAnswer {
	return DatasetAnswer{Paper: r.Digests.Paper, Typed: r.Digests.Typed, RowCount: r.RowCount}
}

// OtherAnswerError says that a query as it is written for a variant does not give
// the answer that the question has.
type OtherAnswerError struct{ SQL string }

func (e *OtherAnswerError) Error() string {
	return "the query gives another answer on this variant than over its E/R views:\n" + e.SQL
}

// checkRecord runs all queries of a record on its variant.
func (w *datasetWriter) checkRecord(ctx context.Context, conn *pgx.Conn, v variants.Variant, r DatasetRecord) error {
	for _, q := range append([]DatasetAlternate{{"", r.SQL, r.Answer}}, r.Alternates...) {
		found, err := runOver(ctx, conn, v.Name, q.SQL, answer.Keep{})
		if err != nil {
			return err
		}
		if found.Digest(answer.Paper) != q.Answer.Paper {
			return &OtherAnswerError{q.SQL}
		}
		w.result.Checked++
	}
	return nil
}
