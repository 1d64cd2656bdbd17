package score

// tally counts pairs of cells of two variants.
type tally struct {
	agree, empty, differ, missed int // empty is a part of agree
	bothFailed                   int // a part of missed
}

func (t *tally) add(o tally) {
	t.agree += o.agree
	t.empty += o.empty
	t.differ += o.differ
	t.missed += o.missed
	t.bothFailed += o.bothFailed
}

func (t *tally) compare(a, b spot) {
	switch {
	case a.state == ran && b.state == ran && a.answer == b.answer:
		t.agree++
		if a.empty && b.empty {
			t.empty++
		}
	case a.state == ran && b.state == ran:
		t.differ++
	default:
		t.missed++
		if a.failed() && b.failed() {
			t.bothFailed++
		}
	}
}

func (p spot) failed() bool { return p.state == failed || p.state == silent }

// across compares every repeat of one variant with every repeat of another.
func across(a, b []spot) (t tally) {
	for _, x := range a {
		for _, y := range b {
			t.compare(x, y)
		}
	}
	return t
}

// within compares the different repeats of one variant with each other.
func within(a []spot) (t tally) {
	for i := range a {
		for j := i + 1; j < len(a); j++ {
			t.compare(a[i], a[j])
		}
	}
	return t
}

// agreement fills in everything that compares answers with answers.
func (g *grid) agreement(m *Model) {
	m.PSS, m.PSSLiteral = newMatrix(g.variants), newMatrix(g.variants)
	each := make([]tally, len(g.questions))
	with := make([]int, len(g.variants)) // agreements of a variant with the others
	var all tally
	for i := range g.variants {
		g.diagonal(m, i)
		for j := i + 1; j < len(g.variants); j++ {
			t := g.pair(i, j, each)
			all.add(t)
			with[i] += t.agree
			with[j] += t.agree
			g.setPair(m.PSS, i, j, t.agree)
			g.setPair(m.PSSLiteral, i, j, t.agree+t.bothFailed)
		}
	}
	g.questionScores(m, each)
	g.averages(m, all, with)
	g.selfAgreement(m)
}

// pair compares two variants on every question and adds to each question's tally.
func (g *grid) pair(i, j int, each []tally) (sum tally) {
	for q := range g.questions {
		t := across(g.at(q, i), g.at(q, j))
		each[q].add(t)
		sum.add(t)
	}
	return sum
}

func (g *grid) setPair(m Matrix, i, j, n int) {
	v := ratio(n, g.repeats*g.repeats)
	m.Values[i][j], m.Values[j][i] = v, v
}

// diagonal sets N − E(i) in both matrices.
func (g *grid) diagonal(m *Model, i int) {
	n := 0
	for q := range g.questions {
		for _, p := range g.at(q, i) {
			if p.state == ran {
				n++
			}
		}
	}
	v := ratio(n, g.repeats)
	m.PSS.Values[i][i], m.PSSLiteral.Values[i][i] = v, v
}

func (g *grid) questionScores(m *Model, each []tally) {
	r := g.repeats * g.repeats
	for q, t := range each {
		s := &m.Questions[q]
		s.QAS, s.QDS, s.QMS = ratio(t.agree, r), ratio(t.differ, r), ratio(t.missed, r)
		s.QASEmpty = ratio(t.empty, r)
	}
}

func (g *grid) averages(m *Model, all tally, with []int) {
	r := g.repeats * g.repeats
	v := len(g.variants)
	total := v * (v - 1) / 2 * len(g.questions) * r
	m.AverageAgreement = percent(all.agree, total)
	m.AverageAgreementLiteral = percent(all.agree+all.bothFailed, total)
	m.AverageAgreementNonempty = percent(all.agree-all.empty, total)
	m.EmptyAgreements = ratio(all.empty, r)
	for i := range g.variants {
		m.Variants[i].Agreement = percent(with[i], (v-1)*len(g.questions)*r)
	}
}

func (g *grid) selfAgreement(m *Model) {
	pairs := g.repeats * (g.repeats - 1) / 2 * len(g.questions)
	all := 0
	for i := range g.variants {
		n := 0
		for q := range g.questions {
			n += within(g.at(q, i)).agree
		}
		m.Variants[i].SelfAgreement = percent(n, pairs)
		all += n
	}
	m.SelfAgreement = percent(all, pairs*len(g.variants))
}
