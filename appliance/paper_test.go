package appliance_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/appliance"
	"ercheck/appliance/record"
	"ercheck/appliance/sandbox"
)

// The mismatches that the paper describes in its sections 3.5.1 to 3.5.3, as
// natural queries over the variants that bring them about, on data of the
// paper's size.

// paperData is the stored instance, with a superuser's connection to it.
type paperData struct {
	*testing.T
	data *appliance.Data
	conn *pgx.Conn
}

// TestThePapersExamples builds only the variants that they are about.
func TestThePapersExamples(t *testing.T) {
	d := choose(t, appliance.DataOptions{Scale: "paper", Seed: 1,
		Variants: []string{"hybrid_leaves_merged", "concrete_all_tables", "full_concrete", "kitchen_sink"}})
	if _, err := shared.Build(t.Context(), d, appliance.BuildOptions{}); err != nil {
		t.Fatal(err)
	}
	p := paperData{T: t, data: d, conn: superuser(t, d)}
	for name, example := range map[string]func(paperData){
		"the NULL host":          paperData.nullHost,
		"rows of plain content":  paperData.plainContent,
		"streams without clips":  paperData.withoutClips,
		"no table of creators":   paperData.noCreators,
		"one text, two variants": paperData.oneText,
		"a function in order by": paperData.aggregateOrder,
		"a label's capital":      paperData.wrongLabel,
	} {
		t.Run(name, func(t *testing.T) {
			example(paperData{T: t, data: p.data, conn: p.conn})
		})
	}
}

// rows runs a statement on a variant, with unqualified names its tables'.
func (p paperData) rows(variant, sql string) [][]any {
	p.Helper()
	all, err := p.try(variant, sql)
	if err != nil {
		p.Fatalf("%s on %s: %v", sql, variant, err)
	}
	return all
}

func (p paperData) try(variant, sql string) ([][]any, error) {
	ctx := context.Background()
	if _, err := p.conn.Exec(ctx, "SET search_path = "+variant); err != nil {
		return nil, err
	}
	rows, err := p.conn.Query(ctx, sql)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) ([]any, error) { return r.Values() })
}

// texts is the rows in an order of their own.
func texts(rows [][]any) []string {
	var all []string
	for _, r := range rows {
		all = append(all, fmt.Sprint(r...))
	}
	slices.Sort(all)
	return all
}

// gold is the right answer, from the E/R views of a variant.
func (p paperData) gold(id, variant string) [][]any {
	p.Helper()
	q, err := p.data.Domain.Question(id)
	if err != nil {
		p.Fatal(err)
	}
	return p.rows("er__"+variant, q.Gold.SQL)
}

func (p paperData) count(variant, sql string) int64 {
	p.Helper()
	return p.rows(variant, "SELECT count(*) FROM "+sql)[0][0].(int64)
}

// nullHost: live streams by host over live_content without a type filter have
// the live contents that are no live streams on top, under NULL.
func (p paperData) nullHost() {
	top := p.rows("hybrid_leaves_merged", "SELECT host_id, count(*) FROM live_content GROUP BY host_id ORDER BY 2 DESC LIMIT 1")
	if got := fmt.Sprint(top); got != "[[<nil> 2000]]" {
		p.Errorf("the top row is %s, want (NULL, 2000)", got)
	}
}

// plainContent: clips counted per live_content row without a filter.
func (p paperData) plainContent() {
	unfiltered := p.rows("hybrid_leaves_merged", `SELECT l.content_id, count(r.content_id) FROM live_content AS l
		LEFT JOIN recorded_content AS r ON r.source_id = l.content_id GROUP BY l.content_id`)
	gold := p.gold("q04", "hybrid_leaves_merged")
	if more := len(unfiltered) - len(gold); more != 2000 {
		p.Errorf("%d rows more than gold, want 2,000", more)
	}
}

// withoutClips: grouping the table of the relationship drops streams without.
func (p paperData) withoutClips() {
	grouped := p.rows("concrete_all_tables", "SELECT source_id, count(*) FROM clips_derived_from_ref GROUP BY source_id")
	if streams := p.count("concrete_all_tables", "live_streams"); int64(len(grouped)) >= streams {
		p.Errorf("%d rows, want fewer than the %d live streams", len(grouped), streams)
	}
}

// noCreators: creators are accounts of one type; who joins the table of streamers
// instead loses the others.
func (p paperData) noCreators() {
	var said *pgconn.PgError
	if _, err := p.try("kitchen_sink", "TABLE creator_accounts"); !errors.As(err, &said) || said.Code != "42P01" {
		p.Errorf("creator_accounts is not unknown: %v", err)
	}
	const views = `SELECT a.account_id, count(v.content_id) FROM accounts AS a %s
		LEFT JOIN (SELECT content_id, producer_id FROM content UNION ALL SELECT content_id, producer_id FROM recorded_content
			UNION ALL SELECT content_id, producer_id FROM clips) AS c ON c.producer_id = a.account_id
		LEFT JOIN consumer_accounts_viewed AS v ON v.content_id = c.content_id
		WHERE a.type = 'CreatorAccount' GROUP BY a.account_id`
	all := p.rows("kitchen_sink", fmt.Sprintf(views, ""))
	if !slices.Equal(texts(all), texts(p.gold("q10", "kitchen_sink"))) || len(all) != 2843 {
		p.Errorf("accounts of type CreatorAccount give %d rows, want the 2,843 of gold", len(all))
	}
	streamers := p.rows("kitchen_sink", fmt.Sprintf(views, "JOIN streamers USING (account_id)"))
	if len(streamers) != 1480 {
		p.Errorf("joined through streamers there are %d rows, want 1,480", len(streamers))
	}
}

const (
	eachCreator = `SELECT DISTINCT s.subscriber_id FROM subscribers_subscribes_to AS s
		JOIN (SELECT owner_id FROM creator_accounts_owns GROUP BY owner_id HAVING count(*) > 1) AS o ON o.owner_id = s.creator_id`
	allCreators = `SELECT s.subscriber_id FROM subscribers_subscribes_to AS s
		JOIN creator_accounts_owns AS o ON o.owner_id = s.creator_id
		GROUP BY s.subscriber_id HAVING count(DISTINCT o.channel_id) > 1`
)

// oneText: where the tables that a question needs are the same, so is the right
// query, and nothing in the schema excuses the wrong one.
func (p paperData) oneText() {
	schemas := [][]string{}
	for _, variant := range []string{"concrete_all_tables", "full_concrete"} {
		schemas = append(schemas, texts(p.rows(variant, `SELECT table_name, column_name, data_type, is_nullable
			FROM information_schema.columns WHERE table_schema = current_schema()
				AND table_name IN ('subscribers', 'subscribers_subscribes_to', 'creator_accounts_owns')`)))
		right, combined := texts(p.rows(variant, eachCreator)), texts(p.rows(variant, allCreators))
		if !slices.Equal(right, texts(p.gold("q13", variant))) {
			p.Errorf("%s: %d subscribers, not those of gold", variant, len(right))
		}
		if len(combined) <= len(right) || slices.ContainsFunc(right, func(id string) bool { _, is := slices.BinarySearch(combined, id); return !is }) {
			p.Errorf("%s: the combined reading (%d) is no strict superset of the right one (%d)", variant, len(combined), len(right))
		}
	}
	if len(schemas[0]) < 8 || !slices.Equal(schemas[0], schemas[1]) {
		p.Errorf("the tables' columns differ: %q and %q", schemas[0], schemas[1])
	}
}

// model runs a statement as a model's is run.
func (p paperData) model(variant, sql string) appliance.SQLResult {
	p.Helper()
	d := choose(p.T, appliance.DataOptions{Scale: "paper", Seed: 1, Variants: []string{variant}})
	result, err := shared.SQL(context.Background(), d, sandbox.Default(), sql)
	if err != nil {
		p.Fatal(err)
	}
	return result
}

func (p paperData) aggregateOrder() {
	got := p.model("full_concrete", "SELECT owner_id FROM creator_accounts_owns GROUP BY owner_id ORDER BY count() DESC LIMIT 50")
	if got.Outcome != record.Error || got.SQLState != "42809" {
		p.Errorf("outcome %s %s (%s), want SQLSTATE 42809", got.Outcome, got.SQLState, got.Message)
	}
}

func (p paperData) wrongLabel() {
	for label, want := range map[string]bool{"clip": false, "Clip": true} {
		got := p.model("hybrid_leaves_merged", "SELECT content_id FROM recorded_content WHERE type = '"+label+"'")
		if got.Outcome != record.Rows || got.RowCount > 0 != want {
			p.Errorf("type = '%s': outcome %s, %d rows", label, got.Outcome, got.RowCount)
		}
	}
}
