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

// Names hands out identifiers that are unique within one namespace: the tables
// and keys of a schema, the columns of a table, or a table's constraints.
type Names struct {
	taken    map[string]bool
	reserved func(string) bool
}

// NewNames returns an empty namespace. reserved, which may be nil, tells names
// that the database keeps for itself.
func NewNames(reserved func(string) bool) *Names {
	return &Names{taken: map[string]bool{}, reserved: reserved}
}

// Take returns the first of the candidates that is free, as an Identifier. When
// none is, the last one gets a number: name_2, name_3 and so on.
func (n *Names) Take(candidates ...string) string {
	for _, c := range candidates {
		if name := Identifier(c); n.claim(name) {
			return name
		}
	}
	last := candidates[len(candidates)-1]
	for i := 2; ; i++ {
		if name := Identifier(last + "_" + strconv.Itoa(i)); n.claim(name) {
			return name
		}
	}
}

func (n *Names) claim(name string) bool {
	if n.taken[name] || name == "" || n.reserved != nil && n.reserved(name) {
		return false
	}
	n.taken[name] = true
	return true
}

// ReservedColumn says whether every table has a hidden column of that name.
func ReservedColumn(name string) bool {
	switch name {
	case "tableoid", "xmin", "cmin", "xmax", "cmax", "ctid":
		return true
	}
	return false
}

// ReservedTable says whether an unqualified name could mean a table of the
// system's catalogue, which is searched first.
func ReservedTable(name string) bool { return strings.HasPrefix(name, "pg_") }
