package appliance_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"ercheck/appliance"
	"ercheck/variants/pgsql"
)

// superuser connects to the database of the data, as any client could that was
// given the server's address.
func superuser(t *testing.T, d *appliance.Data) *pgx.Conn {
	t.Helper()
	status, err := shared.Server(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(status.URL)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + d.Database
	conn, err := pgx.Connect(t.Context(), u.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// damage is something wrong that is made by hand in a stored variant.
type damage struct {
	name      string
	domain    string   // "" for social
	variant   string   // a preset
	settings  []string // what is chosen otherwise: point: choice
	sql       []string // in the variant's schema; the last one changes exactly one row, or is no DML
	table     string   // where it must be found; "" when no table's rows change
	hidden    bool     // the E/R views and so every gold answer are as before
	catalogue string   // where the catalogue must differ, because a constraint is in the way; "" when nothing is
}

// The ten that only a proof both ways finds all of; some of them are seen by the
// views too, and some break what a constraint was there for.
var tenDamages = []damage{
	{name: "a replicated copy out of step", variant: "concrete_all_tables", table: "live_streams", hidden: true, sql: []string{
		`UPDATE live_streams AS l SET producer_id = (SELECT min(account_id) FROM creator_accounts AS c WHERE c.account_id <> l.producer_id)
			WHERE content_id = (SELECT min(content_id) FROM live_streams)`}},
	{name: "a host on a plain live content", variant: "hybrid_leaves_merged", table: "live_content", sql: []string{
		`UPDATE live_content SET host_id = (SELECT min(account_id) FROM creator_accounts WHERE type = 'Streamer')
			WHERE content_id = (SELECT min(content_id) FROM live_content WHERE type = 'LiveContent')`}},
	{name: "an orphan row of a subtype's own table", variant: "full_cti", table: "streamers", catalogue: "keys", sql: []string{
		`ALTER TABLE streamers DROP CONSTRAINT streamers_account_id_fkey`,
		`INSERT INTO streamers (account_id, platform, avg_viewers) VALUES (-1, 'none', 0)`}},
	{name: "a NULL target in an M:1 table", variant: "full_normalized", table: "clips_derived_from_ref", catalogue: "columns", sql: []string{
		`ALTER TABLE clips_derived_from_ref ALTER COLUMN source_id DROP NOT NULL`,
		`INSERT INTO clips_derived_from_ref SELECT min(content_id) FROM clips WHERE content_id NOT IN (SELECT clip_id FROM clips_derived_from_ref)`}},
	{name: "a doubled array element", variant: "full_sti", table: "tags", sql: []string{
		`UPDATE tags SET aliases = aliases || aliases[1] WHERE tag_id = (SELECT min(tag_id) FROM tags WHERE cardinality(aliases) > 0)`}},
	{name: "NULL for no values", variant: "full_sti", table: "accounts", hidden: true, sql: []string{
		`UPDATE accounts SET notification_preferences = NULL WHERE account_id = (SELECT min(account_id) FROM accounts WHERE notification_preferences = '{}')`}},
	{name: "two dimensions for one", variant: "full_sti", table: "content", hidden: true, sql: []string{
		`UPDATE content SET quality_options = ARRAY[quality_options] WHERE content_id = (SELECT min(content_id) FROM content WHERE cardinality(quality_options) > 1)`}},
	{name: "a text for a number in JSON", variant: "full_sti", table: "content", hidden: true, sql: []string{
		`UPDATE content SET chapter_markers = jsonb_set(chapter_markers, '{0}', to_jsonb(chapter_markers ->> 0))
			WHERE content_id = (SELECT min(content_id) FROM content WHERE jsonb_array_length(chapter_markers) > 0)`}},
	{name: "an unknown discriminator value", variant: "full_sti", table: "accounts", hidden: true, sql: []string{
		`UPDATE accounts SET type = 'Person' WHERE account_id = (SELECT min(account_id) FROM accounts WHERE type = 'Account')`}},
	{name: "a pair in the wrong split junction", variant: "full_concrete", settings: []string{"relationship:tagged_with: split"},
		table: "live_streams_tagged_with", hidden: true, catalogue: "keys", sql: []string{
			`ALTER TABLE live_streams_tagged_with DROP CONSTRAINT live_streams_tagged_with_content_id_fkey`,
			`WITH moved AS (DELETE FROM clips_tagged_with WHERE ctid = (SELECT min(ctid) FROM clips_tagged_with) RETURNING *)
			INSERT INTO live_streams_tagged_with TABLE moved`}},
}

// Others, of which the views know nothing and some the rows neither.
var furtherDamages = []damage{
	{name: "a value in another's child table", variant: "full_concrete", table: "live_streams_quality_options", hidden: true, catalogue: "keys", sql: []string{
		`ALTER TABLE live_streams_quality_options DROP CONSTRAINT live_streams_quality_options_content_id_fkey`,
		`WITH moved AS (DELETE FROM clips_quality_options WHERE ctid = (SELECT min(ctid) FROM clips_quality_options) RETURNING *)
			INSERT INTO live_streams_quality_options TABLE moved`}},
	{name: "a doubled key of a partner", variant: "full_sti", settings: []string{"relationship:published_on: array-from"}, table: "content", sql: []string{
		`UPDATE content SET channel_ids = channel_ids || channel_ids[1] WHERE content_id = (SELECT min(content_id) FROM content WHERE cardinality(channel_ids) > 0)`}},
	{name: "NULL for no partners", variant: "full_sti", settings: []string{"relationship:owns: array-from"}, table: "accounts", hidden: true, sql: []string{
		`UPDATE accounts SET channel_ids = NULL WHERE account_id = (SELECT min(account_id) FROM accounts WHERE channel_ids = '{}')`}},
	{name: "keys of partners in another order", variant: "full_sti", settings: []string{"relationship:published_on: array-to"}, table: "channels", hidden: true, sql: []string{
		`UPDATE channels SET content_ids = content_ids[2:] || content_ids[1] WHERE channel_id = (SELECT min(channel_id) FROM channels WHERE cardinality(content_ids) > 1)`}},
	{name: "a nested entity with a key too many", domain: "university", variant: "full_sti", settings: []string{"weak:Section: jsonb"}, table: "courses", hidden: true, sql: []string{
		`UPDATE courses SET sections = jsonb_set(sections, '{0}', sections -> 0 || '{"note": null}')
			WHERE course_id = (SELECT min(course_id) FROM courses WHERE jsonb_array_length(sections) > 0)`}},
	{name: "a text for a number in a nested entity", domain: "university", variant: "full_sti", settings: []string{"weak:Section: jsonb"}, table: "courses", hidden: true, sql: []string{
		`UPDATE courses SET sections = jsonb_set(sections, '{0,year}', to_jsonb(sections #>> '{0,year}'))
			WHERE course_id = (SELECT min(course_id) FROM courses WHERE jsonb_array_length(sections) > 0)`}},
	{name: "a nested entity twice", domain: "university", variant: "full_sti", settings: []string{"weak:Section: jsonb"}, table: "courses", sql: []string{
		`UPDATE courses SET sections = sections || (sections -> 0) WHERE course_id = (SELECT min(course_id) FROM courses WHERE jsonb_array_length(sections) > 0)`}},
	{name: "a shared surrogate key", variant: "kitchen_sink", table: "content_tagged_with", hidden: true, catalogue: "keys", sql: []string{
		`ALTER TABLE content_tagged_with DROP CONSTRAINT content_tagged_with_pkey`,
		`UPDATE content_tagged_with SET id = (SELECT min(id) FROM content_tagged_with) WHERE id = (SELECT max(id) FROM content_tagged_with)`}},
	{name: "a column too many", variant: "full_sti", hidden: true, catalogue: "columns", sql: []string{`ALTER TABLE tags ADD COLUMN note text`}},
	{name: "JSON that no view can take apart", variant: "full_sti", table: "content", sql: []string{
		`UPDATE content SET chapter_markers = '{}' WHERE content_id = (SELECT min(content_id) FROM content WHERE type = 'Clip')`}},
	{name: "a table that is gone", variant: "full_sti", table: "accounts_shared", catalogue: "tables", sql: []string{`DROP TABLE accounts_shared CASCADE`}},
	{name: "a table too many", variant: "full_sti", hidden: true, catalogue: "tables", sql: []string{`CREATE TABLE staging AS TABLE tags`}},
	{name: "rows that only the superuser sees", variant: "full_sti", hidden: true, catalogue: "tables", sql: []string{`ALTER TABLE tags ENABLE ROW LEVEL SECURITY`}},
	{name: "a right too many", variant: "full_sti", hidden: true, catalogue: "rights", sql: []string{`GRANT SELECT ON ALL TABLES IN SCHEMA er__full_sti TO PUBLIC`}},
	{name: "a view that says the same in other words", variant: "full_sti", hidden: true, catalogue: "E/R views", sql: []string{
		`CREATE OR REPLACE VIEW er__full_sti.tag AS SELECT tag_id, name FROM full_sti.tags WHERE tag_id IS NOT NULL`}},
}

func TestDamageIsFoundWithItsPlace(t *testing.T) {
	for _, damages := range [][]damage{tenDamages, furtherDamages} {
		for _, c := range damages {
			t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) { findDamage(t, c) })
		}
	}
}

// findDamage makes the damage, verifies the variant together with another, and
// looks at what was found. The variant is built again by whoever needs it next.
func findDamage(t *testing.T, c damage) {
	other := "concrete_all_tables"
	if c.variant == other {
		other = "full_cti"
	}
	o := appliance.DataOptions{Domain: c.domain, Seed: 5, Variants: []string{c.variant, other}}
	if c.settings != nil {
		o.VariantsFile = variantsFile(t, c, other)
	}
	d := choose(t, o)
	if _, err := shared.Build(t.Context(), d, appliance.BuildOptions{}); err != nil {
		t.Fatal(err)
	}
	conn := superuser(t, d)
	inflict(t, conn, c)
	result, err := shared.Verify(t.Context(), d, allQuestions(t, d))
	if err != nil {
		t.Fatal(err)
	}
	if result.Holds {
		t.Error("the proof holds")
	}
	var tables, catalogue []string
	for _, found := range result.Differences {
		switch {
		case found.Variant != c.variant:
			t.Errorf("found in the wrong variant: %s", found)
		case found.Table != "":
			tables = append(tables, found.Table)
			if found.Table == c.table && len(found.Missing)+len(found.Extra) == 0 && !strings.Contains(found.Message, "surrogate") && c.catalogue != "tables" {
				t.Errorf("no rows are shown: %s", found)
			}
		case found.Catalogue != "":
			catalogue = append(catalogue, found.Catalogue)
		case c.hidden:
			t.Errorf("the views show it: %s", found)
		}
	}
	check(t, "tables", tables, c.table, result)
	check(t, "catalogue", catalogue, c.catalogue, result)
}

// variantsFile writes a preset with other choices, under its own name, and another
// preset.
func variantsFile(t *testing.T, c damage, other string) string {
	t.Helper()
	if c.domain == "" {
		c.domain = "social"
	}
	path := filepath.Join(t.TempDir(), "variants.yaml")
	text := fmt.Sprintf("domain: %s\nvariants:\n  - {name: %s, preset: %s, set: {%s}}\n  - {name: %s, preset: %s}\n",
		c.domain, c.variant, c.variant, strings.Join(c.settings, ", "), other, other)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// check demands that want is among found, and that nothing is when it is "".
func check(t *testing.T, what string, found []string, want string, result appliance.VerifyResult) {
	t.Helper()
	if want == "" && len(found) == 0 {
		return
	}
	for _, f := range found {
		if f == want {
			return
		}
	}
	t.Errorf("%s: found %q, want %q\n%v", what, found, want, result.Differences)
}

func inflict(t *testing.T, conn *pgx.Conn, c damage) {
	t.Helper()
	ctx := context.Background()
	t.Cleanup(func() {
		if _, err := conn.Exec(ctx, "COMMENT ON SCHEMA "+pgsql.QuoteIdent("er__"+c.variant)+" IS NULL"); err != nil { // the stamp of a complete build
			t.Fatal(err)
		}
	})
	if _, err := conn.Exec(ctx, "SET search_path = "+pgsql.QuoteIdent(c.variant)); err != nil {
		t.Fatal(err)
	}
	for i, sql := range c.sql {
		tag, err := conn.Exec(ctx, sql)
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		if dml := tag.Insert() || tag.Update() || tag.Delete(); dml && i == len(c.sql)-1 && tag.RowsAffected() != 1 {
			t.Fatalf("%s changed %d rows: the data has no place for it", sql, tag.RowsAffected())
		}
	}
}

// TestRepairIsABuild: after the damage a build makes the proof hold again.
func TestRepairIsABuild(t *testing.T) {
	d := choose(t, appliance.DataOptions{Seed: 5, Variants: []string{"full_sti"}})
	if _, err := shared.Build(t.Context(), d, appliance.BuildOptions{}); err != nil {
		t.Fatal(err)
	}
	conn := superuser(t, d)
	if _, err := conn.Exec(t.Context(), "UPDATE full_sti.tags SET name = name || '.'"); err != nil {
		t.Fatal(err)
	}
	if result, err := shared.Verify(t.Context(), d, allQuestions(t, d)); err != nil || result.Holds {
		t.Fatalf("holds %v, %v", result.Holds, err)
	}
	if _, err := shared.Build(t.Context(), d, appliance.BuildOptions{Fresh: true}); err != nil {
		t.Fatal(err)
	}
	result, err := shared.Verify(t.Context(), d, allQuestions(t, d))
	if err != nil || !result.Holds {
		t.Errorf("after a fresh build: %v %v", err, result.Differences)
	}
	if want := len(d.Variants[0].Layout.Tables); result.TablesChecked != want || result.CatalogueChecked == 0 {
		t.Errorf("%d tables and %d of the catalogue were checked, want %d and some", result.TablesChecked, result.CatalogueChecked, want)
	}
}
