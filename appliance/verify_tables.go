package appliance

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/catalog/digest"
	"ercheck/variants"
	"ercheck/variants/pgsql"
	"ercheck/variants/shred"
)

// The proof's other side: each table has the rows that it must have, no more and
// no others, and the catalogue is as planned. That the E/R views equal the
// instance does not say so, since they leave out what they do not read.

// tableGroup is the tables, of several variants perhaps, that must hold the rows
// of one query.
type tableGroup struct {
	query  string // over E/R views that were compared with the instance
	tables []tablePlace
}

type tablePlace struct{ variant, table int }

// tableGroups lists every table of every variant, under what it must hold. Since
// E/R views that hold are the same in all variants, one variant's will do, the
// one that is quickest to read: then many variants ask for the same rows. When
// no variant's views hold, each has to do with its own.
func tableGroups(d *Data, found []finding) []*tableGroup {
	var groups []*tableGroup
	known := map[string]*tableGroup{}
	reference := referenceViews(d, found)
	for i, v := range d.Variants {
		views := reference
		if views == "" {
			views = viewSchema(v.Name)
		}
		for j, t := range v.Layout.Tables {
			query := pgsql.TableQuery(v.Layout, t, views)
			g := known[query]
			if g == nil {
				g = &tableGroup{query: query}
				known[query] = g
				groups = append(groups, g)
			}
			g.tables = append(g.tables, tablePlace{i, j})
		}
	}
	return groups
}

// referenceViews is the schema of the E/R views to work with, "" for none.
func referenceViews(d *Data, found []finding) string {
	schema, least := "", 0
	for i, v := range d.Variants {
		if !found[i].viewsHold {
			continue
		}
		if cost := pgsql.ViewCost(v.Layout); schema == "" || cost < least {
			schema, least = viewSchema(v.Name), cost
		}
	}
	return schema
}

// checkTables compares every table's rows with those that it must have and adds
// what it finds.
func (a *Appliance) checkTables(ctx context.Context, c *cluster, d *Data, found []finding, step func(string)) error {
	groups := tableGroups(d, found)
	results := make([][]*Difference, len(d.Variants))
	for i, v := range d.Variants {
		results[i] = make([]*Difference, len(v.Layout.Tables))
	}
	err := eachWithConnection(ctx, c, d.Database, len(groups), func(ctx context.Context, conn *pgx.Conn, i int) error {
		g := groups[i]
		want, wantErr := sumRows(ctx, conn, g.query)
		for _, at := range g.tables {
			v := d.Variants[at.variant]
			t := v.Layout.Tables[at.table]
			difference, err := checkTable(ctx, conn, v, t, g.query, want, wantErr)
			if err != nil {
				return fmt.Errorf("read table %s of variant %s: %w", t.Name, v.Name, err)
			}
			results[at.variant][at.table] = difference
			step(v.Name)
		}
		return nil
	})
	for i := range found {
		found[i].tables = len(results[i])
		for _, difference := range results[i] {
			if difference != nil {
				found[i].differences = append(found[i].differences, *difference)
			}
		}
	}
	return err
}

// checkTable compares one table with what its query gave.
func checkTable(ctx context.Context, conn *pgx.Conn, v variants.Variant, t *shred.Table, query string, want *digest.Multiset, wantErr error) (*Difference, error) {
	difference := &Difference{Variant: v.Name, Table: t.Name}
	if wantErr != nil {
		difference.Message = "what it must hold cannot be read from the E/R views: " + wantErr.Error()
		return difference, unlessTold(ctx, wantErr)
	}
	sql := pgsql.TableSelect(t, v.Name)
	got, err := sumRows(ctx, conn, sql)
	if err != nil {
		difference.Message = "it cannot be read: " + err.Error()
		return difference, unlessTold(ctx, err)
	}
	if got.Equal(want) {
		return checkSurrogate(ctx, conn, v, t)
	}
	difference.Missing, difference.Extra, err = differingRows(queryRows(ctx, conn, query), queryRows(ctx, conn, sql))
	difference.Message = fmt.Sprintf("it has %d rows and must have %d, and they are not the same", got.Rows(), want.Rows())
	return difference, err
}

// checkSurrogate asks whether a surrogate key, which is no part of the rows that
// are compared, is a key.
func checkSurrogate(ctx context.Context, conn *pgx.Conn, v variants.Variant, t *shred.Table) (*Difference, error) {
	sql := pgsql.SurrogateCheck(t, v.Name)
	if sql == "" {
		return nil, nil
	}
	var shared int64
	if err := conn.QueryRow(ctx, sql).Scan(&shared); err != nil || shared == 0 {
		return nil, err
	}
	return &Difference{Variant: v.Name, Table: t.Name, Message: fmt.Sprintf("its surrogate key is missing or not its own in %d rows", shared)}, nil
}

// checkCatalogue asks whether the variant's schemas and rights are as planned.
func checkCatalogue(ctx context.Context, conn *pgx.Conn, v variants.Variant, role string) (checked int, differences []Difference, err error) {
	place := pgsql.Place{Schema: v.Name, ViewSchema: viewSchema(v.Name), Role: role}
	for _, e := range pgsql.Catalogue(v.Layout, place) {
		found, err := askCatalogue(ctx, conn, e)
		if told := unlessTold(ctx, err); told != nil {
			return checked, differences, fmt.Errorf("look at the %s of variant %s: %w", e.What, v.Name, told)
		}
		checked++
		difference := Difference{Variant: v.Name, Catalogue: e.What}
		if err != nil {
			difference.Message = "they cannot be compared with the plan: " + err.Error()
			differences = append(differences, difference)
			continue
		}
		missing, extra := e.Compare(found)
		if len(missing)+len(extra) == 0 {
			continue
		}
		difference.Message = fmt.Sprintf("%d are planned and %d are there, and they are not the same", len(e.Rows), len(found))
		difference.Missing, difference.Extra = first(missing), first(extra)
		differences = append(differences, difference)
	}
	return checked, differences, nil
}

// askCatalogue runs one catalogue query; nothing of what it sets up stays.
func askCatalogue(ctx context.Context, conn *pgx.Conn, e pgsql.Expectation) (found [][]string, err error) {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, tx.Rollback(ctx)) }()
	if len(e.Setup) > 0 {
		if _, err := conn.PgConn().Exec(ctx, strings.Join(e.Setup, ";\n")).ReadAll(); err != nil {
			return nil, err
		}
	}
	err = eachRow(ctx, conn, e.SQL, nil, func(row [][]byte) { found = append(found, shownRaw(row)) })
	return found, err
}

// first keeps as many rows as are shown.
func first(rows [][]string) [][]string { return rows[:min(len(rows), shownRows)] }

// unlessTold gives the error back unless it is the server's answer that
// something in the database is not as it should be, which is a finding.
func unlessTold(ctx context.Context, err error) error {
	var said *pgconn.PgError
	if ctx.Err() == nil && errors.As(err, &said) && strings.Contains(findingClasses, said.Code[:2]) {
		return nil
	}
	return err
}

// findingClasses are the SQLSTATE classes of wrong data and of wrong names and
// types, as opposed to a server that cannot answer.
const findingClasses = "21 22 42 0A"
