package goldtest

import "slices"

// socialPaper answers the paper's questions on the social domain.
var socialPaper = map[string]walk{
	"q01": func(w *World) Rows {
		return w.top(50, "CreatorAccount", func(c *Entity) int { return len(w.to("owns", c)) })
	},
	"q02": func(w *World) Rows {
		return w.each("CreatorAccount", func(c *Entity) int { return len(w.from("produced_by", c)) })
	},
	"q03": func(w *World) Rows {
		return w.top(50, "Streamer", func(s *Entity) int { return len(w.from("hosted_by", s)) })
	},
	"q04": func(w *World) Rows {
		return w.each("LiveStream", func(l *Entity) int { return len(w.from("derived_from", l)) })
	},
	"q05": func(w *World) Rows {
		return w.top(50, "CreatorAccount", func(c *Entity) int { return len(w.from("subscribes_to", c)) })
	},
	"q06": func(w *World) Rows {
		return w.each("Subscriber", func(s *Entity) int { return len(w.to("subscribes_to", s)) })
	},
	"q07": func(w *World) Rows {
		return w.top(50, "Channel", func(c *Entity) int { return len(w.from("published_on", c)) })
	},
	"q08": func(w *World) Rows {
		return w.each("Account", func(a *Entity) int { return len(w.to("shared", a)) })
	},
	"q09": func(w *World) Rows {
		return w.top(50, "Tag", func(t *Entity) int { return len(w.from("tagged_with", t)) })
	},
	"q10": func(w *World) Rows {
		return w.each("CreatorAccount", func(c *Entity) int {
			return len(through(w.from("produced_by", c), func(item *Entity) []*Entity { return w.from("viewed", item) }))
		})
	},
	"q11": func(w *World) Rows {
		return w.top(50, "CreatorAccount", func(c *Entity) int {
			return len(distinct(through(w.from("produced_by", c), func(item *Entity) []*Entity { return w.to("published_on", item) })))
		})
	},
	"q12": func(w *World) Rows {
		return w.each("Streamer", func(s *Entity) int {
			return count(w.from("hosted_by", s), func(l *Entity) bool { return len(w.from("derived_from", l)) > 0 })
		})
	},
	"q13": func(w *World) Rows {
		return w.ids("Subscriber", func(s *Entity) bool {
			return slices.ContainsFunc(w.to("subscribes_to", s), func(c *Entity) bool { return len(w.to("owns", c)) > 1 })
		})
	},
	"q14": func(w *World) Rows {
		var rows Rows
		for _, c := range w.all("Channel") {
			items := w.from("published_on", c)
			rows.add(c.id(), count(items, is("LiveStream")), count(items, is("Clip")))
		}
		return rows
	},
	"q15": func(w *World) Rows {
		return w.top(50, "CreatorAccount", func(c *Entity) int {
			return count(w.from("produced_by", c), func(item *Entity) bool { return len(w.to("tagged_with", item)) >= 3 })
		})
	},
}
