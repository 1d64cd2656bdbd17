// Command ercheck measures how well text-to-SQL models stand it when the same
// data is stored in another, equivalent relational schema.
//
// The program is a function: run(ctx, env, args) gives an exit code, and env
// holds all that it sees of the world. A call goes
//
//  1. words in any order → the order the parser reads (words.go),
//  2. words → command and flags (app.go and a file for each group of commands),
//  3. command → verbs of package appliance, which know no flag and no terminal,
//  4. result → text, a table or one JSON document (output.go),
//  5. error → message, hint and exit code (errors.go).
//
// It must not know SQL or statistics.
package main

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

func main() {
	forgetPostgres(os.Environ(), os.Unsetenv)
	// Libraries of providers write warnings there, in the middle of our output.
	log.SetOutput(io.Discard)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	// After the first signal the next one ends the program at once.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, processEnv(), os.Args[1:]))
}

// kept are the variables of libpq that a user may set for --database-url.
var kept = []string{"PGPASSWORD", "PGPASSFILE", "PGSSLROOTCERT", "PGSSLCERT", "PGSSLKEY"}

// forgetPostgres unsets libpq's other variables, which would change every
// connection to our own server: PGSERVICE, PGOPTIONS, PGTARGETSESSIONATTRS, ….
func forgetPostgres(environment []string, unset func(string) error) {
	for _, pair := range environment {
		name, _, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, "PG") && !slices.Contains(kept, name) {
			_ = unset(name) // a name that the environment held cannot be refused
		}
	}
}
