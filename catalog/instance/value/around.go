package value

// around are constants of the type and what is next to them, in units: as far as
// they are of the type, and no farther from the range than it is wide.
func (m *Maker) around(constants []string) []int64 {
	var all []int64
	width := m.spec.To - m.spec.From
	least, most := m.spec.From-min(width, m.spec.From-m.units.least), m.spec.To+min(width, m.units.most-m.spec.To)
	if m.spec.From >= 0 {
		least = max(least, 0) // what is never negative stays so
	}
	for _, c := range constants {
		n, err := m.units.parse(c)
		for _, near := range []int64{n, n - 1, n + 1} {
			if err == nil && near >= least && near <= most {
				all = append(all, near)
			}
		}
	}
	return all
}
