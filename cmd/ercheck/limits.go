package main

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"ercheck/appliance/sandbox"
)

// limitFlags bound what one statement in the sandbox may take.
func limitFlags() []cli.Flag {
	limits := sandbox.Default()
	flags := []cli.Flag{
		&cli.DurationFlag{Name: "timeout", Value: limits.Timeout, Usage: "`TIME` that one statement may take"},
		&cli.Int64Flag{Name: "max-rows", Value: limits.MaxRows, Usage: "`N` rows that its result may have"},
	}
	for _, l := range sizeLimits {
		flags = append(flags, &cli.StringFlag{Name: l.flag, Value: sizeText(*l.of(&limits)), Usage: l.says})
	}
	return flags
}

// sizeLimits are the limits that are sizes, in bytes.
var sizeLimits = []struct {
	flag, says string
	of         func(*sandbox.Limits) *int64
}{
	{"max-bytes", "`SIZE` of all values of its result", func(l *sandbox.Limits) *int64 { return &l.MaxBytes }},
	{"max-value", "`SIZE` of one value, and of one row", func(l *sandbox.Limits) *int64 { return &l.MaxValue }},
	{"temp-space", "`SIZE` of its temporary files on disk", func(l *sandbox.Limits) *int64 { return &l.TempBytes }},
	{"memory", "`SIZE` of memory of its server process (Linux)", func(l *sandbox.Limits) *int64 { return &l.MemoryBytes }},
	{"work-mem", "`SIZE` of memory of one sort or hash table", func(l *sandbox.Limits) *int64 { return &l.WorkMem }},
}

// What one statement may take, as Postgres takes it.
const (
	shortest = time.Millisecond
	longest  = 24 * time.Hour
)

// readLimits reads the limit flags, each of which is checked for itself, so that
// the error names it.
func readLimits(c *cli.Context) (sandbox.Limits, error) {
	limits := sandbox.Default()
	if limits.Timeout = c.Duration("timeout"); limits.Timeout < shortest || limits.Timeout > longest {
		return limits, usagef("for example --timeout 30s", "--timeout must be from %v to %v", shortest, longest)
	}
	limits.MaxRows = c.Int64("max-rows")
	if err := limits.Validate(); err != nil {
		return limits, usagef("for example --max-rows 1000000", "--max-rows %d: %v", limits.MaxRows, err)
	}
	for _, l := range sizeLimits {
		given := c.String(l.flag)
		size, err := parseSize(given)
		if err == nil {
			*l.of(&limits) = size
			err = limits.Validate()
		}
		if err != nil {
			return limits, usagef(fmt.Sprintf("for example --%s %s", l.flag, sizeText(defaultSize(l.of))), "--%s %s: %v", l.flag, given, err)
		}
	}
	return limits, nil
}

func defaultSize(of func(*sandbox.Limits) *int64) int64 {
	limits := sandbox.Default()
	return *of(&limits)
}

// sizeUnits are powers of 1024, as Postgres's are.
var sizeUnits = []string{"B", "kB", "MB", "GB", "TB"}

var sizeForm = regexp.MustCompile(`(?i)^([0-9]+) ?([kmgt]?b)?$`)

// parseSize reads a whole number of bytes, or of one of sizeUnits in any case.
func parseSize(s string) (int64, error) {
	parts := sizeForm.FindStringSubmatch(s)
	if parts == nil {
		return 0, fmt.Errorf("a size is a whole number with one of the units %s", strings.Join(sizeUnits, ", "))
	}
	n, err := strconv.ParseInt(parts[1], 10, 64)
	for _, unit := range sizeUnits {
		if parts[2] == "" || strings.EqualFold(unit, parts[2]) {
			break
		}
		if n > math.MaxInt64>>10 {
			err = strconv.ErrRange
		}
		n <<= 10
	}
	if err != nil {
		return 0, fmt.Errorf("more than %d bytes", int64(math.MaxInt64))
	}
	return n, nil
}

// sizeText is the shortest form of a size that parseSize reads as the same.
func sizeText(n int64) string {
	unit := 0
	for n != 0 && n%1024 == 0 && unit < len(sizeUnits)-1 {
		n, unit = n>>10, unit+1
	}
	return strconv.FormatInt(n, 10) + sizeUnits[unit]
}
