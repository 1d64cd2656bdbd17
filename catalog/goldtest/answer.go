package goldtest

import "fmt"

// walk computes one question's answer.
type walk func(*World) Rows

// walks are all there are, by domain and question.
var walks = map[string]map[string]walk{
	"social":     merged(socialPaper, socialMore),
	"retail":     merged(retailPaper, retailMore),
	"university": universityMore,
}

func merged(sets ...map[string]walk) map[string]walk {
	all := map[string]walk{}
	for _, set := range sets {
		for id, walk := range set {
			if all[id] != nil {
				panic("goldtest: two walks for " + id)
			}
			all[id] = walk
		}
	}
	return all
}

// Answer computes the gold answer of a built-in domain's question. A question
// without a walk is an error.
func Answer(w *World, domain, question string) (Rows, error) {
	walk := walks[domain][question]
	if walk == nil {
		return nil, fmt.Errorf("goldtest: nobody has written how to answer question %s of domain %s", question, domain)
	}
	return walk(w), nil
}
