package relation

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxIdentifier is how many bytes of an identifier Postgres keeps; it would cut
// a longer one in silence, two of them to the same name.
const MaxIdentifier = 63

const (
	keptBytes  = 54 // of a name that is too long; "_" and the hash follow
	hashDigits = 8
)

// Identifier returns name, or when it is longer than MaxIdentifier bytes, its
// beginning up to 54 bytes at a rune boundary, "_" and 8 hex digits of its
// SHA-256: different names stay different.
func Identifier(name string) string {
	if len(name) <= MaxIdentifier {
		return name
	}
	cut := keptBytes
	for cut > 0 && !utf8.RuneStart(name[cut]) {
		cut--
	}
	sum := sha256.Sum256([]byte(name))
	return name[:cut] + "_" + hex.EncodeToString(sum[:])[:hashDigits]
}

// Names hands out identifiers that are unique within one namespace, even to who
// does not look at letter case: the types, tables and keys of a schema, the columns
// of a table, or a table's constraints.
type Names struct {
	taken map[string]bool // in lower case
	adapt func(string) string
}

// NewNames returns an empty namespace. adapt, which may be nil, changes names
// that the database keeps for itself.
func NewNames(adapt func(string) string) *Names {
	if adapt == nil {
		adapt = func(name string) string { return name }
	}
	return &Names{taken: map[string]bool{}, adapt: adapt}
}

// Take returns the first of the candidates that is free, as an Identifier. When
// none is, the last one gets a number: name_2, name_3 and so on.
func (n *Names) Take(candidates ...string) string {
	last := candidates[len(candidates)-1]
	for i := 1; ; i++ {
		for _, c := range candidates {
			name := Identifier(n.adapt(c))
			if folded := strings.ToLower(name); !n.taken[folded] {
				n.taken[folded] = true
				return name
			}
		}
		candidates = []string{last + "_" + strconv.Itoa(i+1)}
	}
}

// ColumnName puts "_" behind the names of the hidden columns that every table
// has.
func ColumnName(name string) string {
	switch name {
	case "tableoid", "xmin", "cmin", "xmax", "cmax", "ctid":
		return name + "_"
	}
	return name
}

// TableName puts "_" before a name that, unqualified, could mean a table of the
// system's catalogue, which is searched first.
func TableName(name string) string {
	if strings.HasPrefix(name, "pg_") {
		return "_" + name
	}
	return name
}

// TypeName puts "enum_" before a name that, unqualified, could mean a type of the
// system's: those of the catalogue's tables and their arrays.
func TypeName(name string) string {
	if strings.HasPrefix(name, "pg_") || strings.HasPrefix(name, "_pg_") {
		return "enum_" + name
	}
	return name
}
