package goldtest

import (
	"cmp"
	"math/big"
	"slices"
)

// retailTypes are the five concrete types of the paper's questions.
var retailTypes = []string{"Apparel", "Accessories", "Electronics", "Media", "Software"}

// retailPaper answers the paper's questions on the retail domain.
var retailPaper = map[string]walk{
	"r01": func(w *World) Rows {
		var rows Rows
		for _, g := range groups(w.all("Employee"), by("department")) {
			processed := len(through(g.all, w.processed))
			rows.add(g.name, len(g.all), fixed(big.NewRat(int64(processed), int64(len(g.all))), 2))
		}
		return rows
	},
	"r02": func(w *World) Rows {
		var rows Rows
		for _, g := range groups(w.all("Employee"), by("department")) {
			rows.add(g.name, len(g.all), len(distinct(through(g.all, w.recommended))), len(distinct(through(g.all, w.processed))))
		}
		return rows
	},
	"r03": func(w *World) Rows {
		var rows Rows
		for _, e := range w.all("Electronics") {
			rows.add(e.id(), len(w.from("installable_on", e)), len(w.from("streams_to", e)))
		}
		return rows
	},
	"r04": func(w *World) Rows {
		var rows Rows
		for _, kind := range retailTypes {
			rows.add(kind, len(w.all(kind)), fixed(average(w.all(kind), "price"), 0))
		}
		return rows
	},
	"r05": func(w *World) Rows {
		var rows Rows
		for _, l := range w.pairs("compatible_with") {
			a, e := l.From, l.To
			rows.add(a.text("name"), a.text("category"), a.text("price"), e.text("name"), e.text("model_no"), e.text("price"))
		}
		return rows
	},
	"r06": func(w *World) Rows {
		var rows Rows
		for _, c := range w.all("Customer") {
			if n := count(w.to("downloaded", c), is("Software")); n > 0 {
				rows.addCustomer(c, c.text("loyalty_points"), n)
			}
		}
		return rows
	},
	"r07": func(w *World) Rows {
		var rows Rows
		for _, c := range w.all("Customer") {
			orders, reviews := len(w.from("placed_by", c)), len(w.from("written_by", c))
			if orders >= 3 && reviews >= 2 {
				rows.addCustomer(c, orders, reviews)
			}
		}
		return rows
	},
	"r08": func(w *World) Rows {
		var rows Rows
		for _, r := range w.all("Review") {
			if r.text("rating") == "5" {
				author, product := w.to("written_by", r)[0], w.to("reviews", r)[0]
				rows.add(author.text("first_name"), author.text("last_name"), product.text("name"), r.value("body"))
			}
		}
		return rows
	},
	"r09": func(w *World) Rows {
		var rows Rows
		paired := func(a *Entity) int { return len(w.to("paired_with", a)) }
		for _, a := range w.best(3, "Apparel", paired, byText("name")) {
			rows.add(a.text("name"), a.text("category"), a.set("avail_sizes"), paired(a))
		}
		return rows
	},
	"r10": func(w *World) Rows {
		var rows Rows
		authors := where(w.all("Customer"), func(c *Entity) bool { return len(w.from("written_by", c)) > 0 })
		for _, c := range highest(5, authors, func(c *Entity) *big.Rat { return number(c.text("loyalty_points")) }) {
			rows.addCustomer(c, c.text("loyalty_points"), len(w.from("written_by", c)))
		}
		return rows
	},
	"r11": func(w *World) Rows {
		var rows Rows
		buyers := where(w.all("Customer"), func(c *Entity) bool { return len(w.from("placed_by", c)) > 0 })
		for _, c := range highest(5, buyers, w.spend) {
			rows.addCustomer(c, c.text("loyalty_points"), fixed(w.spend(c), 2))
		}
		return rows
	},
	"r12": func(w *World) Rows {
		var rows Rows
		processed := func(e *Entity) int { return len(w.processed(e)) }
		for _, e := range w.best(5, "Employee", processed, byFullName) {
			rows.add(fullName(e), e.text("department"), e.text("role"), processed(e))
		}
		return rows
	},
	"r13": func(w *World) Rows {
		var rows Rows
		for _, e := range w.best(5, "Employee", w.types, w.byRecommended) {
			rows.add(fullName(e), e.text("department"), e.text("role"), w.types(e), len(w.recommended(e)))
		}
		return rows
	},
	"r14": func(w *World) Rows {
		var rows Rows
		all := slices.SortedFunc(slices.Values(w.all("Electronics")), func(a, b *Entity) int {
			return cmp.Or(compareNumbers(b.text("price"), a.text("price")), byText("name")(a, b))
		})
		for _, e := range all[:5] {
			rows.add(e.text("name"), e.text("model_no"), e.text("price"), e.set("standards"))
		}
		return rows
	},
	"r15": func(w *World) Rows {
		var rows Rows
		installable := func(s *Entity) int { return len(w.to("installable_on", s)) }
		for _, s := range w.best(5, "Software", installable, byText("name")) {
			rows.add(s.text("name"), s.text("version"), s.text("price"), installable(s))
		}
		return rows
	},
}

func (w *World) processed(employee *Entity) []*Entity   { return w.from("processed_by", employee) }
func (w *World) recommended(employee *Entity) []*Entity { return w.to("recommends", employee) }

// types is how many of the concrete types are among an employee's recommendations.
func (w *World) types(employee *Entity) int {
	return count(retailTypes, func(kind string) bool { return slices.ContainsFunc(w.recommended(employee), is(kind)) })
}

// byRecommended orders employees by how many products they recommend, most
// first, then by name.
func (w *World) byRecommended(a, b *Entity) int {
	return cmp.Or(len(w.recommended(b))-len(w.recommended(a)), byFullName(a, b))
}

// spend adds up the products of a customer's orders.
func (w *World) spend(customer *Entity) *big.Rat {
	items := through(w.from("placed_by", customer), func(order *Entity) []*Entity { return w.to("contains", order) })
	return sum(items, "price")
}

// addCustomer appends first name, last name, email and further values.
func (r *Rows) addCustomer(c *Entity, more ...any) {
	r.add(append([]any{c.text("first_name"), c.text("last_name"), c.text("email")}, more...)...)
}

// highest are the k with the highest figures, equal ones by last name.
func highest(k int, all []*Entity, figure func(*Entity) *big.Rat) []*Entity {
	ranked := slices.SortedFunc(slices.Values(all), func(a, b *Entity) int {
		return cmp.Or(figure(b).Cmp(figure(a)), byText("last_name")(a, b))
	})
	return ranked[:min(k, len(ranked))]
}

func fullName(e *Entity) string { return e.text("first_name") + " " + e.text("last_name") }

func byFullName(a, b *Entity) int { return cmp.Compare(fullName(a), fullName(b)) }
