package value

// Dates and instants are written by hand: time.Time.Format, which reads a layout
// each time, took a sixth of making an instance.

// dateText writes a day since 1970-01-01, of the years 1 to 9999.
func dateText(n int64) string {
	var room [10]byte
	return string(appendDate(room[:0], n))
}

// instantText writes a second since 1970-01-01 UTC as Postgres prints it.
func instantText(n int64) string {
	var room [22]byte
	days := floorDivide(n, secondsADay)
	second := n - days*secondsADay
	b := append(appendDate(room[:0], days), ' ')
	b = append(appendTwo(b, second/3600), ':')
	b = append(appendTwo(b, second/60%60), ':')
	b = appendTwo(b, second%60)
	return string(append(b, "+00"...))
}

func appendDate(b []byte, n int64) []byte {
	year, month, date := civil(n)
	b = append(appendTwo(appendTwo(b, year/100), year%100), '-')
	b = append(appendTwo(b, month), '-')
	return appendTwo(b, date)
}

func appendTwo(b []byte, n int64) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }

const (
	daysOf400Years = 146097
	daysBefore1970 = 719468 // since March 1 of year 0
)

// civil is the date of a day since 1970-01-01 in the Gregorian calendar. Years
// are counted from March, so that the leap day is their last.
func civil(n int64) (year, month, date int64) {
	n += daysBefore1970
	cycle := floorDivide(n, daysOf400Years)
	n -= cycle * daysOf400Years
	year = (n - n/1460 + n/36524 - n/146096) / 365
	n -= 365*year + year/4 - year/100
	month = (5*n + 2) / 153 // months of 31 and 30 days repeat each 153
	date = n - (153*month+2)/5 + 1
	year += 400 * cycle
	if month += 3; month > 12 {
		year, month = year+1, month-12
	}
	return year, month, date
}
