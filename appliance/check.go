package appliance

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/appliance/answer"
	"ercheck/catalog/fault"
	"ercheck/catalog/nearest"
	"ercheck/catalog/question"
	"ercheck/variants/pgsql"
)

// CheckResult says what the data of a domain showed of its questions.
type CheckResult struct {
	Faults   []Finding
	Notes    []Finding // what may surprise and is no fault
	Queries  int       // that were run: gold, alternates and mistakes
	Variants int       // that were proved equivalent
	Seconds  float64
}

// Finding is about one query of a domain's file, or about a question.
type Finding struct {
	At            fault.Position
	Message, Hint string
}

// Check tries everything in a domain's file that only a server can try: each
// gold query, alternate and mistake is run, and the chosen variants are proved
// equivalent, gold on all of them included. What is wrong is a result, not an
// error.
func (a *Appliance) Check(ctx context.Context, d *Data) (CheckResult, error) {
	began := time.Now()
	if _, err := a.Build(ctx, d, BuildOptions{}); err != nil {
		return CheckResult{}, err
	}
	conn, err := a.cluster.connect(ctx, d.Database)
	if err != nil {
		return CheckResult{}, err
	}
	defer closeQuietly(ctx, conn)
	c := checker{conn: conn, data: d}
	for _, unused := range d.Domain.Profile.Unused() {
		c.note(unused.At, unused.Hint, "%s", unused.Message)
	}
	sound, err := c.queries(ctx, allQuestions(d.Domain))
	if err != nil {
		return CheckResult{}, err
	}
	verified, err := a.Verify(ctx, d, sound)
	if err != nil {
		return CheckResult{}, err
	}
	c.addProof(verified)
	c.result.Variants, c.result.Seconds = len(verified.Variants), time.Since(began).Seconds()
	return c.result, nil
}

// checker runs the queries of one domain on one variant.
type checker struct {
	conn   *pgx.Conn
	data   *Data
	result CheckResult
}

func (c *checker) fault(at fault.Position, hint, format string, args ...any) {
	c.result.Faults = append(c.result.Faults, Finding{at, fmt.Sprintf(format, args...), hint})
}

func (c *checker) note(at fault.Position, hint, format string, args ...any) {
	c.result.Notes = append(c.result.Notes, Finding{at, fmt.Sprintf(format, args...), hint})
}

// queries runs all that is known of each question and gives those whose gold
// runs.
func (c *checker) queries(ctx context.Context, all []question.Question) (sound []question.Question, err error) {
	for _, q := range all {
		gold, err := c.run(ctx, q, q.Gold, "the gold query")
		if err != nil {
			return nil, err
		}
		if gold != nil {
			sound = append(sound, q)
			c.noteGold(q, gold)
		}
		for _, alternate := range q.Alternates {
			if _, err := c.run(ctx, q, alternate, fmt.Sprintf("alternate %q", alternate.Name)); err != nil {
				return nil, err
			}
		}
		for _, mistake := range q.Mistakes {
			what := fmt.Sprintf("mistake %q", mistake.Name)
			found, err := c.run(ctx, q, mistake, what)
			if err != nil {
				return nil, err
			}
			if found != nil && gold != nil && found.Digest(answer.Paper) == gold.Digest(answer.Paper) {
				c.note(mistake.At, "adversarial data may tell them apart, see ercheck help data",
					"question %s: %s gives the same answer as gold on these data", q.ID, what)
			}
		}
	}
	return sound, nil
}

func (c *checker) noteGold(q question.Question, gold *answer.Answer) {
	if gold.RowCount() == 0 {
		c.note(q.Gold.At, "many wrong queries give no rows too", "question %s: gold gives no rows on these data", q.ID)
	}
	if q.Ranking != nil && q.Ranking.Measure.Of == "" {
		c.note(q.Gold.At, "say the same figure in terms of the model, see measure in ercheck domain init",
			"question %s: its ranking has no measure, so data are not made without ties at its cut", q.ID)
	}
}

// run gives a query's answer; nil when it does not run, which is a fault.
func (c *checker) run(ctx context.Context, q question.Question, query question.Query, what string) (*answer.Answer, error) {
	c.result.Queries++
	found, err := runQuery(ctx, c.conn, c.data.easiest(), query.SQL, answer.Keep{})
	if errors.Is(err, errNoQuery) {
		c.fault(query.At, "write one SELECT over the E/R views", "question %s: %s does not run: %v", q.ID, what, err)
		return nil, nil
	}
	var said *pgconn.PgError
	if errors.As(err, &said) && unlessTold(ctx, err) == nil {
		c.fault(c.data.Domain.PlaceIn(query, int(said.Position)), c.hint(said), "question %s: %s does not run: %s", q.ID, what, said.Message)
		return nil, nil
	}
	return found, err
}

// missing finds the name in what the server says of a relation that is not there.
var missing = regexp.MustCompile(`^relation "(.+)" does not exist$`)

// notAllowed is the SQLSTATE for what a reader may not do.
const notAllowed = "42501"

// hint is the server's own; of an unknown relation it has none, and the E/R views
// are named, and of what is not allowed it knows only who else may.
func (c *checker) hint(said *pgconn.PgError) string {
	if said.Code == notAllowed {
		return "the queries of a model file can read the E/R views and compute, and nothing else"
	}
	name := missing.FindStringSubmatch(said.Message)
	if said.Hint != "" || name == nil {
		return said.Hint
	}
	var views []string
	for _, v := range c.data.Domain.Model.Views() {
		views = append(views, pgsql.ViewName(v))
	}
	return nearest.Hint(name[1], views)
}

// addProof adds what only the comparison of variants shows.
func (c *checker) addProof(verified VerifyResult) {
	for _, difference := range verified.Differences {
		at, hint := fault.Position{}, "please report it: every valid model is stored alike in every variant"
		if q, err := c.data.Domain.Question(difference.Question); err == nil {
			at, hint = q.Gold.At, "an answer must follow from the data alone, not from an order that the query does not state"
		}
		c.fault(at, hint, "%s", difference)
	}
	for _, r := range verified.Rankings {
		q, err := c.data.Domain.Question(r.Question)
		if err == nil && r.TiedAtCut > 0 {
			c.note(q.Gold.At, "", "question %s: %d candidates tie at the cut of %d, so more than one answer is right", r.Question, r.TiedAtCut, r.Limit)
		}
	}
}
