package answer

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
)

// clock is a date, a time of day, or both, within the range that Python knows.
type clock struct {
	year, month, day           int // 0 without a date
	hour, minute, second, usec int
	zone                       int // offset from UTC in seconds, east positive
}

// parseClock reads Postgres's ISO text of the kind. It is false for what Python
// has no value for: infinity, BC, years of five digits, 24:00:00.
func parseClock(k kind, raw []byte) (c clock, ok bool) {
	p := scanner{rest: raw, ok: true}
	if k == dateKind || k == timestampKind || k == timestamptzKind {
		c.year, c.month, c.day = p.number(4), p.after('-', 2), p.after('-', 2)
		p.ok = p.ok && c.year > 0
	}
	if k == timestampKind || k == timestamptzKind {
		p.expect(' ')
	}
	if k != dateKind {
		c.hour, c.minute, c.second = p.number(2), p.after(':', 2), p.after(':', 2)
		c.usec = p.fraction()
		p.ok = p.ok && c.hour < 24
	}
	if k == timetzKind || k == timestamptzKind {
		c.zone = p.zone()
	}
	return c, p.ok && len(p.rest) == 0
}

// scanner reads fixed fields; once something is missing, ok stays false.
type scanner struct {
	rest []byte
	ok   bool
}

// number reads exactly n digits.
func (p *scanner) number(n int) int {
	digits, rest := splitDigits(p.rest)
	if !p.ok || len(digits) != n {
		p.ok = false
		return 0
	}
	p.rest = rest
	value, _ := strconv.Atoi(string(digits))
	return value
}

func (p *scanner) expect(b byte) {
	if !p.ok || len(p.rest) == 0 || p.rest[0] != b {
		p.ok = false
		return
	}
	p.rest = p.rest[1:]
}

func (p *scanner) after(b byte, n int) int {
	p.expect(b)
	return p.number(n)
}

func (p *scanner) at(b byte) bool { return p.ok && len(p.rest) > 0 && p.rest[0] == b }

// fraction reads up to six digits after a point, as microseconds.
func (p *scanner) fraction() int {
	if !p.at('.') {
		return 0
	}
	digits, rest := splitDigits(p.rest[1:])
	if len(digits) == 0 || len(digits) > 6 {
		p.ok = false
		return 0
	}
	p.rest = rest
	return microseconds(digits)
}

func microseconds(digits []byte) int {
	value, _ := strconv.Atoi(string(append(append([]byte(nil), digits...), "000000"[len(digits):]...)))
	return value
}

// zone reads +05, -05:30 or +05:30:15.
func (p *scanner) zone() int {
	sign := 1
	if p.at('-') {
		sign = -1
		p.expect('-')
	} else {
		p.expect('+')
	}
	seconds := 3600 * p.number(2)
	if p.at(':') {
		seconds += 60 * p.after(':', 2)
	}
	if p.at(':') {
		seconds += p.after(':', 2)
	}
	return sign * seconds
}

// appendClockStr appends str() of a time, datetime or either with a zone: ISO
// with six digits of microseconds or none, and the zone with minutes.
func appendClockStr(dst []byte, k kind, raw []byte) []byte {
	c, ok := parseClock(k, raw)
	if !ok {
		return append(dst, raw...)
	}
	if k == timestampKind || k == timestamptzKind {
		dst = fmt.Appendf(dst, "%04d-%02d-%02d ", c.year, c.month, c.day)
	}
	dst = fmt.Appendf(dst, "%02d:%02d:%02d", c.hour, c.minute, c.second)
	if c.usec != 0 {
		dst = fmt.Appendf(dst, ".%06d", c.usec)
	}
	if k == timetzKind || k == timestamptzKind {
		dst = appendZone(dst, c.zone)
	}
	return dst
}

func appendZone(dst []byte, zone int) []byte {
	sign := byte('+')
	if zone < 0 {
		sign, zone = '-', -zone
	}
	dst = fmt.Appendf(append(dst, sign), "%02d:%02d", zone/3600, zone/60%60)
	if zone%60 != 0 {
		dst = fmt.Appendf(dst, ":%02d", zone%60)
	}
	return dst
}

// appendClockRepr appends repr(): datetime.datetime(2026, 1, 1, 0, 0).
func appendClockRepr(dst []byte, k kind, raw []byte) []byte {
	c, ok := parseClock(k, raw)
	if !ok {
		return appendStringRepr(dst, raw)
	}
	switch k {
	case dateKind:
		return fmt.Appendf(dst, "datetime.date(%d, %d, %d)", c.year, c.month, c.day)
	case timeKind, timetzKind:
		dst = fmt.Appendf(dst, "datetime.time(%d, %d", c.hour, c.minute)
	default:
		dst = fmt.Appendf(dst, "datetime.datetime(%d, %d, %d, %d, %d", c.year, c.month, c.day, c.hour, c.minute)
	}
	if c.second != 0 || c.usec != 0 {
		dst = fmt.Appendf(dst, ", %d", c.second)
	}
	if c.usec != 0 {
		dst = fmt.Appendf(dst, ", %d", c.usec)
	}
	return append(dst, zoneRepr(k, c.zone)...)
}

func zoneRepr(k kind, zone int) string {
	switch {
	case k == timestamptzKind:
		return ", tzinfo=zoneinfo.ZoneInfo(key='UTC'))"
	case k == timetzKind && zone == 0:
		return ", tzinfo=datetime.timezone.utc)"
	case k == timetzKind:
		var delta []byte
		return fmt.Sprintf(", tzinfo=datetime.timezone(%s))", appendTimedeltaRepr(delta, int64(zone)*1_000_000))
	}
	return ")"
}

// interval is the three parts that Postgres keeps apart.
type interval struct {
	years, months, days int64
	usec                int64
}

var intervalText = regexp.MustCompile(
	`^(?:([-+]?\d{1,9}) years? ?)?(?:([-+]?\d{1,9}) mons? ?)?(?:([-+]?\d{1,9}) days? ?)?(?:([-+])?(\d{1,9}):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?$`)

// parseInterval reads Postgres's own style: 1 year 2 mons -3 days 04:05:06.7.
func parseInterval(raw []byte) (v interval, ok bool) {
	m := intervalText.FindSubmatch(raw)
	if m == nil || len(raw) == 0 {
		return v, false
	}
	v.years, v.months, v.days = integer(m[1]), integer(m[2]), integer(m[3])
	v.usec = ((integer(m[5])*60+integer(m[6]))*60+integer(m[7]))*1_000_000 + int64(microseconds(m[8]))
	if bytes.Equal(m[4], []byte("-")) {
		v.usec = -v.usec
	}
	return v, true
}

func integer(digits []byte) int64 {
	n, _ := strconv.ParseInt(string(digits), 10, 64)
	return n
}

const dayUsec = 24 * 3600 * 1_000_000

// maxDays is the largest timedelta of Python.
const maxDays = 999_999_999

// timedelta gives the microseconds that psycopg makes of an interval: a year is
// 365 days and a month 30.
func (v interval) timedelta() (usec int64, ok bool) {
	days := v.years*365 + v.months*30 + v.days + v.usec/dayUsec
	if days > maxDays/10 || days < -maxDays/10 { // 273,000 years, and no overflow below
		return 0, false
	}
	return (v.years*365+v.months*30+v.days)*dayUsec + v.usec, true
}

// split gives the days, rounded down, and the rest of the day, as a timedelta
// keeps them.
func split(usec int64) (days, rest int64) {
	days, rest = usec/dayUsec, usec%dayUsec
	if rest < 0 {
		days, rest = days-1, rest+dayUsec
	}
	return days, rest
}

// appendIntervalStr appends str(timedelta): 1 day, 2:00:00.
func appendIntervalStr(dst, raw []byte) []byte {
	v, ok := parseInterval(raw)
	usec, fits := v.timedelta()
	if !ok || !fits {
		return append(dst, raw...)
	}
	days, rest := split(usec)
	if days != 0 {
		dst = fmt.Appendf(dst, "%d day", days)
		if days != 1 && days != -1 {
			dst = append(dst, 's')
		}
		dst = append(dst, ", "...)
	}
	seconds := rest / 1_000_000
	dst = fmt.Appendf(dst, "%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	if rest%1_000_000 != 0 {
		dst = fmt.Appendf(dst, ".%06d", rest%1_000_000)
	}
	return dst
}

func appendIntervalRepr(dst, raw []byte) []byte {
	v, ok := parseInterval(raw)
	usec, fits := v.timedelta()
	if !ok || !fits {
		return appendStringRepr(dst, raw)
	}
	return appendTimedeltaRepr(dst, usec)
}

// appendTimedeltaRepr appends datetime.timedelta(days=1, seconds=7200), without
// the parts that are zero.
func appendTimedeltaRepr(dst []byte, usec int64) []byte {
	days, rest := split(usec)
	dst = append(dst, "datetime.timedelta("...)
	start := len(dst)
	for _, part := range []struct {
		name  string
		value int64
	}{{"days", days}, {"seconds", rest / 1_000_000}, {"microseconds", rest % 1_000_000}} {
		if part.value == 0 {
			continue
		}
		if len(dst) > start {
			dst = append(dst, ", "...)
		}
		dst = fmt.Appendf(dst, "%s=%d", part.name, part.value)
	}
	if len(dst) == start {
		dst = append(dst, '0')
	}
	return append(dst, ')')
}
