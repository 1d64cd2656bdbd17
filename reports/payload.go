package reports

import (
	"fmt"
	"strings"

	"ercheck/appliance/record"
	"ercheck/reports/visible"
)

// payload is what the page's script shows when a cell or a pair of variants is
// chosen. It is written as JSON into the page; the script puts it in as text
// only. Each text and each row is in it once, however often it is shown.
type payload struct {
	Models    []string       `json:"models"`
	Variants  []string       `json:"variants"`
	Repeats   int            `json:"repeats"`
	Cells     []cellData     `json:"cells"` // same index as the input's
	Questions []questionData `json:"questions"`
	Answers   []answerData   `json:"answers"`
	Rows      [][]*string    `json:"rows"`
	Same      []int          `json:"same,omitempty"` // by row: equal numbers are equal rows; none = all differ
	Texts     []textData     `json:"texts"`
	Shown     int            `json:"shown"` // rows of a table
}

type cellData struct {
	Model    int    `json:"model"` // index, as Question and Variant; -1 = not of the run
	Question int    `json:"question"`
	Variant  int    `json:"variant"`
	Repeat   int    `json:"repeat"`
	Verdict  string `json:"verdict"`
	Class    string `json:"class"`
	Mark     string `json:"mark"`
	Letter   string `json:"letter,omitempty"` // equal letters of a question are equal answers of a model
	Word     string `json:"word,omitempty"`
	SQLState string `json:"sqlstate,omitempty"`
	Message  int    `json:"message"` // index into texts, -1 = none
	SQL      int    `json:"sql"`
	Response int    `json:"response"` // -1 also where it is the SQL itself
	Thinking int    `json:"thinking"`
	Prompt   []int  `json:"prompt"` // its pieces, one behind the other
	Answer   int    `json:"answer"` // index into answers, -1 = not kept
	Rows     string `json:"rows,omitempty"`
	Cost     string `json:"cost"`
}

type questionData struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	SQL  int    `json:"sql"` // gold's
	Rows string `json:"rows"`
	Gold int    `json:"gold"` // index into answers
}

type answerData struct {
	Columns []string `json:"columns"`
	Types   []string `json:"types"`
	Rows    []int    `json:"rows"`           // indexes into rows: the first of the answer
	Whole   bool     `json:"whole"`          // these are all
	More    string   `json:"more,omitempty"` // what a table of it does not show
}

type textData struct {
	Text string `json:"text"`
	Cut  string `json:"cut,omitempty"` // the whole size, where the text was cut
}

// What a page holds at most: of one answer, of one text, and of all texts.
const (
	shownRows    = 30
	shownColumns = 40
	shownValue   = 160 // bytes
	shownText    = 20_000
	leastText    = 400
	allTexts     = 16 << 20
	allRows      = 8 << 20 // bytes of all rows that are compared
	leastRows    = 4 << 10 // bytes of one answer's
)

type packer struct {
	payload
	texts   map[string]int
	answers map[[2]string]int // by question and digest
	limit   int               // bytes of one text
	rows    *rowPool
	room    int // bytes of one answer's rows
}

func newPayload(in Input, cells cellIndex) payload {
	p := &packer{texts: map[string]int{}, answers: map[[2]string]int{}, limit: textLimit(in.Cells), rows: newRowPool()}
	p.room = max(allRows/max(len(in.Samples), 1), leastRows)
	p.Models, p.Variants, p.Repeats, p.Shown = []string{}, []string{}, max(in.Run.Repeats, 1), shownRows
	p.Cells, p.Questions = []cellData{}, []questionData{}
	p.Answers, p.Texts = []answerData{}, []textData{}
	for _, s := range in.Samples {
		p.answer(s)
	}
	p.Rows, p.Same = p.rows.packed()
	for _, q := range in.Run.Questions {
		p.Questions = append(p.Questions, questionData{ID: text(q.ID), Text: text(q.Text), SQL: p.text(q.Gold.SQL),
			Rows: count(int(q.Gold.RowCount), "row"), Gold: p.find(q.ID, q.Gold.Digests.Paper)})
	}
	for _, m := range in.Run.Models {
		p.Models = append(p.Models, text(m))
	}
	for _, v := range in.Run.Variants {
		p.Variants = append(p.Variants, text(v.Name))
	}
	at := newPlaces(in.Run)
	for _, c := range in.Cells {
		p.Cells = append(p.Cells, p.cell(in, c, at, cells))
	}
	return p.payload
}

// places are the indexes of a run's models, questions and variants.
type places struct{ models, questions, variants map[string]int }

func newPlaces(r record.Run) places {
	p := places{map[string]int{}, map[string]int{}, map[string]int{}}
	for i, m := range r.Models {
		p.models[m] = i
	}
	for i, q := range r.Questions {
		p.questions[q.ID] = i
	}
	for i, v := range r.Variants {
		p.variants[v.Name] = i
	}
	return p
}

// index of a name, -1 if there is none.
func index(at map[string]int, name string) int {
	if i, ok := at[name]; ok {
		return i
	}
	return -1
}

// textLimit shares the room of a page among the texts of many cells.
func textLimit(cells []record.Cell) int {
	return min(max(allTexts/(3*len(cells)+1), leastText), shownText)
}

func (p *packer) cell(in Input, c record.Cell, at places, cells cellIndex) cellData {
	v := cells.view(in, c.CellKey)
	d := cellData{
		Model: index(at.models, c.Model), Question: index(at.questions, c.Question), Variant: index(at.variants, c.Variant),
		Repeat: c.Repeat, Verdict: text(verdict(c, v.Letter)), Class: v.Class, SQLState: text(c.SQLState),
		Mark: v.Mark, Letter: v.Letter, Word: v.Word,
		Message: p.text(c.Message), SQL: p.text(c.SQL), Response: -1, Thinking: p.text(c.Thinking), Prompt: p.prompt(in, c),
		Answer: p.find(c.Question, c.Digests.Paper), Cost: cost(c),
	}
	if c.Response != c.SQL {
		d.Response = p.text(c.Response)
	}
	if c.Ran() {
		d.Rows = count(int(c.RowCount), "row")
	}
	return d
}

// cost gives the time and tokens of a cell.
func cost(c record.Cell) string {
	s := "asked " + duration(c.AskTime) + ", ran " + duration(c.RunTime)
	if c.PromptTokens > 0 || c.CompletionTokens > 0 {
		s += ", " + thousands(int64(c.PromptTokens)) + " + " + count(c.CompletionTokens, "token")
	}
	if c.Cost > 0 {
		s += fmt.Sprintf(", $%.4f", c.Cost)
	}
	if c.Cached {
		s += ", from the cache"
	}
	if c.Attempts > 1 {
		s += fmt.Sprintf(", %d calls", c.Attempts)
	}
	if len(c.Dropped) > 0 {
		s += ", not sent: " + text(strings.Join(c.Dropped, ", "))
	}
	return s
}

// prompt gives a prompt in pieces: what stands before the question and behind it
// is the same for many cells, and is kept once.
func (p *packer) prompt(in Input, c record.Cell) []int {
	pieces := []string{c.Prompt}
	for _, q := range in.Run.Questions {
		if i := strings.LastIndex(c.Prompt, q.Text); q.ID == c.Question && q.Text != "" && i >= 0 {
			pieces = []string{c.Prompt[:i], q.Text, c.Prompt[i+len(q.Text):]}
		}
	}
	indexes := []int{}
	for _, piece := range pieces {
		if piece != "" {
			indexes = append(indexes, p.text(piece))
		}
	}
	return indexes
}

// text keeps each distinct text once; "" is -1.
func (p *packer) text(s string) int {
	if s == "" {
		return -1
	}
	if i, ok := p.texts[s]; ok {
		return i
	}
	short, cut := visible.Cut(s, p.limit)
	d := textData{Text: visible.Block(short)}
	if cut {
		d.Cut = size(int64(len(s)))
	}
	p.Texts = append(p.Texts, d)
	p.texts[s] = len(p.Texts) - 1
	return len(p.Texts) - 1
}

func (p *packer) find(question, digest string) int {
	if i, ok := p.answers[[2]string{question, digest}]; ok && digest != "" {
		return i
	}
	return -1
}

func (p *packer) answer(s record.Sample) {
	a := answerData{Columns: []string{}, Types: []string{}}
	for _, c := range s.Columns[:min(len(s.Columns), shownColumns)] {
		a.Columns, a.Types = append(a.Columns, value(c.Name)), append(a.Types, value(c.Type))
	}
	a.Rows = p.rows.add(s, p.room)
	a.Whole = int64(len(a.Rows)) >= s.RowCount
	a.More = more(s, min(len(a.Rows), shownRows), len(a.Columns))
	p.Answers = append(p.Answers, a)
	p.answers[[2]string{s.Question, s.Digest}] = len(p.Answers) - 1
}
