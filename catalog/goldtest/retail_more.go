package goldtest

import "slices"

// retailMore answers this project's questions on the retail domain.
var retailMore = map[string]walk{
	"m01": func(w *World) Rows {
		var rows Rows
		for _, tag := range distinct(through(w.all("Product"), func(p *Entity) []string { return p.set("tags") })) {
			rows.add(tag, count(w.all("Product"), func(p *Entity) bool { return p.has("tags", tag) }))
		}
		return rows
	},
	"m02": func(w *World) Rows {
		return w.ids("Product", func(p *Entity) bool { return p.has("tags", "sale") && !p.has("tags", "new") })
	},
	"m03": func(w *World) Rows {
		var rows Rows
		for _, g := range groups(w.all("PhysicalProduct"), by("material")) {
			rows.add(g.name, len(g.all), count(g.all, func(p *Entity) bool { return p.null("dimensions") }))
		}
		return rows
	},
	"m04": func(w *World) Rows {
		var rows Rows
		for _, g := range groups(w.all("DigitalProduct"), by("format")) {
			dearest := slices.MaxFunc(g.all, func(a, b *Entity) int { return compareNumbers(a.text("price"), b.text("price")) })
			rows.add(g.name, len(g.all), dearest.text("price"))
		}
		return rows
	},
	"m05": func(w *World) Rows {
		return w.ids("User", func(u *Entity) bool { return len(u.set("phone_no")) == 0 })
	},
	"m06": func(w *World) Rows {
		var rows Rows
		for _, e := range w.all("Employee") {
			rows.add(e.text("first_name"), e.text("last_name"), e.text("email"), e.set("phone_no"))
		}
		return rows
	},
	"m07": func(w *World) Rows {
		return w.ids("Apparel", func(a *Entity) bool { return a.has("avail_sizes", "L") && !a.has("avail_sizes", "M") })
	},
	"m08": func(w *World) Rows {
		var rows Rows
		for _, standard := range distinct(through(w.all("Electronics"), func(e *Entity) []string { return e.set("standards") })) {
			supporting := where(w.all("Electronics"), func(e *Entity) bool { return e.has("standards", standard) })
			rows.add(standard, len(supporting), fixed(average(supporting, "price"), 2))
		}
		return rows
	},
	"m09": func(w *World) Rows {
		var rows Rows
		for _, platform := range distinct(through(w.all("Software"), func(s *Entity) []string { return s.set("platforms") })) {
			fits := func(p *Entity) bool { return p.is("Software") && p.has("platforms", platform) }
			rows.add(platform, count(w.all("Customer"), func(c *Entity) bool { return slices.ContainsFunc(w.to("downloaded", c), fits) }))
		}
		return rows
	},
	"m10": func(w *World) Rows {
		return w.ids("Software", func(s *Entity) bool { return len(s.set("platforms")) >= 3 })
	},
	"m11": func(w *World) Rows {
		return w.ids("Customer", func(c *Entity) bool {
			reviewed := through(w.from("written_by", c), func(r *Entity) []*Entity { return w.to("reviews", r) })
			return slices.ContainsFunc(reviewed, func(p *Entity) bool {
				return p.is("DigitalProduct") && !slices.Contains(w.to("downloaded", c), p)
			})
		})
	},
	"m12": func(w *World) Rows {
		return w.ids("Product", func(p *Entity) bool { return len(w.from("contains", p)) == 0 })
	},
	"m13": func(w *World) Rows {
		return w.each("Employee", func(e *Entity) int {
			return len(distinct(through(w.processed(e), func(order *Entity) []*Entity { return w.to("placed_by", order) })))
		})
	},
	"m14": func(w *World) Rows {
		return w.ids("Electronics", func(e *Entity) bool {
			return len(w.from("streams_to", e)) > 0 && len(w.from("installable_on", e)) == 0
		})
	},
	"m15": func(w *World) Rows {
		var rows Rows
		for _, g := range groups(w.all("Accessories"), by("category")) {
			paired := distinct(through(g.all, func(a *Entity) []*Entity { return w.from("paired_with", a) }))
			rows.add(g.name, len(g.all), len(paired))
		}
		return rows
	},
	"m16": func(w *World) Rows {
		var rows Rows
		reviews := func(p *Entity) int { return len(w.from("reviews", p)) }
		for _, p := range w.best(10, "Product", reviews, func(a, b *Entity) int { return compareNumbers(a.id(), b.id()) }) {
			rows.add(p.id(), reviews(p))
		}
		return rows
	},
	"m17": func(w *World) Rows {
		var rows Rows
		in2025 := inYear("2025")
		for _, c := range w.all("Customer") {
			recent := where(w.from("placed_by", c), func(order *Entity) bool { return in2025(order.text("placed_at")) })
			if len(recent) > 0 {
				rows.add(c.id(), slices.MaxFunc(recent, byText("placed_at")).text("placed_at"))
			}
		}
		return rows
	},
	"m18": func(w *World) Rows {
		var rows Rows
		for _, g := range groups(w.all("Employee"), by("role")) {
			rows.add(g.name, len(g.all), slices.MinFunc(g.all, byText("hire_date")).text("hire_date"))
		}
		return rows
	},
	"m19": func(w *World) (rows Rows) {
		fitting := func(n int) func(*Entity) bool {
			return func(a *Entity) bool { return len(w.to("compatible_with", a)) == n }
		}
		rows.add(count(w.all("Accessories"), fitting(1)), count(w.all("Accessories"), fitting(2)))
		return rows
	},
	"m20": func(w *World) Rows {
		var rows Rows
		for _, g := range groups(w.all("User"), by("last_name")) {
			if len(g.all) > 1 {
				rows.add(g.name, len(g.all))
			}
		}
		return rows
	},
	"m21": func(w *World) Rows {
		var rows Rows
		for _, m := range w.all("Media") {
			if n := len(w.to("streams_to", m)); n > 0 {
				rows.add(m.id(), m.text("duration"), n)
			}
		}
		return rows
	}, "m22": func(w *World) Rows {
		return w.ids("PhysicalProduct", func(p *Entity) bool {
			return p.text("material") == "plastic" && compareNumbers(p.text("quantity"), "100") < 0
		})
	},
}
