package reports

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// csvColumns are the columns of the CSV form, in their order.
var csvColumns = []string{"run", "domain", "model", "strategy", "question", "variant", "repeat", "outcome", "sqlstate",
	"correct", "label", "row_count", "digest", "seconds", "sql"}

// CSV writes the cells of a run as RFC 4180 has it: a header, then one record
// for each cell, lines ended by CR LF. repeat counts from 0; digest is that of
// the paper's mode, "" for a failure; seconds is how long the statement ran.
//
// Texts are whole, with two exceptions. A value that a spreadsheet would take
// for a formula, because it begins with =, +, -, @, a tab or a carriage return,
// gets an apostrophe before it. What is not valid UTF-8, and NUL, becomes U+FFFD.
func CSV(w io.Writer, in Input) error {
	b := bufio.NewWriter(w)
	writeRecord(b, csvColumns)
	for _, c := range in.Cells {
		writeRecord(b, []string{
			in.Run.ID, in.Run.Domain, c.Model, in.Run.Strategy, c.Question, c.Variant, strconv.Itoa(c.Repeat),
			string(c.Outcome), c.SQLState, strconv.FormatBool(c.Correct), c.Label, strconv.FormatInt(c.RowCount, 10),
			c.Digests.Paper, strconv.FormatFloat(c.RunTime.Seconds(), 'f', -1, 64), c.SQL,
		})
	}
	return b.Flush()
}

func writeRecord(b *bufio.Writer, values []string) {
	for i, v := range values {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(csvField(v))
	}
	b.WriteString("\r\n") // an error stays in b until Flush
}

// csvField gives a value as a field that is text to every reader.
func csvField(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\x00", "\ufffd")
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		s = "'" + s
	}
	if strings.ContainsAny(s, "\",\r\n") {
		s = `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}
