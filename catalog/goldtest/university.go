package goldtest

import (
	"cmp"
	"slices"
)

// universityMore answers this project's questions on the university domain.
var universityMore = map[string]walk{
	"u01": func(w *World) Rows {
		return w.each("Course", func(c *Entity) int { return len(w.owned("Section", c)) })
	},
	"u02": func(w *World) Rows {
		var rows Rows
		for _, s := range w.all("Section") {
			rows.add(s.Key[0], s.Key[1], s.Key[2], s.Key[3], len(w.from("takes", s)))
		}
		return rows
	},
	"u03": func(w *World) Rows {
		return w.ids("Course", func(c *Entity) bool { return len(w.to("prereq", c)) == 0 && len(w.from("prereq", c)) > 0 })
	},
	"u04": func(w *World) Rows {
		var rows Rows
		for _, c := range w.all("Course") {
			rows.add(c.id(), len(w.to("prereq", c)), len(w.from("prereq", c)))
		}
		return rows
	},
	"u05": func(w *World) Rows {
		var rows Rows
		for _, c := range w.all("Course") {
			second := through(w.to("prereq", c), func(p *Entity) []*Entity { return w.to("prereq", p) })
			for _, p := range where(distinct(second), func(p *Entity) bool { return p != c }) {
				rows.add(c.id(), p.id())
			}
		}
		return rows
	},
	"u06": func(w *World) Rows {
		var rows Rows
		graded := where(w.pairs("takes"), func(l Link) bool { return !l.one["grade"].Null })
		for _, g := range groups(graded, func(l Link) string { return l.one["grade"].Text }) {
			students := through(g.all, func(l Link) []*Entity { return []*Entity{l.From} })
			rows.add(g.name, len(distinct(students)))
		}
		return rows
	},
	"u07": func(w *World) Rows {
		open := map[*Entity]int{}
		for _, l := range w.pairs("takes") {
			if l.one["grade"].Null {
				open[l.From]++
			}
		}
		return w.each("Student", func(s *Entity) int { return open[s] })
	},
	"u08": func(w *World) Rows {
		return w.ids("Student", func(s *Entity) bool {
			advisor := w.to("advisor", s)[0]
			return slices.ContainsFunc(w.to("takes", s), func(section *Entity) bool {
				return slices.Contains(w.from("teaches", section), advisor)
			})
		})
	},
	"u09": func(w *World) Rows {
		var rows Rows
		for _, i := range w.all("Instructor") {
			rows.add(i.id(), len(w.from("advisor", i)), len(w.to("teaches", i)))
		}
		return rows
	},
	"u10": func(w *World) Rows {
		var rows Rows
		for _, g := range groups(w.all("Instructor"), by("department")) {
			rows.add(g.name, len(g.all), fixed(average(g.all, "salary"), 2))
		}
		return rows
	},
	"u11": func(w *World) Rows {
		var rows Rows
		for _, p := range where(w.all("Person"), none("Instructor", "Student")) {
			rows.add(p.text("first_name"), p.value("middle_name"), p.text("last_name"), p.set("phone_numbers"))
		}
		return rows
	},
	"u12": func(w *World) Rows {
		var rows Rows
		students := func(c *Entity) int {
			return len(distinct(through(w.owned("Section", c), func(s *Entity) []*Entity { return w.from("takes", s) })))
		}
		for _, c := range w.best(5, "Course", students, func(a, b *Entity) int { return cmp.Compare(a.id(), b.id()) }) {
			rows.add(c.id(), students(c))
		}
		return rows
	},
	"u13": func(w *World) Rows {
		return w.ids("Student", func(s *Entity) bool {
			courses := groups(w.to("takes", s), (*Entity).id) // a section's key begins with its course's
			return slices.ContainsFunc(courses, func(g group[*Entity]) bool { return len(g.all) >= 2 })
		})
	},
}
