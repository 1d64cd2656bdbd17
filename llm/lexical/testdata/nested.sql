-- Types one under the other in one table; tables apart for a third; a table of values for each table that holds its owners.
CREATE TABLE workers (
    worker_id integer PRIMARY KEY, type text NOT NULL, name text NOT NULL,
    motto text, certified boolean, licences text[], shift text, bonus numeric(8,2), preferences jsonb
);
CREATE TABLE vehicles (vehicle_id integer PRIMARY KEY, plate text NOT NULL);
CREATE TABLE trucks (vehicle_id integer PRIMARY KEY, plate text NOT NULL, axles integer NOT NULL);
CREATE TABLE vehicles_colours (vehicle_id integer NOT NULL REFERENCES vehicles, colour text NOT NULL, PRIMARY KEY (vehicle_id, colour));
CREATE TABLE trucks_colours (vehicle_id integer NOT NULL REFERENCES trucks, colour text NOT NULL, PRIMARY KEY (vehicle_id, colour));
CREATE TABLE skilled_workers_mends (
    mender_id integer NOT NULL REFERENCES workers, vehicle_id integer NOT NULL, PRIMARY KEY (mender_id, vehicle_id)
);
