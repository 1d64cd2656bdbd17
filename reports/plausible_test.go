package reports

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"ercheck/appliance/record"
)

var presetNames = []string{"full_sti", "full_cti", "full_concrete", "full_normalized", "concrete_all_tables",
	"hybrid_roots_merged", "hybrid_leaves_merged", "mixed_sti_cti", "sti_junction_fks", "kitchen_sink"}

var questionTexts = []string{
	"Who are the 50 creators that own the largest number of channels?",
	"For each creator, how many total pieces of content have they produced?",
	"Who are the 50 streamers that have hosted the most live streams?",
	"How many clips were derived from each live stream?",
	"Who are the top 50 creators that have the largest number of subscribers?",
	"For each subscriber, how many different creators are they subscribed to?",
	"Which 50 channels have published the most content items?",
	"How many clips has each account shared?",
	"What are the 50 tags that are used on the largest number of content items?",
	"For each creator, how many times has content they produced been viewed by consumer accounts",
	"Who are the top 50 creators that produce content that is published on the greatest number of distinct channels?",
	"How many live streams hosted by each streamer have at least one derived clip?",
	"Which subscribers follow creators who own more than one channel?",
	"For each channel, how many live streams and how many clips have been published on it?",
	"Who are the top 50 creators that have produced content tagged with 3 or more tags?",
}

// plausible makes a run such as a middling model leaves behind: ten variants,
// fifteen questions, harder ones failing more, some variants harder than others.
// It is a function of its arguments.
func plausible(seed uint64, models []string, repeats int) Input {
	g := &generator{r: rand.New(rand.NewPCG(seed, 1)), samples: map[string]bool{}}
	g.run = plausibleRun(models, repeats)
	for _, m := range models {
		skill := 0.9 + 0.2*g.r.Float64()
		for qi, q := range g.run.Questions {
			for vi, v := range g.run.Variants {
				for r := range repeats {
					ease := skill - 0.1*float64((qi*4)%11) - 0.04*float64((vi*7)%10) + 0.2
					g.cell(record.CellKey{Model: m, Question: q.ID, Variant: v.Name, Repeat: r}, q, ease)
				}
			}
		}
	}
	return New(g.run, g.cells, g.kept)
}

func plausibleRun(models []string, repeats int) record.Run {
	start := time.Date(2026, 11, 29, 21, 33, 41, 0, time.UTC)
	run := record.Run{
		ID: "20261129-213341-ab12", Status: record.Finished, Started: start, Ended: start.Add(4*time.Minute + 7*time.Second),
		Domain: "social", Title: "Social media", Set: "paper", Models: models, Strategy: "direct", Repeats: repeats,
		Data: record.Data{Scale: "demo", Seed: 1, Identity: "5d41402abc4b2a76", Digest: "7d793037a0760186",
			Database: "ercheck_social_5d41402a", Entities: 2431, Links: 9120},
		Proof: record.Proof{Holds: true, ViewsChecked: 210, GoldChecked: 150},
		Settings: record.Settings{Concurrency: 4, Timeout: 30 * time.Second, MaxRows: 1_000_000, MaxBytes: 256 << 20,
			MaxValue: 16 << 20, TempBytes: 512 << 20, MemoryBytes: 1 << 30},
		Versions: record.Versions{Ercheck: "0.1.0", Postgres: "18.4", Go: "go1.26.8", Platform: "linux/amd64"},
		Events:   []record.Event{{At: start.Add(time.Minute), Message: "Postgres was started again; 2 cells were run once more"}},
		Model:    plausibleModel(),
		Diagram:  "Account\n  CreatorAccount\n    Streamer\n  ConsumerAccount\n    Subscriber\n",
	}
	for i, name := range presetNames {
		run.Variants = append(run.Variants, record.Variant{
			Name: name, Tables: 12 + i, SchemaDigest: fmt.Sprintf("%016x", 0xabcdef*(i+1)),
			Choices:     map[string]string{"inheritance:Account": "own", "multivalued:Tag.aliases": "table"},
			Description: "Every entity type has a table of its own; subtypes refer to their supertype by its key.",
			Dump: "CREATE TABLE accounts (\n    account_id integer PRIMARY KEY,\n    username text NOT NULL,\n" +
				"    email text NOT NULL\n);\n\nCREATE TABLE creator_accounts (\n    account_id integer PRIMARY KEY REFERENCES accounts,\n" +
				"    bio text,\n    verified boolean NOT NULL\n);\n",
		})
	}
	for i, t := range questionTexts {
		run.Questions = append(run.Questions, plausibleQuestion(i, t))
	}
	return run
}

func plausibleModel() *record.Diagram {
	return &record.Diagram{
		EntityTypes: []record.DiagramType{
			{Name: "Account", Key: []record.DiagramAttribute{{Name: "account_id", Type: "integer"}}, Attributes: []record.DiagramAttribute{
				{Name: "username", Type: "text"}, {Name: "name", Composite: []record.DiagramAttribute{{Name: "first", Type: "text"}, {Name: "last", Type: "text"}}}}},
			{Name: "CreatorAccount", Parent: "Account", Attributes: []record.DiagramAttribute{{Name: "bio", Type: "text", Nullable: true}}},
			{Name: "Channel", Key: []record.DiagramAttribute{{Name: "channel_id", Type: "integer"}}, Attributes: []record.DiagramAttribute{
				{Name: "aliases", Type: "text", Multi: true}}},
			{Name: "Episode", Owner: "Channel", Key: []record.DiagramAttribute{{Name: "nr", Type: "integer"}}},
		},
		Relationships: []record.DiagramRelationship{{Name: "owns", Cardinality: "M:N", From: record.DiagramEnd{Type: "CreatorAccount", Role: "owner", Total: true},
			To: record.DiagramEnd{Type: "Channel"}, Attributes: []record.DiagramAttribute{{Name: "since", Type: "date"}}}},
	}
}

func plausibleQuestion(i int, text string) record.Question {
	q := record.Question{ID: fmt.Sprintf("q%02d", i+1), Text: text, Ambiguous: i == 10 || i == 14}
	if strings.Contains(text, "50") {
		q.Limit = 50
	}
	if q.Ambiguous {
		q.Note = "Another reading ranks by something else."
	}
	q.Gold = record.Reference{SQL: "SELECT c.account_id, count(p.content_id) AS n\nFROM creator_accounts c\n" +
		"LEFT JOIN produced_by p ON p.producer_id = c.account_id\nGROUP BY c.account_id\nORDER BY n DESC, c.account_id",
		Digests: record.Digests{Paper: "50:gold" + q.ID, Typed: "typed50:gold" + q.ID}, RowCount: 50}
	return q
}

type generator struct {
	r       *rand.Rand
	run     record.Run
	cells   []record.Cell
	kept    []record.Sample
	samples map[string]bool
}

func (g *generator) cell(key record.CellKey, q record.Question, ease float64) {
	c := record.Cell{CellKey: key, Outcome: record.Rows, RowCount: 50, Digests: q.Gold.Digests,
		Columns: []record.Column{{Name: "account_id", Type: "int4"}, {Name: "n", Type: "int8"}},
		AskTime: time.Duration(g.r.IntN(4000)) * time.Millisecond, RunTime: time.Duration(g.r.IntN(90_000)) * time.Microsecond,
		PromptTokens: 4200 + g.r.IntN(300), CompletionTokens: 60 + g.r.IntN(80)}
	c.SQL = fmt.Sprintf("SELECT account_id, COUNT(*) AS n\nFROM %s_owns\nGROUP BY account_id\nORDER BY n DESC\nLIMIT 50", key.Variant)
	c.Response = "Here is the query:\n```sql\n" + c.SQL + "\n```"
	switch x := g.r.Float64(); {
	case x < ease:
		c.Correct = true
	case x > 0.96:
		g.fail(&c)
	default:
		g.err(&c, key, q)
	}
	if c.Ran() {
		c.Digests.Typed = "typed" + c.Digests.Paper
		ties := c.Correct || c.RowCount == 50
		c.CorrectTies = &ties
	}
	g.cells = append(g.cells, c)
	if c.Ran() && !g.samples[key.Question+c.Digests.Paper] {
		g.samples[key.Question+c.Digests.Paper] = true
		g.kept = append(g.kept, g.sample(c))
	}
}

// err makes the answer wrong in one of a few ways.
func (g *generator) err(c *record.Cell, key record.CellKey, q record.Question) {
	way := g.r.IntN(5)
	c.RowCount = int64([]int{43, 2043, 50, 0, 50}[way])
	c.Digests.Paper = fmt.Sprintf("%d:wrong%d%s", c.RowCount, way, q.ID)
	c.Label = []string{"zeros_dropped", "supertype_counted", "", "", "counts_pairs"}[way]
	if way == 2 {
		c.Digests.Paper += key.Variant
	}
}

func (g *generator) fail(c *record.Cell) {
	fail := []record.Outcome{record.Error, record.Error, record.NoSQL, record.Timeout, record.NoResponse}[g.r.IntN(5)]
	*c = record.Cell{CellKey: c.CellKey, Outcome: fail, SQL: c.SQL, Response: c.Response, AskTime: c.AskTime, RunTime: c.RunTime}
	if fail == record.Error {
		c.SQLState, c.Message = "42703", `column "account_id" does not exist at character 8`
	}
	if fail == record.NoSQL {
		c.SQL, c.Response = "", "I need more information about the schema."
	}
}

func (g *generator) sample(c record.Cell) record.Sample {
	s := record.Sample{Question: c.Question, Digest: c.Digests.Paper, Columns: c.Columns, RowCount: c.RowCount, Rows: [][]*string{}}
	for i := range min(int(c.RowCount), record.SampleRows) {
		id, n := fmt.Sprint(1000+i*7), fmt.Sprint(60-i)
		row := []*string{&id, &n}
		if i == 3 {
			row[0] = nil
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// cut keeps the first variants and questions of a run and scores it again.
func cut(in Input, variants, questions int) Input {
	run := in.Run
	run.Variants, run.Questions = run.Variants[:variants], run.Questions[:questions]
	kept := map[string]bool{}
	for _, v := range run.Variants {
		kept[v.Name] = true
	}
	for _, q := range run.Questions {
		kept[q.ID] = true
	}
	var cells []record.Cell
	for _, c := range in.Cells {
		if kept[c.Variant] && kept[c.Question] {
			cells = append(cells, c)
		}
	}
	return New(run, cells, in.Samples)
}
