package answer

import (
	"fmt"
	"unicode/utf8"
)

// Keep bounds the rows that an answer keeps. The zero value keeps none.
type Keep struct {
	Rows  int // at most so many rows
	Bytes int // at most so many bytes over all of them; a longer value is cut at a quarter of it
}

// DefaultKeep is what reports need: the first 200 rows in at most 1 MB.
func DefaultKeep() Keep { return Keep{Rows: 200, Bytes: 1 << 20} }

// keeper holds the first rows of an answer. It stops for good at the first row
// that no longer fits, so that what is kept is always a prefix.
type keeper struct {
	limit Keep
	rows  [][]*string
	bytes int
	full  bool
}

func (k *keeper) add(row [][]byte) {
	if k.full || len(k.rows) >= k.limit.Rows {
		return
	}
	kept, size := k.copyRow(row)
	if k.bytes+size > k.limit.Bytes {
		k.full = true
		return
	}
	k.rows = append(k.rows, kept)
	k.bytes += size
}

// copyRow copies the values, cutting the long ones, and counts their bytes.
func (k *keeper) copyRow(row [][]byte) (kept []*string, size int) {
	kept = make([]*string, len(row))
	for i, raw := range row {
		if raw == nil {
			continue
		}
		s := cut(raw, k.limit.Bytes/4)
		kept[i] = &s
		size += len(s)
	}
	return kept, size
}

// cut gives the first limit bytes, at a rune boundary, and says how long the
// value really is.
func cut(raw []byte, limit int) string {
	if len(raw) <= limit {
		return string(raw)
	}
	n := limit
	for n > 0 && !utf8.RuneStart(raw[n]) {
		n--
	}
	return fmt.Sprintf("%s… (%d bytes)", raw[:n], len(raw))
}
