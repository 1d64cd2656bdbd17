package wire

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// retryAfter is how long a server wants to be left alone; 0 = it does not say.
// It reads milliseconds in Retry-After-Ms, which some providers send, else
// Retry-After as seconds, whole or not, or as a date (RFC 9110, 10.2.3). A date
// counts from the server's own, so that clocks may differ.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After-Ms")), 64); err == nil {
		return span(ms * float64(time.Millisecond))
	}
	value := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseFloat(value, 64); err == nil {
		return span(s * float64(time.Second))
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	if theirs, err := http.ParseTime(h.Get("Date")); err == nil {
		now = theirs
	}
	return max(0, at.Sub(now))
}

// span takes what is no sensible time for nothing said.
func span(nanoseconds float64) time.Duration {
	if !(nanoseconds > 0 && nanoseconds < float64(365*24*time.Hour)) {
		return 0
	}
	return time.Duration(nanoseconds)
}
