package pgsql

import "ercheck/variants/relation"

// The words for what a right is on.
const (
	onSchema = "schema"
	onTable  = "table"
)

// rights: what anybody but the owner may do with the two schemas, their
// relations and the columns of these.
func rights(s *relation.Schema, at Place) Expectation {
	e := Expectation{What: "rights", SQL: catalogueQuery(at, `SELECT g.kind, g.name,
    CASE g.grantee WHEN 0 THEN 'everybody' ELSE pg_catalog.pg_get_userbyid(g.grantee) END, g.privilege_type, $flags
FROM (
    SELECT '`+onSchema+`' AS kind, n.nspname::text AS name, n.nspowner AS owner, a.*
    FROM pg_catalog.pg_namespace AS n CROSS JOIN LATERAL pg_catalog.aclexplode(n.nspacl) AS a
    WHERE n.oid IN ($schema, $views)
    UNION ALL
    SELECT CASE WHEN c.relnamespace = $schema THEN '`+onTable+`' ELSE 'E/R view' END, c.relname, c.relowner, a.*
    FROM pg_catalog.pg_class AS c CROSS JOIN LATERAL pg_catalog.aclexplode(c.relacl) AS a
    WHERE c.relnamespace IN ($schema, $views)
    UNION ALL
    SELECT 'column', c.relname || '.' || t.attname, c.relowner, a.*
    FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_attribute AS t ON t.attrelid = c.oid
    CROSS JOIN LATERAL pg_catalog.aclexplode(t.attacl) AS a
    WHERE c.relnamespace IN ($schema, $views)
) AS g
WHERE g.grantee <> g.owner`, flag{"may be given on", "g.is_grantable"})}
	if at.Role == "" {
		return e
	}
	e.Rows = append(e.Rows, []string{onSchema, at.Schema, at.Role, "USAGE", ""})
	for _, t := range s.Tables {
		e.Rows = append(e.Rows, []string{onTable, t.Name, at.Role, "SELECT", ""})
	}
	return e
}

// roleRights: all that the role owns or has a right on in the database, wherever
// it is.
func roleRights(s *relation.Schema, at Place) Expectation {
	e := Expectation{What: "rights of the role", SQL: catalogueQuery(at, `SELECT
    CASE WHEN n.oid IS NOT NULL THEN '`+onSchema+`' WHEN c.oid IS NOT NULL AND d.objsubid = 0 THEN '`+onTable+`' ELSE o.type END,
    coalesce(own.nspname, ''), coalesce(n.nspname, c.relname, o.identity), $flags
FROM pg_catalog.pg_shdepend AS d
JOIN pg_catalog.pg_authid AS r ON d.refclassid = 'pg_catalog.pg_authid'::pg_catalog.regclass AND d.refobjid = r.oid
LEFT JOIN pg_catalog.pg_namespace AS n ON d.classid = 'pg_catalog.pg_namespace'::pg_catalog.regclass AND d.objid = n.oid
LEFT JOIN pg_catalog.pg_class AS c ON d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objid = c.oid
LEFT JOIN pg_catalog.pg_namespace AS own ON own.oid = c.relnamespace
CROSS JOIN LATERAL pg_catalog.pg_identify_object(d.classid, d.objid, d.objsubid) AS o
WHERE r.rolname = $role AND d.dbid = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())`,
		flag{"owned", "d.deptype = 'o'"},
		flag{"column", "d.objsubid <> 0"})}
	e.Rows = append(e.Rows, []string{onSchema, "", at.Schema, ""})
	for _, t := range s.Tables {
		e.Rows = append(e.Rows, []string{onTable, at.Schema, t.Name, ""})
	}
	return e
}

// roleItself: the role is there, has no power of its own and borrows none.
func roleItself(at Place) Expectation {
	return Expectation{What: "powers of the role", Rows: [][]string{{at.Role, ""}}, SQL: catalogueQuery(at, `SELECT r.rolname, $flags
FROM pg_catalog.pg_roles AS r
WHERE r.rolname = $role
UNION ALL
SELECT r.rolname, 'member of ' || g.rolname
FROM pg_catalog.pg_auth_members AS m
JOIN pg_catalog.pg_roles AS r ON r.oid = m.member
JOIN pg_catalog.pg_roles AS g ON g.oid = m.roleid
WHERE r.rolname = $role`,
		flag{"superuser", "r.rolsuper"},
		flag{"may make databases", "r.rolcreatedb"},
		flag{"may make roles", "r.rolcreaterole"},
		flag{"may replicate", "r.rolreplication"},
		flag{"sees behind row security", "r.rolbypassrls"})}
}
