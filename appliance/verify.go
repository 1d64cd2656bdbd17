package appliance

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"ercheck/appliance/answer"
	"ercheck/catalog/digest"
	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/catalog/question"
	"ercheck/variants"
	"ercheck/variants/pgsql"
)

// VerifyResult says whether the stored variants are equivalent.
type VerifyResult struct {
	Domain         string       `json:"domain"`
	Scale          string       `json:"scale"`
	Seed           uint64       `json:"seed"`
	Holds          bool         `json:"holds"`
	InstanceDigest string       `json:"instance_digest"`
	Variants       []string     `json:"variants"`
	ViewsChecked   int          `json:"views_checked"` // E/R views compared with the instance, over all variants
	GoldChecked    int          `json:"gold_checked"`  // gold queries run, over all variants
	Rankings       []Ranking    `json:"rankings"`
	Differences    []Difference `json:"differences"`
	Seconds        float64      `json:"seconds"`

	TablesChecked    int `json:"tables_checked"`    // tables compared with what they must hold, over all variants
	CatalogueChecked int `json:"catalogue_checked"` // comparisons of the catalogue with the plan, over all variants
}

// Ranking says how a "top k" question's data looks at its cut.
type Ranking struct {
	Question  string `json:"question"`
	Limit     int    `json:"limit"`
	TiedAtCut int    `json:"tied_at_cut"` // candidates that share the last rank's figure across the cut; 0 = the answer is unique
}

// Difference is one way in which a variant is not the instance.
type Difference struct {
	Variant   string     `json:"variant"`
	View      string     `json:"view,omitempty"`
	Table     string     `json:"table,omitempty"`
	Catalogue string     `json:"catalogue,omitempty"` // what of the catalogue differs from the plan: columns
	Question  string     `json:"question,omitempty"`
	Message   string     `json:"message"`
	Missing   [][]string `json:"missing,omitempty"` // rows that must be there and are not, the first few
	Extra     [][]string `json:"extra,omitempty"`   // rows that the variant has too many, the first few
}

// String gives the difference in one line.
func (d Difference) String() string {
	place := "question " + d.Question
	switch {
	case d.View != "":
		place = "E/R view " + d.View
	case d.Table != "":
		place = "table " + d.Table
	case d.Catalogue != "":
		place = d.Catalogue
	}
	return fmt.Sprintf("variant %s, %s: %s", d.Variant, place, d.Message)
}

// Verify proves that every chosen variant holds the instance and nothing else:
// each E/R view's rows against the instance's own, each table's against those
// that it must have, the catalogue against the plan, and each gold query's answer
// against the first variant's. Differences are a result, not an error. questions
// are those whose gold is checked, see Questions. It survives a server that is
// killed meanwhile.
func (a *Appliance) Verify(ctx context.Context, d *Data, questions []question.Question) (VerifyResult, error) {
	return survive(ctx, a, func() (VerifyResult, error) { return a.verify(ctx, d, questions) })
}

func (a *Appliance) verify(ctx context.Context, d *Data, questions []question.Question) (VerifyResult, error) {
	if _, err := a.build(ctx, d, BuildOptions{}); err != nil {
		return VerifyResult{}, err
	}
	c, err := a.openCluster(ctx)
	if err != nil {
		return VerifyResult{}, err
	}
	began := time.Now()
	result := VerifyResult{Domain: d.Domain.Name, Scale: d.Scale, Seed: d.options.Seed, Differences: []Difference{}}
	expected, err := expectedViews(ctx, d.Source, d.options.Workers)
	if err != nil {
		return VerifyResult{}, err
	}
	expected.questions = questions
	result.InstanceDigest = expected.digest()
	found, err := a.checkVariants(ctx, c, d, expected)
	if err != nil {
		return VerifyResult{}, err
	}
	for i, v := range d.Variants {
		result.Variants = append(result.Variants, v.Name)
		result.ViewsChecked += found[i].views
		result.GoldChecked += len(found[i].gold)
		result.TablesChecked += found[i].tables
		result.CatalogueChecked += found[i].catalogue
		result.Differences = append(result.Differences, found[i].differences...)
	}
	result.Differences = append(result.Differences, compareGold(d, found)...)
	if result.Rankings, err = a.rankings(ctx, c, d, questions); err != nil {
		return VerifyResult{}, err
	}
	result.Holds = len(result.Differences) == 0
	result.Seconds = time.Since(began).Seconds()
	return result, nil
}

// expectation is what every variant must show.
type expectation struct {
	views     []er.View
	sums      []*digest.Multiset // of each view
	questions []question.Question
}

// expectedViews goes through the instance itself, a few views at a time.
func expectedViews(ctx context.Context, src instance.Source, workers int) (e expectation, err error) {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	e.views = src.Model().Views()
	e.sums, err = instance.ViewDigests(ctx, src, e.views, workers)
	return e, err
}

// digest is of the whole instance.
func (e expectation) digest() string { return instance.Combine(e.views, e.sums) }

// finding is what one variant showed.
type finding struct {
	views       int
	tables      int
	catalogue   int
	gold        []goldAnswer
	viewsHold   bool
	differences []Difference
}

// goldAnswer is one gold query's answer on one variant.
type goldAnswer struct {
	question string
	digest   string
	rows     int64
}

func (a *Appliance) checkVariants(ctx context.Context, c *cluster, d *Data, expected expectation) ([]finding, error) {
	found := make([]finding, len(d.Variants))
	var done atomic.Int64
	total := int64(len(d.Variants) * (len(expected.views) + 1 + len(expected.questions)))
	for _, v := range d.Variants {
		total += int64(len(v.Layout.Tables))
	}
	var mu sync.Mutex
	step := func(note string) {
		mu.Lock()
		defer mu.Unlock()
		a.progress(Progress{Stage: "verify", Done: done.Add(1), Total: total, Note: note})
	}
	err := eachWithConnection(ctx, c, d.Database, len(d.Variants), func(ctx context.Context, conn *pgx.Conn, i int) error {
		var err error
		v := d.Variants[i]
		found[i], err = checkVariant(ctx, conn, d, v, expected, step)
		if err != nil {
			return err
		}
		var differences []Difference
		found[i].catalogue, differences, err = checkCatalogue(ctx, conn, v, c.role(d, v.Name).Name)
		found[i].differences = append(found[i].differences, differences...)
		step(v.Name)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, a.checkTables(ctx, c, d, found, step)
}

// checkVariant reads every view and runs every gold query.
func checkVariant(ctx context.Context, conn *pgx.Conn, d *Data, v variants.Variant, expected expectation, step func(string)) (finding, error) {
	var f finding
	for i, view := range expected.views {
		difference, err := checkView(ctx, conn, d.Source, v, view, expected.sums[i])
		if err != nil {
			return f, fmt.Errorf("read E/R view %s of variant %s: %w", view.Name, v.Name, err)
		}
		if difference != nil {
			f.differences = append(f.differences, *difference)
		}
		f.views++
		step(v.Name)
	}
	f.viewsHold = len(f.differences) == 0
	for _, q := range expected.questions {
		found, err := runQuery(ctx, conn, v, q.Gold.SQL, answer.Keep{})
		if err != nil && ctx.Err() != nil {
			return f, ctx.Err()
		}
		if err != nil {
			f.differences = append(f.differences, Difference{Variant: v.Name, Question: q.ID, Message: "the gold query does not run: " + err.Error()})
			step(v.Name)
			continue
		}
		f.gold = append(f.gold, goldAnswer{q.ID, found.Digest(answer.Paper), found.RowCount()})
		step(v.Name)
	}
	return f, nil
}

// checkView compares one view's rows with the instance's.
func checkView(ctx context.Context, conn *pgx.Conn, src instance.Source, v variants.Variant, view er.View, want *digest.Multiset) (*Difference, error) {
	sql := viewSelect(v, view)
	got, err := sumRows(ctx, conn, sql)
	if err != nil {
		return &Difference{Variant: v.Name, View: view.Name, Message: "it cannot be read: " + err.Error()}, unlessTold(ctx, err)
	}
	if got.Equal(want) {
		return nil, nil
	}
	missing, extra, err := differingRows(viewRows(ctx, src, view), queryRows(ctx, conn, sql))
	if err != nil {
		return nil, err
	}
	return &Difference{
		Variant: v.Name, View: view.Name, Missing: missing, Extra: extra,
		Message: fmt.Sprintf("it has %d rows and the instance %d, and they are not the same", got.Rows(), want.Rows()),
	}, nil
}

// viewSelect names the columns, since their order is part of the digest.
func viewSelect(v variants.Variant, view er.View) string {
	sql := "SELECT "
	for i, column := range view.Columns {
		if i > 0 {
			sql += ", "
		}
		sql += pgsql.QuoteIdent(pgsql.Identifier(column.Name))
	}
	return sql + " FROM " + pgsql.QuoteIdent(viewSchema(v.Name)) + "." + pgsql.QuoteIdent(pgsql.ViewName(view))
}

// compareGold reports answers that differ from those of the first variant whose
// E/R views hold, or of the first when none do.
func compareGold(d *Data, found []finding) []Difference {
	var differences []Difference
	reference := max(0, slices.IndexFunc(found, func(f finding) bool { return f.viewsHold }))
	right := map[string]goldAnswer{}
	for _, g := range found[reference].gold {
		right[g.question] = g
	}
	for i, f := range found {
		for _, g := range f.gold {
			want, known := right[g.question]
			if known && g.digest != want.digest {
				differences = append(differences, Difference{Variant: d.Variants[i].Name, Question: g.question,
					Message: fmt.Sprintf("gold has another answer here (%d rows) than on variant %s (%d rows)", g.rows, d.Variants[reference].Name, want.rows)})
			}
		}
	}
	return differences
}

// rankings counts ties at the cut on one variant, where they can be asked
// for.
func (a *Appliance) rankings(ctx context.Context, c *cluster, d *Data, questions []question.Question) ([]Ranking, error) {
	conn, err := c.connect(ctx, d.Database)
	if err != nil {
		return nil, err
	}
	defer closeQuietly(ctx, conn)
	all := []Ranking{}
	for _, q := range questions {
		if q.Ranking == nil {
			continue
		}
		tied, err := tiedAtCut(ctx, conn, d.easiest(), *q.Ranking)
		if err != nil && unlessTold(ctx, err) == nil {
			continue // its gold query does not run either, which is a difference
		}
		if err != nil {
			return nil, fmt.Errorf("ranking of question %s: %w", q.ID, err)
		}
		all = append(all, Ranking{Question: q.ID, Limit: q.Ranking.Limit, TiedAtCut: tied})
	}
	return all, nil
}

// tiedAtCut counts the candidates that no key of the ranking tells from the one
// at rank k, if rank k + 1 is one of them; else 0.
func tiedAtCut(ctx context.Context, conn *pgx.Conn, v variants.Variant, r question.Ranking) (int, error) {
	sql := fmt.Sprintf(`WITH placed AS (
SELECT rank() OVER (ORDER BY %s) AS place FROM (
%s
) AS scored)
SELECT place, count(*) FROM placed WHERE place <= %d GROUP BY place ORDER BY place DESC LIMIT 1`,
		question.OrderBy(r.Keys()), r.Scores, r.Limit)
	var place, tied int
	err := withViews(ctx, conn, v, func() error { return conn.QueryRow(ctx, sql).Scan(&place, &tied) })
	if errors.Is(err, pgx.ErrNoRows) || err == nil && place-1+tied <= r.Limit {
		return 0, nil
	}
	return tied, err
}
