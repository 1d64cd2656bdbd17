package appliance

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"ercheck/appliance/trial"
	"ercheck/catalog/instance"
	"ercheck/catalog/question"
)

// telling is the work of Mistakes: what is known of each suspect so far.
type telling struct {
	a         *Appliance
	d         *Data
	cluster   *cluster
	questions []askedOf
	done      atomic.Int64
}

// askedOf is one question with its suspects.
type askedOf struct {
	question.Question
	suspects []suspectState
}

// suspectState is what is known of a suspect.
type suspectState struct {
	Suspect
	toldBy   map[InstanceChoice]bool
	refused  error
	witness  *instance.Memory
	searched *trial.Searched // nil before a search
}

// open says whether nothing tells the suspect yet.
func (s suspectState) open() bool { return s.refused == nil && len(s.toldBy) == 0 }

func (a *Appliance) newTelling(ctx context.Context, d *Data, o MistakesOptions) (*telling, error) {
	c, err := a.openCluster(ctx)
	if err != nil {
		return nil, err
	}
	t := &telling{a: a, d: d, cluster: c}
	for _, q := range o.Questions {
		suspects, err := suspectsOf(d.Domain.Model, q)
		if err != nil {
			return nil, err
		}
		asked := askedOf{Question: q}
		for _, s := range suspects {
			asked.suspects = append(asked.suspects, suspectState{Suspect: s, toldBy: map[InstanceChoice]bool{}})
		}
		t.questions = append(t.questions, asked)
	}
	return t, a.openDatabase(ctx, c, d, false)
}

// tell compares all suspects on instances.
func (t *telling) tell(ctx context.Context, choices []InstanceChoice) error {
	return t.on(ctx, choices, func(*suspectState) bool { return true })
}

// on compares the wanted suspects on instances.
func (t *telling) on(ctx context.Context, choices []InstanceChoice, wanted func(*suspectState) bool) error {
	sources, err := sourcesOf(t.d, choices)
	if err != nil {
		return err
	}
	load := func(ctx context.Context, s *trial.Session) error { return s.Load(ctx, sources...) }
	return t.eachQuestion(ctx, "compare", load, wanted, func(ctx context.Context, q *askedOf, c *trial.Case, at []int) error {
		for number, choice := range choices {
			verdicts, err := c.Compare(ctx, number, at)
			if err != nil {
				return fmt.Errorf("instance %s: %w", choice, err)
			}
			for i, v := range verdicts {
				if v.Tells() {
					q.suspects[at[i]].toldBy[choice] = true
				}
			}
		}
		return nil
	})
}

// search looks for small instances that tell what the others do not.
func (t *telling) search(ctx context.Context, o trial.SearchOptions) error {
	none := func(context.Context, *trial.Session) error { return nil }
	return t.eachQuestion(ctx, "search", none, func(s *suspectState) bool { return s.open() },
		func(ctx context.Context, q *askedOf, c *trial.Case, at []int) error {
			texts := []string{q.Gold.SQL}
			for _, alternate := range q.Alternates {
				texts = append(texts, alternate.SQL)
			}
			for _, i := range at {
				texts = append(texts, q.suspects[i].SQL)
			}
			found, searched, err := c.Search(ctx, texts, at, o)
			for _, i := range at {
				q.suspects[i].searched = &searched
				if w, ok := found[i]; ok {
					q.suspects[i].witness = w.Instance
				}
			}
			return err
		})
}

// eachQuestion prepares every question that has wanted suspects, over a few
// connections of which each is loaded once. at numbers the wanted ones that the
// server takes.
func (t *telling) eachQuestion(ctx context.Context, stage string, load func(context.Context, *trial.Session) error,
	wanted func(*suspectState) bool, do func(ctx context.Context, q *askedOf, c *trial.Case, at []int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	t.done.Store(0)
	for range min(len(t.questions), runtime.GOMAXPROCS(0)) {
		group.Go(func() error {
			conn, err := t.cluster.connect(ctx, t.d.Database)
			if err != nil {
				return err
			}
			defer closeQuietly(ctx, conn)
			session, err := trial.Open(ctx, conn, t.d.Domain.Model)
			if err == nil {
				err = load(ctx, session)
			}
			for err == nil {
				i := int(next.Add(1)) - 1
				if i >= len(t.questions) {
					return nil
				}
				err = t.question(ctx, session, &t.questions[i], wanted, do)
				t.a.progress(Progress{Stage: stage, Done: t.done.Add(1), Total: int64(len(t.questions)), Note: t.questions[i].ID})
			}
			return err
		})
	}
	return group.Wait()
}

// question prepares one and does what is to be done.
func (t *telling) question(ctx context.Context, session *trial.Session, q *askedOf, wanted func(*suspectState) bool,
	do func(context.Context, *askedOf, *trial.Case, []int) error) error {
	texts := make([]string, len(q.suspects))
	var at []int
	for i := range q.suspects {
		if wanted(&q.suspects[i]) {
			texts[i], at = q.suspects[i].SQL, append(at, i)
		}
	}
	if len(at) == 0 {
		return nil
	}
	c, err := session.Prepare(ctx, q.Question, texts)
	if err != nil {
		return err
	}
	for _, i := range at {
		q.suspects[i].refused = c.Refused(i)
	}
	at = slices.DeleteFunc(at, func(i int) bool { return q.suspects[i].refused != nil })
	if err := do(ctx, q, c, at); err != nil {
		return fmt.Errorf("question %s: %w", q.ID, err)
	}
	return c.Release(ctx)
}

// lines writes a witness.
func lines(ctx context.Context, m *instance.Memory) string {
	var out bytes.Buffer
	if err := instance.WriteJSONL(ctx, &out, m); err != nil {
		return ""
	}
	return out.String()
}
