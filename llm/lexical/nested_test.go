package lexical

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// listed is a schema with weak things nested as JSON, arrays of partners' keys and
// pairs split over two tables.
const listed = `CREATE TABLE houses (
    house_id integer NOT NULL,
    floors jsonb NOT NULL
);

CREATE TABLE guests (
    guest_id integer NOT NULL
);

CREATE TABLE ghosts (
    guest_id integer NOT NULL,
    rattle_ids integer[] NOT NULL
);

CREATE TABLE guests_visits (
    guest_id integer NOT NULL,
    house_id integer NOT NULL
);

CREATE TABLE ghosts_visits (
    guest_id integer NOT NULL,
    house_id integer NOT NULL
);

ALTER TABLE ONLY houses
    ADD CONSTRAINT houses_pkey PRIMARY KEY (house_id);

ALTER TABLE ONLY guests
    ADD CONSTRAINT guests_pkey PRIMARY KEY (guest_id);

ALTER TABLE ONLY ghosts
    ADD CONSTRAINT ghosts_pkey PRIMARY KEY (guest_id);

ALTER TABLE ONLY guests_visits
    ADD CONSTRAINT guests_visits_house_id_fkey FOREIGN KEY (house_id) REFERENCES houses(house_id);
`

func TestNestedThingsAreRead(t *testing.T) {
	var got []string
	for _, table := range parseDump(listed) {
		for _, c := range table.columns {
			kind := c.kind
			if c.array {
				kind += "[]"
			}
			got = append(got, table.name+"."+c.name+" "+kind)
		}
	}
	want := []string{"houses.house_id integer", "houses.floors jsonb", "guests.guest_id integer", "ghosts.guest_id integer", "ghosts.rattle_ids integer[]",
		"guests_visits.guest_id integer", "guests_visits.house_id integer", "ghosts_visits.guest_id integer", "ghosts_visits.house_id integer"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for question, want := range map[string]string{
		"How many houses has each guest visited?": "FROM guests_visits",
		"For each house, how many floors?":        "FROM houses",
	} {
		if sql := Translate(listed, question); !strings.Contains(sql, want) {
			t.Errorf("%s: %s", question, sql)
		}
	}
}

// TestColumnsOfSomeTables: what only one of several tables of a type has is NULL
// in the others, whichever comes first.
func TestColumnsOfSomeTables(t *testing.T) {
	tables := parseDump(listed)
	p := &planner{}
	want := "(SELECT guest_id, rattle_ids FROM ghosts UNION ALL SELECT guest_id, NULL AS rattle_ids FROM guests)"
	if got := p.rows(tables[1:3], []string{"guest_id", "rattle_ids"}); got != want {
		t.Error(got)
	}
}
