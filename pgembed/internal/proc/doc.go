// Package proc owns questions about a process that this one may not have
// started, asked by its id: does it live, and is it the server of a given data
// folder. It also owns the two signals that stop such a server.
//
//   - Alive: the process exists and is no zombie. A zombie stays where nobody
//     reaps it, as in many containers, and holds nothing.
//   - Serves: its command line names the data folder. An id can have gone to
//     another program since it was written down.
//   - Stop and Kill: a fast and an immediate end. Both are for servers that
//     Serves confirmed.
//
// It must not know homes, locks or what the server is used for.
package proc
