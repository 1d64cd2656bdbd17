package trial

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/appliance/answer"
	"ercheck/catalog/question"
	"ercheck/variants/pgsql"
)

// Verdict is what one instance says of a suspect.
type Verdict int

// The verdicts.
const (
	Same    Verdict = iota // the answer is right here
	Told                   // it is not
	Failed                 // the query fails here and gold does not: told as well
	Unknown                // it takes too long, or nothing can be said
)

// Tells says whether the verdict sets a suspect apart from gold.
func (v Verdict) Tells() bool { return v == Told || v == Failed }

// Case is a question that is prepared in a session.
type Case struct {
	session  *Session
	right    []prepared
	suspects []prepared
	refused  []error // by suspect; nil where the server takes it
}

// prepared is one query.
type prepared struct {
	name       string // of the prepared statement
	candidates string // of the one that gives the candidates of a ranking; "" without ties
	limit      int
}

// Prepare readies a question. right holds gold, whose ranking is given apart as in
// a question, and the alternates. A query of right that the server refuses is an
// error; suspects may be refused, see Refused, and "" stands for none. Release
// must be called.
func (s *Session) Prepare(ctx context.Context, q question.Question, suspects []string) (*Case, error) {
	c := &Case{session: s}
	gold := q.Gold
	gold.Ranking = q.Ranking
	for i, r := range append([]question.Query{gold}, q.Alternates...) {
		p, err := s.prepareRight(ctx, i, r)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("question %s: %w", q.ID, err), c.Release(ctx))
		}
		c.right = append(c.right, p)
	}
	for i, sql := range suspects {
		p := prepared{name: fmt.Sprint("suspect ", i)}
		var refused error
		if sql != "" {
			refused = s.prepare(ctx, p.name, sql)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c.suspects, c.refused = append(c.suspects, p), append(c.refused, refused)
	}
	return c, nil
}

func (s *Session) prepareRight(ctx context.Context, i int, q question.Query) (prepared, error) {
	p := prepared{name: fmt.Sprint("right ", i)}
	if err := s.prepare(ctx, p.name, q.SQL); err != nil {
		return p, err
	}
	if q.Ranking == nil {
		return p, nil
	}
	p.candidates, p.limit = fmt.Sprint("candidates ", i), q.Ranking.Limit
	return p, s.prepare(ctx, p.candidates, q.Ranking.CandidatesSQL())
}

// prepare takes one query and no other statement: PREPARE refuses what could give
// back the rights that queries do not have, and the protocol a second statement.
func (s *Session) prepare(ctx context.Context, name, sql string) error {
	result := s.conn.PgConn().ExecParams(ctx, "PREPARE "+pgsql.QuoteIdent(name)+" AS "+sql, nil, nil, nil, nil)
	_, err := result.Close()
	return err
}

// Refused is why the server does not take a suspect; nil when it does.
func (c *Case) Refused(suspect int) error { return c.refused[suspect] }

// Release forgets the prepared queries.
func (c *Case) Release(ctx context.Context) error {
	_, err := c.session.conn.Exec(ctx, "DEALLOCATE ALL")
	return err
}

// Compare runs the wanted suspects on an instance, by number, and gives a verdict
// for each, in the order of wanted. Refused ones are Unknown.
func (c *Case) Compare(ctx context.Context, number int, wanted []int) ([]Verdict, error) {
	if err := c.session.look(ctx, number); err != nil {
		return nil, err
	}
	right, err := c.answers(ctx)
	if err != nil {
		return nil, err
	}
	verdicts := make([]Verdict, len(wanted))
	for i, at := range wanted {
		if verdicts[i] = Unknown; c.refused[at] != nil {
			continue
		}
		if verdicts[i], err = c.verdict(ctx, right, c.suspects[at]); err != nil {
			return nil, err
		}
	}
	return verdicts, nil
}

// verdict of one suspect against what is right.
func (c *Case) verdict(ctx context.Context, right []known, suspect prepared) (Verdict, error) {
	given, err := c.session.run(ctx, suspect.name)
	if said := (*pgconn.PgError)(nil); errors.As(err, &said) && ctx.Err() == nil {
		if said.Code == queryCanceled {
			return Unknown, nil
		}
		return Failed, nil
	}
	if err != nil {
		return Unknown, err
	}
	verdict := Told
	for _, k := range right {
		switch {
		case k.accepts(given):
			return Same, nil
		case k.beyond:
			verdict = Unknown
		}
	}
	return verdict, nil
}

const queryCanceled = "57014" // SQLSTATE

// SlowError says that a query that is right takes too long on an instance, so
// that nothing can be compared with it.
type SlowError struct{ Err error }

// Error says how long it was waited for.
func (e *SlowError) Error() string {
	return fmt.Sprintf("a right query takes more than %v", patience)
}

// Unwrap gives what the server said.
func (e *SlowError) Unwrap() error { return e.Err }

// Hint says what to do.
func (e *SlowError) Hint() string {
	return "choose a smaller --scale, or the other questions with --question"
}

// unfit says why a right query gives no answer.
func unfit(ctx context.Context, err error) error {
	if said := (*pgconn.PgError)(nil); errors.As(err, &said) && said.Code == queryCanceled && ctx.Err() == nil {
		return &SlowError{err}
	}
	return fmt.Errorf("a right query does not run: %w", err)
}

// known is a right answer.
type known struct {
	answer *answer.Answer
	ties   *answer.Ties
	beyond bool // too many candidates tie to be kept
}

func (k known) accepts(given *answer.Answer) bool {
	return answer.Equal(k.answer, given, answer.Typed) ||
		k.ties != nil && !k.beyond && k.ties.Right(given.RowCount(), given.RowHashes())
}

// answers runs all that is right on the instance looked at.
func (c *Case) answers(ctx context.Context) ([]known, error) {
	var all []known
	for _, p := range c.right {
		var k known
		var err error
		if k.answer, err = c.session.run(ctx, p.name); err != nil {
			return nil, unfit(ctx, err)
		}
		if p.candidates != "" {
			if k.ties, k.beyond, err = c.session.ties(ctx, p); err != nil {
				return nil, unfit(ctx, err)
			}
		}
		all = append(all, k)
	}
	return all, nil
}

func (s *Session) run(ctx context.Context, name string) (*answer.Answer, error) {
	var a *answer.Answer
	err := s.rows(ctx, name, func(columns []answer.Column) func([][]byte) {
		a = answer.New(columns, answer.Keep{})
		return a.Add
	})
	return a, err
}

func (s *Session) ties(ctx context.Context, p prepared) (*answer.Ties, bool, error) {
	var c *answer.Candidates
	err := s.rows(ctx, p.candidates, func(columns []answer.Column) func([][]byte) {
		c = answer.NewCandidates(columns[:max(len(columns)-1, 0)])
		return c.Add
	})
	if err != nil {
		return nil, false, err
	}
	ties, beyond := c.Ties(p.limit)
	return ties, beyond, nil
}

// rows runs a prepared query; begin takes its columns and gives what takes the
// rows.
func (s *Session) rows(ctx context.Context, name string, begin func([]answer.Column) func([][]byte)) error {
	result := s.conn.PgConn().ExecPrepared(ctx, name, nil, nil, nil)
	fields := result.FieldDescriptions()
	columns := make([]answer.Column, len(fields))
	for i, f := range fields {
		columns[i] = answer.Column{Name: f.Name, Type: answer.TypeName(f.DataTypeOID)}
	}
	row := begin(columns)
	for result.NextRow() {
		row(result.Values())
	}
	_, err := result.Close()
	return err
}
