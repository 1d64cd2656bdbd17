-- Links with figures of their own.
CREATE TABLE crates (crate_id integer PRIMARY KEY, label text NOT NULL);
CREATE TABLE vans (van_id integer PRIMARY KEY, plate text NOT NULL);
CREATE TABLE crates_loaded (
    crate_id integer NOT NULL REFERENCES crates, van_id integer NOT NULL REFERENCES vans, pieces integer NOT NULL,
    PRIMARY KEY (crate_id, van_id)
);
