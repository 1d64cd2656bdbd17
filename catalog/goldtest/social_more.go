package goldtest

import (
	"cmp"
	"encoding/json"
	"slices"
)

// socialMore answers this project's questions on the social domain.
var socialMore = map[string]walk{
	"m01": func(w *World) Rows {
		return w.each("Tag", func(t *Entity) int { return len(t.set("aliases")) })
	},
	"m02": func(w *World) Rows {
		var rows Rows
		for _, t := range w.all("Tag") {
			if len(t.set("aliases")) >= 2 {
				rows.add(t.id(), t.set("aliases"))
			}
		}
		return rows
	},
	"m03": func(w *World) (rows Rows) {
		offers := func(e *Entity) bool { return e.has("quality_options", "1080p") }
		rows.add(count(w.all("LiveStream"), offers), count(w.all("Clip"), offers))
		return rows
	},
	"m04": func(w *World) Rows {
		return w.ids("Content", func(e *Entity) bool { return e.has("quality_options", "1080p") && !e.has("quality_options", "720p") })
	},
	"m05": func(w *World) Rows {
		var rows Rows
		subscribers := w.all("Subscriber")
		preferences := through(subscribers, func(s *Entity) []string { return s.set("notification_preferences") })
		for _, p := range distinct(preferences) {
			rows.add(p, count(subscribers, func(s *Entity) bool { return s.flag("active") && s.has("notification_preferences", p) }))
		}
		return rows
	},
	"m06": func(w *World) Rows {
		return w.ids("Subscriber", func(s *Entity) bool { return s.flag("active") && len(s.set("notification_preferences")) == 0 })
	},
	"m07": func(w *World) Rows {
		var rows Rows
		for _, c := range w.all("ConsumerAccount") {
			if watched := c.set("watch_history_timestamps"); len(watched) >= 3 {
				rows.add(c.id(), slices.Max(watched))
			}
		}
		return rows
	},
	"m08": func(w *World) Rows {
		return w.ids("ConsumerAccount", func(c *Entity) bool {
			return !slices.ContainsFunc(c.set("watch_history_timestamps"), inYear("2025"))
		})
	},
	"m09": func(w *World) Rows {
		var rows Rows
		for _, g := range groups(w.all("Streamer"), by("platform")) {
			rows.add(g.name, len(g.all), count(g.all, verified))
		}
		return rows
	},
	"m10": func(w *World) Rows {
		return w.ids("CreatorAccount", func(c *Entity) bool { return verified(c) && !c.is("Streamer") })
	},
	"m11": func(w *World) Rows {
		var rows Rows
		for _, g := range groups(w.all("Streamer"), by("platform")) {
			streams := through(g.all, func(s *Entity) []*Entity { return w.from("hosted_by", s) })
			rows.add(g.name, len(through(streams, func(l *Entity) []*Entity { return w.from("derived_from", l) })))
		}
		return rows
	},
	"m12": func(w *World) (rows Rows) {
		silent := where(w.all("CreatorAccount"), func(c *Entity) bool { return c.null("bio") })
		rows.add(len(silent), count(silent, func(c *Entity) bool { return len(w.to("owns", c)) > 0 }))
		return rows
	},
	"m13": func(w *World) Rows {
		var rows Rows
		for _, g := range groups(w.all("Subscriber"), by("subscription_tier")) {
			rows.add(g.name, len(g.all), count(g.all, func(s *Entity) bool { return s.null("age") }))
		}
		return rows
	},
	"m14": func(w *World) Rows {
		var rows Rows
		for _, g := range groups(w.all("RecordedContent"), by("resolution")) {
			most := 0
			for _, r := range g.all {
				most = max(most, len(r.set("chapter_markers")))
			}
			rows.add(g.name, most)
		}
		return rows
	},
	"m15": func(w *World) (rows Rows) {
		live := where(w.all("LiveContent"), func(l *Entity) bool { return l.flag("is_live") })
		rows.add(len(live), count(live, func(l *Entity) bool { return l.is("LiveStream") && l.flag("chat_enabled") }))
		return rows
	},
	"m16": func(w *World) Rows {
		return w.ids("RecordedContent", func(r *Entity) bool {
			return compareNumbers(r.text("file_size_mb"), "6000") > 0 && len(r.set("chapter_markers")) == 0
		})
	},
	"m17": func(w *World) Rows {
		var rows Rows
		known := where(w.all("ConsumerAccount"), func(c *Entity) bool { return !c.null("preferences") })
		for _, g := range groups(known, theme) {
			rows.add(g.name, len(g.all))
		}
		return rows
	},
	"m18": func(w *World) (rows Rows) {
		owning := func(n int) func(*Entity) bool {
			return func(c *Entity) bool { return len(w.to("owns", c)) == n }
		}
		rows.add(count(w.all("CreatorAccount"), owning(1)), count(w.all("CreatorAccount"), owning(2)))
		return rows
	},
	"m19": func(w *World) Rows {
		in2026 := inYear("2026")
		return w.ids("LiveContent", func(l *Entity) bool { return in2026(l.text("scheduled_start")) })
	},
	"m20": func(w *World) Rows {
		return w.ids("ConsumerAccount", func(c *Entity) bool {
			return slices.ContainsFunc(w.to("shared", c), func(clip *Entity) bool { return !slices.Contains(w.to("viewed", c), clip) })
		})
	},
	"m21": func(w *World) Rows {
		var rows Rows
		streamers := slices.Clone(w.all("Streamer"))
		slices.SortFunc(streamers, func(a, b *Entity) int {
			return cmp.Or(compareNumbers(b.text("avg_viewers"), a.text("avg_viewers")), compareNumbers(a.id(), b.id()))
		})
		for _, s := range streamers[:10] {
			rows.add(s.id(), s.text("avg_viewers"))
		}
		return rows
	},
	"m22": func(w *World) Rows {
		var rows Rows
		for _, s := range w.all("Streamer") {
			known := where(w.from("hosted_by", s), func(l *Entity) bool { return !l.null("peak_viewers") })
			if len(known) > 0 {
				peak := slices.MaxFunc(known, func(a, b *Entity) int { return compareNumbers(a.text("peak_viewers"), b.text("peak_viewers")) })
				rows.add(s.id(), peak.text("peak_viewers"))
			}
		}
		return rows
	},
}

func verified(c *Entity) bool { return c.flag("verified") }

// inYear says whether an instant or a day is in a year, given with four digits.
func inYear(year string) func(string) bool {
	return func(instant string) bool { return instant[:len(year)] == year }
}

// theme is what a consumer's preferences say under that name.
func theme(c *Entity) string {
	var preferences struct{ Theme string }
	if err := json.Unmarshal([]byte(c.text("preferences")), &preferences); err != nil {
		panic(err) // a text of the generator that is no JSON
	}
	return preferences.Theme
}
