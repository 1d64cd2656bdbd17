package catalog

import (
	"regexp"

	"ercheck/catalog/er"
	"ercheck/catalog/fault"
	"ercheck/catalog/nearest"
)

// column is a name that stands in SQL as it is, or between quotes.
var column = regexp.MustCompile(`^([\p{Ll}_][\p{Ll}\p{Lo}0-9_]*|"([^"]|"")+")$`)

func (d *decoder) checkColumn(name string, at fault.Position) {
	if !column.MatchString(name) {
		d.faults.Add(at, `write one name of a column of scores, in double quotes if it is not in small letters`,
			"%.60q is no column", name)
	}
}

// checkMeasures compares what the rankings measure with the model.
func (d *decoder) checkMeasures(m *er.Model) {
	for _, measure := range d.measures {
		of := m.EntityType(measure.Of)
		if of == nil {
			d.faults.Add(measure.at, nearest.Hint(measure.Of, typeNames(m)), "measure: there is no entity type %.60q", measure.Of)
			continue
		}
		if len(measure.Path) == 0 {
			d.faults.Add(measure.at, "name at least one relationship", "measure: the path is empty")
			continue
		}
		d.checkPath(m, of, measure)
	}
}

func (d *decoder) checkPath(m *er.Model, of *er.EntityType, measure measureAt) {
	path := measure.Path
	if t := measure.AtLeast; t != nil {
		path = append(path[:len(path):len(path)], t.Relationship)
	}
	if _, err := m.Walk(of, path); err != nil {
		d.faults.Add(measure.at, "name relationships that lead from one to the next, beginning at "+of.Name, "measure: %v", err)
	}
}

func typeNames(m *er.Model) []string {
	var names []string
	for _, t := range m.EntityTypes {
		names = append(names, t.Name)
	}
	return names
}
