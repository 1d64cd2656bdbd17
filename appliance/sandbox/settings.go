package sandbox

import (
	"strconv"

	"ercheck/variants/pgsql"
)

// setting is one of Postgres's run-time parameters.
type setting struct{ name, value string }

// sql is the value as SET takes it. A search path is a list of identifiers, of
// which there is one here.
func (s setting) sql() string {
	if s.name == "search_path" {
		return s.value
	}
	return pgsql.QuoteLiteral(s.value)
}

// settings are those of every session of a variant's role, the same everywhere,
// with nothing left to the server's configuration that could change a result.
// RESET ALL comes back to them, since they are given when the session starts.
func settings(schema string, l Limits) []setting {
	return append(bounds(schema, l), formats...)
}

// formats decide what a value's text looks like and what a text means.
var formats = []setting{
	{"timezone", "UTC"},
	{"datestyle", "ISO, MDY"},
	{"intervalstyle", "postgres"},
	{"extra_float_digits", "1"},
	{"bytea_output", "hex"},
	{"lc_monetary", "C"},
	{"lc_numeric", "C"},
	{"lc_time", "C"},
	{"default_text_search_config", "pg_catalog.english"},
	{"standard_conforming_strings", "on"},
	{"transform_null_equals", "off"},
	{"quote_all_identifiers", "off"},
	{"client_min_messages", "error"},
	{"default_transaction_isolation", "read committed"},
}

// bounds decide what a statement sees and what it may take.
func bounds(schema string, l Limits) []setting {
	kilobytes := func(bytes int64) string { return strconv.FormatInt(bytes>>10, 10) + "kB" }
	return []setting{
		{"search_path", pgsql.QuoteIdent(schema)},
		{"default_transaction_read_only", "on"},
		{"statement_timeout", strconv.FormatInt(l.Timeout.Milliseconds(), 10)},
		{"lock_timeout", "1000"},
		{"idle_in_transaction_session_timeout", "30000"},
		{"idle_session_timeout", "0"},
		{"temp_file_limit", kilobytes(l.TempBytes)},
		{"work_mem", kilobytes(l.WorkMem)},
		{"hash_mem_multiplier", "2"},
		{"max_parallel_workers_per_gather", "0"},
		{"jit", "off"},
	}
}
