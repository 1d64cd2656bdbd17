package pgsql

import (
	"fmt"

	"ercheck/variants/relation"
	"ercheck/variants/shred"
)

// CopySQL is the statement that loads rows into a table in COPY's text format;
// AppendCopy writes them.
func CopySQL(t *relation.Table, schema string) string {
	return fmt.Sprintf("COPY %s (%s) FROM STDIN", qualify(schema, t.Name), list(t.ColumnNames()))
}

// AppendCopy appends one row in COPY's text format, with its newline.
func AppendCopy(b []byte, row []shred.Cell) []byte {
	for i, cell := range row {
		if i > 0 {
			b = append(b, '\t')
		}
		if cell.Null {
			b = append(b, `\N`...)
			continue
		}
		b = appendEscaped(b, cell.Text)
	}
	return append(b, '\n')
}

func appendEscaped(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			b = append(b, `\\`...)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			b = append(b, c)
		}
	}
	return b
}
