package er_test

import (
	"testing"

	"ercheck/catalog/er"
)

// Every change that can be seen in a schema, an instance or a view changes the
// digest, and nothing else does.
func TestDigest(t *testing.T) {
	changes := map[string]func(*er.Spec){
		"name":         func(s *er.Spec) { s.Name = "university2" },
		"type name":    func(s *er.Spec) { s.EntityTypes[3].Name = "lesson"; s.Relationships[0].To.Type = "lesson" },
		"plural":       func(s *er.Spec) { s.EntityTypes[2].Plural = "courses_given" },
		"not abstract": func(s *er.Spec) { s.EntityTypes[1].Abstract = false },
		"owner role":   func(s *er.Spec) { s.EntityTypes[3].OwnerRole = "" },
		"no parent": func(s *er.Spec) {
			s.EntityTypes[0].IsA = ""
			s.EntityTypes[0].Key = s.EntityTypes[2].Key
			s.EntityTypes[1].Abstract = false
		},
		"key type":         func(s *er.Spec) { s.EntityTypes[2].Key[0].Type = integer },
		"key order":        func(s *er.Spec) { k := s.EntityTypes[3].Key; k[0], k[1] = k[1], k[0] },
		"key to attribute": func(s *er.Spec) { e := &s.EntityTypes[3]; e.Attributes, e.Key = e.Key[1:], e.Key[:1] },
		"attribute order":  func(s *er.Spec) { a := s.EntityTypes[1].Attributes; a[1], a[2] = a[2], a[1] },
		"scale": func(s *er.Spec) {
			s.EntityTypes[0].Attributes[0].Type.Precision = 4
			s.EntityTypes[0].Attributes[0].Type.Scale = 1
		},
		"multi":         func(s *er.Spec) { s.EntityTypes[1].Attributes[1].Multi = false },
		"nullable":      func(s *er.Spec) { s.EntityTypes[1].Attributes[2].Nullable = true },
		"unique":        func(s *er.Spec) { s.EntityTypes[1].Attributes[2].Unique = false },
		"component":     func(s *er.Spec) { s.EntityTypes[1].Attributes[0].Components[1].Nullable = false },
		"component out": func(s *er.Spec) { c := &s.EntityTypes[1]; a := c.Attributes; a[0].Components = a[0].Components[:1] },
		"relationship":  func(s *er.Spec) { s.Relationships[1].Name = "requires" },
		"cardinality":   func(s *er.Spec) { s.Relationships[1].Cardinality = er.OneToOne },
		"role":          func(s *er.Spec) { s.Relationships[1].To.Name = "needed" },
		"total":         func(s *er.Spec) { s.Relationships[1].To.Total = true },
		"turned round":  func(s *er.Spec) { r := &s.Relationships[1]; r.From, r.To = r.To, r.From },
		"link attribute": func(s *er.Spec) {
			s.Relationships[1].Attributes, s.Relationships[0].Attributes = s.Relationships[0].Attributes, nil
		},
		"order of links": func(s *er.Spec) { r := s.Relationships; r[0], r[1] = r[1], r[0] },
	}
	seen := map[string]string{mustNew(t, university()).Digest(): "nothing"}
	for name, change := range changes {
		s := university()
		change(&s)
		d := mustNew(t, s).Digest()
		if other, ok := seen[d]; ok {
			t.Errorf("changing %s gives the digest of changing %s", name, other)
		}
		seen[d] = name
	}
	same := university()
	same.Title, same.At.Line, same.EntityTypes[2].Plural = "another title", 12, "courses"
	if seen[mustNew(t, same).Digest()] != "nothing" {
		t.Error("the title, a line number or a default written out changes the digest")
	}
}
