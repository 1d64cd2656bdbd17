-- The first format. Times are nanoseconds since 1970, UTC. Documents are JSON,
-- so that fields can be added without a migration; what they must not change
-- (texts, keys) and what lists count stand in columns of their own.
--
-- Columns that refer to texts have no foreign key: each would need an index of
-- its own, and writing it on every save, only to make removing a run faster.
-- A reference that leads nowhere is found when it is read.

-- +goose Up
PRAGMA application_id = 0x6572636b;

CREATE TABLE texts (
    id     INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE, -- SHA-256 of the text
    size   INTEGER NOT NULL,     -- of the text, in bytes
    packed INTEGER NOT NULL CHECK (packed IN (0, 1)), -- 1: body is zstd
    body   BLOB NOT NULL
) STRICT;

CREATE TABLE runs (
    n       INTEGER PRIMARY KEY,
    id      TEXT NOT NULL UNIQUE,
    status  TEXT NOT NULL CHECK (status IN ('unfinished', 'finished')),
    started INTEGER NOT NULL,
    ended   INTEGER,
    mark    BLOB NOT NULL,    -- over id, status and ended
    domain  TEXT NOT NULL,
    cells   INTEGER NOT NULL, -- how many there will be
    doc     TEXT NOT NULL,    -- record.Run without its parts and events
    sum     BLOB NOT NULL     -- over id, doc and the parts' digests
) STRICT;

-- The long pieces of a run (variants with their dumps, questions with their
-- queries, the diagram), each a text: runs of the same domain share them.
CREATE TABLE parts (
    run   INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
    kind  TEXT NOT NULL,
    place INTEGER NOT NULL,
    text  INTEGER NOT NULL,
    PRIMARY KEY (run, kind, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
    n       INTEGER PRIMARY KEY,
    run     INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
    at      INTEGER NOT NULL,
    message TEXT NOT NULL,
    sum     BLOB NOT NULL -- over the run's id, at and message
) STRICT;
CREATE INDEX events_run ON events (run);

-- One stored answer per cell: the key says so. outcome '' is a response that
-- was received and whose SQL has not been run.
CREATE TABLE cells (
    run      INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
    model    TEXT NOT NULL,
    question TEXT NOT NULL,
    variant  TEXT NOT NULL,
    repeat   INTEGER NOT NULL,
    outcome  TEXT NOT NULL,
    correct  INTEGER NOT NULL CHECK (correct IN (0, 1)),
    prompt   INTEGER, -- texts; NULL where empty
    response INTEGER,
    sql      INTEGER,
    doc      TEXT NOT NULL, -- record.Cell without its texts
    sum      BLOB NOT NULL, -- over the run's id, doc and the texts' digests
    PRIMARY KEY (run, model, question, variant, repeat)
) STRICT, WITHOUT ROWID;

CREATE TABLE samples (
    run      INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
    question TEXT NOT NULL,
    digest   TEXT NOT NULL,
    text     INTEGER NOT NULL, -- record.Sample as JSON
    PRIMARY KEY (run, question, digest)
) STRICT, WITHOUT ROWID;
