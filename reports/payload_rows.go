package reports

import (
	"fmt"

	"strings"

	"ercheck/appliance/answer"
	"ercheck/appliance/record"
	"ercheck/reports/visible"
)

// rowPool keeps each distinct row of all answers once, and knows which rows are
// equal in the paper's mode although their texts differ: {a,b} and ["a", "b"].
type rowPool struct {
	rows    [][]*string
	same    []int
	byText  map[string]int // with the columns' types
	byValue map[string]int // digest in mode paper
}

func newRowPool() *rowPool {
	return &rowPool{rows: [][]*string{}, byText: map[string]int{}, byValue: map[string]int{}}
}

// add gives the indexes of a sample's rows, as many as have room in so many
// bytes, but one at least.
func (p *rowPool) add(s record.Sample, room int) []int {
	columns := make([]answer.Column, len(s.Columns))
	types := ""
	for i, c := range s.Columns {
		columns[i] = answer.Column{Name: c.Name, Type: c.Type}
		types += fmt.Sprintf("%q", c.Type)
	}
	at := []int{}
	for _, row := range s.Rows[:min(len(s.Rows), record.SampleRows)] {
		shown := shownRow(row)
		if room -= weight(shown); room < 0 && len(at) > 0 {
			break
		}
		at = append(at, p.index(columns, types+rowText(row), row, shown))
	}
	return at
}

// index of a row, new or known.
func (p *rowPool) index(columns []answer.Column, key string, row, shown []*string) int {
	if i, ok := p.byText[key]; ok {
		return i
	}
	i := len(p.rows)
	p.byText[key] = i
	p.rows = append(p.rows, shown)
	value := rowDigest(columns, row)
	first, known := p.byValue[value]
	if !known {
		first = i
		p.byValue[value] = i
	}
	p.same = append(p.same, first)
	return i
}

// packed gives the rows, and which are equal unless all differ.
func (p *rowPool) packed() (rows [][]*string, same []int) {
	for i, first := range p.same {
		if first != i {
			return p.rows, p.same
		}
	}
	return p.rows, nil
}

// rowText is one text for a row's values; different rows have different ones.
func rowText(row []*string) string {
	var b strings.Builder
	for _, v := range row {
		if v == nil {
			b.WriteString("~")
			continue
		}
		fmt.Fprintf(&b, "%d:%s", len(*v), *v)
	}
	return b.String()
}

// rowDigest identifies a row as the comparison of answers does.
func rowDigest(columns []answer.Column, row []*string) string {
	raw := make([][]byte, len(row))
	for i, v := range row {
		if v != nil {
			raw[i] = []byte(*v)
		}
	}
	a := answer.New(columns, answer.Keep{})
	a.Add(raw)
	return a.Digest(answer.Paper)
}

// weight is about how many bytes of the page a row takes.
func weight(row []*string) int {
	n := 8
	for _, v := range row {
		n += 5
		if v != nil {
			n += len(*v)
		}
	}
	return n
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
