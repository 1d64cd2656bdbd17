package reports

import (
	"fmt"
	"strconv"
	"time"

	"ercheck/appliance/record"
	"ercheck/reports/score"
)

// detailFacts are what somebody needs to run it again and to trust it.
func detailFacts(r record.Run) []factGroup {
	return []factGroup{
		{"Run", runFacts(r)},
		{"Data", dataFacts(r.Data)},
		{"Limits of a statement", limitFacts(r.Settings)},
		{"Versions", versionFacts(r.Versions)},
	}
}

func runFacts(r record.Run) []fact {
	facts := []fact{
		{"Id", text(r.ID)},
		{"Status", text(string(r.Status))},
		{"Started", moment(r.Started)},
		{"Ended", moment(r.Ended)},
		{"Repeats", fmt.Sprint(max(r.Repeats, 1))},
		{"Concurrency", fmt.Sprint(r.Settings.Concurrency)},
		{"Settings digest", text(r.SettingsDigest)},
	}
	if !r.Ended.IsZero() {
		facts = append(facts, fact{"Took", duration(r.Ended.Sub(r.Started))})
	}
	return facts
}

func dataFacts(d record.Data) []fact {
	skew := d.Skew
	if skew == "" {
		skew = "the model's own"
	}
	facts := []fact{
		{"Scale", text(d.Scale)},
		{"Seed", fmt.Sprint(d.Seed)},
		{"Skew", text(skew)},
		{"Entities", thousands(d.Entities)},
		{"Links", thousands(d.Links)},
		{"Identity", text(d.Identity)},
		{"Digest", text(d.Digest)},
		{"Database", text(d.Database)},
	}
	for _, p := range sorted(d.Params) {
		facts = append(facts, fact{"Parameter " + p.Name, p.Value})
	}
	return facts
}

func limitFacts(s record.Settings) []fact {
	return []fact{
		{"Time", limit(int64(s.Timeout), func(n int64) string { return duration(time.Duration(n)) })},
		{"Rows", limit(s.MaxRows, thousands)},
		{"Result", limit(s.MaxBytes, size)},
		{"One value", limit(s.MaxValue, size)},
		{"Temporary space", limit(s.TempBytes, size)},
		{"Server memory", limit(s.MemoryBytes, size)},
	}
}

func versionFacts(v record.Versions) []fact {
	return []fact{
		{"ercheck", text(v.Ercheck)},
		{"Postgres", text(v.Postgres)},
		{"Go", text(v.Go)},
		{"Platform", text(v.Platform)},
	}
}

func limit(n int64, show func(int64) string) string {
	if n == 0 {
		return "none"
	}
	return show(n)
}

// size gives bytes in the largest unit that keeps at least one whole.
func size(n int64) string {
	units := []string{"bytes", "kB", "MB", "GB", "TB"}
	v, u := float64(n), 0
	for v >= 1024 && u < len(units)-1 {
		v, u = v/1024, u+1
	}
	return score.Number(v).Short() + " " + units[u]
}

// duration gives three significant digits up to a minute, whole seconds above;
// "–" for a negative one, which a clock set back leaves.
func duration(d time.Duration) string {
	switch {
	case d < 0:
		return "–"
	case d < time.Second:
		return strconv.FormatFloat(d.Seconds()*1000, 'g', 3, 64) + " ms"
	case d < time.Minute:
		return strconv.FormatFloat(d.Seconds(), 'g', 3, 64) + " s"
	case d < time.Hour:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}
