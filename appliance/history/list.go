package history

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"
	"time"

	"ercheck/appliance/record"
	"ercheck/catalog/nearest"
)

// Entry is one line of the list of runs.
type Entry struct {
	ID       string        `json:"id"`
	Status   record.Status `json:"status"`
	Started  time.Time     `json:"started"`
	Ended    time.Time     `json:"ended,omitzero"`
	Domain   string        `json:"domain"`
	Set      string        `json:"set"`
	Scale    string        `json:"scale"`
	Models   []string      `json:"models"`
	Strategy string        `json:"strategy"`
	Cells    int           `json:"cells"`   // how many the finished run has
	Done     int           `json:"done"`    // cells with an outcome
	Errors   int           `json:"errors"`  // of those, not rows
	Correct  int           `json:"correct"` // of those, equal to gold or an alternate
}

// Filter chooses runs; the zero value chooses all of them.
type Filter struct {
	Domain string        // "" = any
	Status record.Status // "" = any
	Limit  int           // 0 = no limit
}

// List gives the runs that a filter chooses, the newest first.
func (h *History) List(ctx context.Context, f Filter) ([]Entry, error) {
	entries, err := h.list(ctx, f)
	return entries, h.explain("list runs", err)
}

func (h *History) list(ctx context.Context, f Filter) ([]Entry, error) {
	limit := f.Limit
	if limit <= 0 {
		limit = -1 // SQLite's word for none
	}
	rows, err := h.read.QueryContext(ctx, `
		SELECT id, status, started, ended, domain, cells, doc,
		       (SELECT count(*)                      FROM cells c WHERE c.run = r.n AND outcome <> ''),
		       (SELECT count(*)                      FROM cells c WHERE c.run = r.n AND outcome NOT IN ('', ?)),
		       (SELECT coalesce(sum(correct), 0)     FROM cells c WHERE c.run = r.n AND outcome <> '')
		FROM runs r
		WHERE (? = '' OR domain = ?) AND (? = '' OR status = ?)
		ORDER BY started DESC, n DESC LIMIT ?`,
		record.Rows, f.Domain, f.Domain, f.Status, f.Status, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	entries := []Entry{}
	for rows.Next() {
		e, err := h.scanEntry(rows)
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, rows.Err()
}

func (h *History) scanEntry(rows *sql.Rows) (e Entry, err error) {
	var started int64
	var ended sql.NullInt64
	var doc []byte
	err = rows.Scan(&e.ID, &e.Status, &started, &ended, &e.Domain, &e.Cells, &doc, &e.Done, &e.Errors, &e.Correct)
	if err != nil {
		return e, err
	}
	var r record.Run
	if err := json.Unmarshal(doc, &r); err != nil {
		return e, h.damaged("the record of run "+e.ID+" is damaged", err)
	}
	e.Started, e.Ended = time.Unix(0, started).UTC(), fromNano(ended)
	e.Set, e.Scale, e.Models, e.Strategy = r.Set, r.Data.Scale, r.Models, r.Strategy
	return e, nil
}

// Last is what users write for the run that started last.
const Last = "last"

// Resolve makes a run's id of what a user typed: an id, the beginning of one,
// its last four letters, or "last". Errors are NotFound, with the nearest ids,
// and Ambiguous, with those that it may mean.
func (h *History) Resolve(ctx context.Context, given string) (string, error) {
	ids, err := ids(ctx, h.read)
	if err != nil {
		return "", h.explain("look for run "+given, err)
	}
	if given == Last && len(ids) > 0 {
		return ids[0], nil
	}
	var found []string
	for _, id := range ids {
		if id == given {
			return id, nil
		}
		if given != "" && (strings.HasPrefix(id, given) || strings.HasSuffix(id, "-"+given)) {
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		return "", h.unknown(given, ids)
	case 1:
		return found[0], nil
	}
	return "", &Error{Kind: Ambiguous, Path: h.path, Names: found, Message: "several runs begin or end with " + given,
		Advice: "one of " + strings.Join(found[:min(len(found), 10)], ", ")}
}

// ids are those of all runs, the newest first.
func ids(ctx context.Context, q querier) ([]string, error) {
	rows, err := q.QueryContext(ctx, `SELECT id FROM runs ORDER BY started DESC, n DESC`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		all = append(all, id)
	}
	return all, rows.Err()
}

// notFound is the error for an id that no run has.
func (h *History) notFound(ctx context.Context, q querier, given string) error {
	all, err := ids(ctx, q)
	if err != nil {
		return err
	}
	return h.unknown(given, all)
}

func (h *History) unknown(given string, all []string) *Error {
	hint := nearest.Hint(given, all)
	if hint == "" {
		hint = "there is no run yet; ercheck quickstart makes one"
	}
	return &Error{Kind: NotFound, Path: h.path, Names: nearest.Names(given, all, 3), Message: "there is no run " + given, Advice: hint}
}
