package appliance_test

import (
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"ercheck/appliance"
	"ercheck/appliance/home"
)

// examine makes every check of the shared home.
func examine(t *testing.T) map[string]appliance.Diagnosis {
	t.Helper()
	status, err := shared.Server(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d := appliance.NewDoctor(appliance.Options{Home: home.Home(status.Home), Version: "test", Env: os.Getenv})
	defer func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}()
	all := map[string]appliance.Diagnosis{}
	for _, check := range d.Checkups() {
		for _, found := range check(t.Context()) {
			all[found.Name] = found
		}
	}
	return all
}

// inDatabase runs a statement as the superuser and gives its first column.
func inDatabase(t *testing.T, database, sql string) []string {
	t.Helper()
	rows, err := superuser(t, &appliance.Data{Database: database}).Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestDoctorFindsASoundHome(t *testing.T) {
	all := examine(t)
	for _, name := range []string{"home", "server folder", "disk space", "leftovers", "postgres", "databases", "history", "domains", "sandbox", "memory limit"} {
		if found, made := all[name]; !made || !found.OK || found.Detail == "" {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

func TestDoctorSeesAnOpenSandbox(t *testing.T) {
	examine(t) // stores what the check uses
	instances := inDatabase(t, "postgres", `SELECT datname::text FROM pg_database WHERE datname LIKE 'er\_%\_tiny\_%'`)
	grant := func(sql string) {
		for _, database := range instances {
			inDatabase(t, database, sql)
		}
	}
	grant("GRANT EXECUTE ON FUNCTION pg_catalog.pg_sleep(double precision) TO PUBLIC")
	defer grant("REVOKE EXECUTE ON FUNCTION pg_catalog.pg_sleep(double precision) FROM PUBLIC")
	if found := examine(t)["sandbox"]; found.OK || !strings.Contains(found.Detail, "pg_sleep") || found.Mend == "" {
		t.Errorf("%+v", found)
	}
}

func TestDoctorNamesInstancesWithoutAVariant(t *testing.T) {
	const empty = "er_cut_off_tiny_0123abcd"
	inDatabase(t, "postgres", "CREATE DATABASE "+empty)
	defer inDatabase(t, "postgres", "DROP DATABASE "+empty)
	if found := examine(t)["databases"]; !strings.Contains(found.Detail, empty) || found.Mend == "" {
		t.Errorf("%+v", found)
	}
}
