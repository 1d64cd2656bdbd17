-- The same attributes with trucks and vans in one table, values in its columns.
CREATE TABLE depots (depot_id integer PRIMARY KEY, name text NOT NULL, region text NOT NULL, opened_on date NOT NULL, settings jsonb);
CREATE TABLE vehicles (
    vehicle_id integer PRIMARY KEY, type text NOT NULL, plate text NOT NULL, weight_kg integer NOT NULL, is_insured boolean NOT NULL,
    depot_id integer NOT NULL REFERENCES depots, note text, axles integer, cooled boolean, repair_days jsonb, colours text[]
);
