package score

// count fills in the plain counts by question and by variant.
func (g *grid) count(m *Model) {
	for q, id := range g.questions {
		m.Questions[q].ID = id
		m.Questions[q].Cells = len(g.variants) * g.repeats
	}
	for v, name := range g.variants {
		m.Variants[v].Name = name
		m.Variants[v].Cells = len(g.questions) * g.repeats
	}
	for q := range g.questions {
		for v := range g.variants {
			for _, p := range g.at(q, v) {
				s, w := &m.Questions[q], &m.Variants[v]
				p.count(&s.Right, &s.Errors, &s.Missing)
				p.count(&w.Right, &w.Errors, &w.Missing)
			}
		}
	}
}

func (p spot) count(right, errors, missing *int) {
	switch {
	case p.state == absent:
		*missing++
	case p.state != ran:
		*errors++
	case p.right:
		*right++
	}
}

// correctness fills in everything that compares answers with gold.
func (g *grid) correctness(m *Model) {
	right := 0
	for q := range m.Questions {
		s := &m.Questions[q]
		s.Accuracy = percent(s.Right, s.Cells)
		right += s.Right
	}
	m.Accuracy = percent(right, m.CellCount)
	for v := range m.Variants {
		w := &m.Variants[v]
		w.Accuracy = percent(w.Right, w.Cells)
		w.Validity = percent(g.valid(v))
	}
	m.Validity = percent(g.valid(-1))
	g.acrossVariants(m)
	g.flips(m)
}

// valid counts cells that ran and cells that got a response, on variant v or,
// if v is negative, on all.
func (g *grid) valid(v int) (rows, responses int) {
	for i, p := range g.places {
		if v >= 0 && i/g.repeats%len(g.variants) != v {
			continue
		}
		switch p.state {
		case ran:
			rows++
			responses++
		case failed:
			responses++
		}
	}
	return rows, responses
}

// acrossVariants counts, in each repeat, the questions right everywhere and
// those right somewhere.
func (g *grid) acrossVariants(m *Model) {
	everywhere, somewhere := 0, 0
	for q := range g.questions {
		for r := 0; r < g.repeats; r++ {
			n := g.rightOn(q, r)
			if n > 0 {
				somewhere++
			}
			if n > 0 && n == len(g.variants) {
				everywhere++
			}
		}
	}
	n := len(g.questions) * g.repeats
	if len(g.variants) == 0 {
		n = 0
	}
	m.RobustAccuracy = percent(everywhere, n)
	m.Reachable = percent(somewhere, n)
	m.SchemaGap = percent(somewhere-everywhere, n)
}

func (g *grid) rightOn(q, r int) (n int) {
	for v := range g.variants {
		if g.at(q, v)[r].right {
			n++
		}
	}
	return n
}

func (g *grid) flips(m *Model) {
	m.Flips = newMatrix(g.variants)
	for i := range g.variants {
		for j := range g.variants {
			if i == j {
				continue
			}
			n := 0
			for q := range g.questions {
				n += rights(g.at(q, i)) * (g.repeats - rights(g.at(q, j)))
			}
			m.Flips.Values[i][j] = ratio(n, g.repeats*g.repeats)
		}
	}
}

func rights(spots []spot) (n int) {
	for _, p := range spots {
		if p.right {
			n++
		}
	}
	return n
}
