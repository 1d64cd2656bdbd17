package small

import (
	"time"

	"ercheck/catalog/er"
)

// isDay says whether a text begins with a day.
func isDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))])
	return err == nil
}

// instants are the day's first, the one before and one later on that day; of a
// date the days around it.
func instants(t er.Type, day string) []string {
	at, _ := time.Parse(time.DateOnly, day)
	if t.Base == er.Date {
		return []string{day, at.AddDate(0, 0, -1).Format(time.DateOnly), at.AddDate(0, 0, 1).Format(time.DateOnly)}
	}
	var all []string
	for _, moved := range []time.Duration{0, -time.Second, time.Hour} {
		all = append(all, at.Add(moved).Format("2006-01-02 15:04:05")+"+00")
	}
	return all
}
