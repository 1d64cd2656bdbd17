package instance

import (
	"fmt"
	"regexp"
	"strconv"

	"ercheck/catalog/nearest"
)

var (
	scaleName  = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	scaleTimes = regexp.MustCompile(`^([0-9]+)x([a-z][a-z0-9_]*)$`)
)

// maxTimes bounds NxNAME.
const maxTimes = 10000

// defaultScale is what an empty name stands for.
const defaultScale = "demo"

// scale is a named scale, its counts multiplied.
type scale struct {
	name  string
	times int64
}

// parseScale reads NAME or NxNAME; "" is demo. The error is an *OptionError.
func (p *Profile) parseScale(text string) (scale, error) {
	s := scale{text, 1}
	if text == "" {
		s.name = defaultScale
	}
	if parts := scaleTimes.FindStringSubmatch(text); parts != nil {
		n, err := strconv.ParseInt(parts[1], 10, 64)
		if err != nil || n < 1 || n > maxTimes {
			return s, &OptionError{"scale", text, fmt.Sprintf("the factor before x is a whole number from 1 to %d", maxTimes)}
		}
		s = scale{parts[2], n}
	}
	if p.scales[s.name] == nil {
		return s, &OptionError{"scale", text, nearest.Hint(s.name, p.Scales()) + "; NxNAME multiplies the counts, as 10xpaper"}
	}
	return s, nil
}

func (s scale) String() string {
	if s.times == 1 {
		return s.name
	}
	return fmt.Sprintf("%dx%s", s.times, s.name)
}

// OptionError says that an option is not valid.
type OptionError struct {
	Option string // scale, skew, param, or the name of a parameter
	Given  string
	Detail string // what is valid
}

// Error names option and value, without the hint.
func (e *OptionError) Error() string {
	return fmt.Sprintf("%s %q is not valid", e.Option, e.Given)
}

// Hint says what is valid.
func (e *OptionError) Hint() string { return e.Detail }
