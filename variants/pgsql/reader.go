package pgsql

// A superuser's session runs what a stranger wrote as a role that reads every
// table, writes none, and has those functions only that a database leaves to
// everybody. One statement must not be able to leave the role: each is run for
// itself, between these two, or is a query that was prepared.
const (
	BecomeReader = "SET ROLE pg_read_all_data"
	BecomeOwner  = "RESET ROLE"
)
