package er

import (
	"regexp"
	"strconv"
)

var typeText = regexp.MustCompile(`^([a-z]+)(?:\( *([0-9]{1,6}) *(?:, *([0-9]{1,6}) *)?\))?$`)

// ParseType reads what Type.String writes: integer, numeric(10,2). A text that
// is no type gives a type with that text as its base, which New refuses with a
// hint.
func ParseType(text string) Type {
	parts := typeText.FindStringSubmatch(text)
	if parts == nil {
		return Type{Base: Base(text)}
	}
	precision, _ := strconv.Atoi(parts[2])
	scale, _ := strconv.Atoi(parts[3])
	return Type{Base: Base(parts[1]), Precision: precision, Scale: scale}
}
