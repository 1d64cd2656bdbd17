package through

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ercheck/llm"
)

// adapted remembers the options that a model refused.
type adapted struct {
	mu      sync.Mutex
	refused []string
}

// omit adds them to what is not to be sent.
func (a *adapted) omit(asked []string) []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return union(asked, a.refused)
}

// dropped adds them to what was not sent.
func (a *adapted) dropped(said []string) []string { return a.omit(said) }

func union(one, other []string) []string {
	all := slices.Concat(one, other)
	slices.Sort(all)
	return slices.Compact(all)
}

// adapt says whether the error is a refused option that was sent, and may be
// left away at the next try.
func (m *Model) adapt(err error, omitted []string) bool {
	e, ok := errors.AsType[*llm.Error](err)
	if !ok || e.Kind != llm.KindBadRequest || e.Param == "" || slices.Contains(omitted, e.Param) {
		return false
	}
	m.adapted.mu.Lock()
	m.refused = union(m.refused, []string{e.Param})
	m.adapted.mu.Unlock()
	m.layer.notice(fmt.Sprintf("%s does not take %s: asked without", m.Name(), strings.ReplaceAll(e.Param, "_", " ")))
	return true
}
