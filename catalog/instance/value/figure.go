package value

import (
	"fmt"
	"strconv"

	"ercheck/catalog/instance/chance"
)

const maxWeight = 1_000_000

func parseWeight(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > maxWeight {
		return 0, fmt.Errorf("%q is no whole number from 0 to %d", text, maxWeight)
	}
	return n, nil
}

func wholeText(n int64) string { return strconv.FormatInt(n, 10) }

// ParseShare reads a share from 0 to 1 in millionths.
func ParseShare(text string) (int64, error) {
	n, err := units(text, 6)
	if err != nil || n < 0 || n > chance.Million {
		return 0, fmt.Errorf("%q is no share; write a number from 0 to 1 with at most 6 digits behind the point", text)
	}
	return n, nil
}

func shareText(n int64) string { return Decimal(n, 6) }
