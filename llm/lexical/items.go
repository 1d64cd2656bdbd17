package lexical

import (
	"slices"
)

// item is one column that a question asks to return.
type item struct {
	key     bool
	again   bool // what was spoken of before: "that average"
	count   bool
	fold    string // an aggregate of SQL, or ""
	attr    *attribute
	clause  clause // whose it is, or what is counted
	pronoun bool   // the members spoken of before are
}

// items reads what the tokens [lo, hi) ask for. before is an attribute that
// was spoken of, or nil.
func (a *asker) items(lo, hi int, before *attribute) []item {
	var out []item
	var pending []string
	starts := []int{lo}
	for i := lo; i < hi; i++ {
		if (a.phrase(i, ",") || a.phrase(i, "and")) && a.starts(i+1, hi, before) {
			starts = append(starts, i+1)
		}
	}
	for k, from := range starts {
		to := hi
		if k+1 < len(starts) {
			to = starts[k+1] - 1
		}
		it, ok := a.item(from, to, before)
		switch {
		case ok && len(pending) > 0 && it.attr != nil && it.fold != "":
			for _, fold := range pending { // "the lowest and the highest x"
				other := it
				other.fold = fold
				out = append(out, other)
			}
			pending = nil
			out = append(out, it)
		case ok:
			out = append(out, it)
		case it.fold != "":
			pending = append(pending, it.fold)
		}
	}
	return out
}

// starts reports whether an item begins at i.
func (a *asker) starts(i, hi int, before *attribute) bool {
	for i < hi && (articles[a.tokens[i]] || a.phrase(i, "that") || a.phrase(i, "and")) {
		i++
	}
	if i >= hi {
		return false
	}
	if a.attrs[i] != nil || folds[a.tokens[i]] != "" || a.phrase(i, "number") || a.phrase(i, "how", "many") || a.again(i, before) {
		return true
	}
	return a.id(i) || a.id(i+1)
}

func (a *asker) id(i int) bool { return a.phrase(i, "id") || a.phrase(i, "ids") }

func (a *asker) again(i int, before *attribute) bool {
	return before != nil && i < len(a.tokens) && slices.Contains(before.words, singular(a.tokens[i]))
}

// item reads one. It is not ok when there is nothing that could be returned.
func (a *asker) item(lo, hi int, before *attribute) (item, bool) {
	var it item
	i := lo
	for ; i < hi; i++ {
		t := a.tokens[i]
		switch {
		case a.attrs[i] != nil, a.mentionAt(i) != nil && !a.id(a.mentionAt(i).end):
		case a.phrase(i, "number", "of"):
			it.count = true
			i++
			continue
		case a.phrase(i, "how", "many"):
			it.count = true
			i++
			continue
		case folds[t] != "" && !a.phrase(i-1, "at") && !(t == "total" && it.count):
			if it.fold == "" && !a.again(i, before) {
				it.fold = folds[t]
				continue
			}
			it.again = true
			return it, true
		case a.id(i):
			it.key = true
			return it, true
		case a.again(i, before) && !it.count && it.fold == "":
			it.again = true
			return it, true
		case pronouns[t] && (it.count || it.fold != ""):
			it.pronoun = true
			it.clause = a.clause(i+1, hi, &mention{at: i, end: i + 1})
			return it, true
		default:
			continue
		}
		break
	}
	if i >= hi {
		return it, false
	}
	return a.aimed(it, i, hi, before)
}

// aimed completes an item whose attribute or thing stands at i.
func (a *asker) aimed(it item, i, hi int, before *attribute) (item, bool) {
	x := a.attrs[i]
	switch {
	case x == nil || x.boolean() && it.count:
		it.clause = a.clause(i, hi, nil)
		return it, it.count && len(it.clause.nodes) > 0
	case x == before, len(x.words) == 1 && before != nil && x.words[0] == before.words[len(before.words)-1] && a.ends[i] == i+1:
		if !it.count && it.fold == "" {
			it.again = true
			return it, true
		}
		x = before
	}
	it.attr = x
	it.clause = a.clause(a.ends[i], hi, nil)
	return it, true
}
