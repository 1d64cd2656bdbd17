package reports

import (
	"ercheck/appliance/record"
	"ercheck/reports/visible"
)

// payload is what the page's script shows when a cell is chosen. It is written
// as JSON into the page; the script puts it in as text only.
type payload struct {
	Cells     []cellData     `json:"cells"` // same index as the input's
	Questions []questionData `json:"questions"`
	Answers   []answerData   `json:"answers"`
	Texts     []textData     `json:"texts"`
}

type cellData struct {
	Model    string `json:"model"`
	Question int    `json:"question"` // index
	Variant  string `json:"variant"`
	Repeat   int    `json:"repeat"`
	Verdict  string `json:"verdict"`
	Class    string `json:"class"`
	SQLState string `json:"sqlstate,omitempty"`
	Message  int    `json:"message"` // index into texts, -1 = none
	SQL      int    `json:"sql"`
	Response int    `json:"response"` // -1 also where it is the SQL itself
	Answer   int    `json:"answer"`   // index into answers, -1 = not kept
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
	Columns []string    `json:"columns"`
	Types   []string    `json:"types"`
	Rows    [][]*string `json:"rows"`
	More    string      `json:"more,omitempty"` // what is not shown
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
)

type packer struct {
	payload
	texts   map[string]int
	answers map[[2]string]int // by question and digest
	limit   int               // bytes of one text
}

func newPayload(in Input, cells cellIndex) payload {
	p := &packer{texts: map[string]int{}, answers: map[[2]string]int{}, limit: textLimit(in.Cells)}
	p.Cells, p.Questions = []cellData{}, []questionData{}
	p.Answers, p.Texts = []answerData{}, []textData{}
	for _, s := range in.Samples {
		p.answer(s)
	}
	at := map[string]int{}
	for i, q := range in.Run.Questions {
		at[q.ID] = i
		p.Questions = append(p.Questions, questionData{ID: text(q.ID), Text: text(q.Text), SQL: p.text(q.Gold.SQL),
			Rows: count(int(q.Gold.RowCount), "row"), Gold: p.find(q.ID, q.Gold.Digests.Paper)})
	}
	for _, c := range in.Cells {
		p.Cells = append(p.Cells, p.cell(in, c, at, cells))
	}
	return p.payload
}

// textLimit shares the room of a page among the texts of many cells.
func textLimit(cells []record.Cell) int {
	return min(max(allTexts/(3*len(cells)+1), leastText), shownText)
}

func (p *packer) cell(in Input, c record.Cell, questions map[string]int, cells cellIndex) cellData {
	v := cells.view(in, c.CellKey)
	d := cellData{
		Model: text(c.Model), Question: -1, Variant: text(c.Variant), Repeat: c.Repeat,
		Verdict: text(verdict(c, v.Letter)), Class: v.Class, SQLState: text(c.SQLState),
		Message: p.text(c.Message), SQL: p.text(c.SQL), Response: -1,
		Answer: p.find(c.Question, c.Digests.Paper), Cost: cost(c),
	}
	if i, ok := questions[c.Question]; ok {
		d.Question = i
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
	return s
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
	a := answerData{Columns: []string{}, Types: []string{}, Rows: [][]*string{}}
	for _, c := range s.Columns[:min(len(s.Columns), shownColumns)] {
		a.Columns, a.Types = append(a.Columns, value(c.Name)), append(a.Types, value(c.Type))
	}
	for _, row := range s.Rows[:min(len(s.Rows), shownRows)] {
		a.Rows = append(a.Rows, shownRow(row))
	}
	a.More = more(s, len(a.Rows), len(a.Columns))
	p.Answers = append(p.Answers, a)
	p.answers[[2]string{s.Question, s.Digest}] = len(p.Answers) - 1
}

func shownRow(row []*string) []*string {
	out := make([]*string, 0, min(len(row), shownColumns))
	for _, v := range row[:min(len(row), shownColumns)] {
		if v != nil {
			s := value(*v)
			v = &s
		}
		out = append(out, v)
	}
	return out
}

func value(s string) string {
	short, cut := visible.Cut(s, shownValue)
	if cut {
		return visible.Line(short) + "… (" + size(int64(len(s))) + ")"
	}
	return visible.Line(short)
}

func more(s record.Sample, rows, columns int) string {
	out := ""
	if int64(rows) < s.RowCount {
		out = "the first " + thousands(int64(rows)) + " of " + count(int(s.RowCount), "row")
	}
	if columns < len(s.Columns) {
		if out != "" {
			out += ", "
		}
		out += thousands(int64(columns)) + " of " + count(len(s.Columns), "column")
	}
	return out
}
