-- Attributes of every kind: a table for each type, values in tables and arrays.
CREATE TYPE grade AS ENUM ('new', 'worn', 'scrapped');
CREATE TABLE depots (depot_id integer PRIMARY KEY, name text NOT NULL, region text NOT NULL, opened_on date NOT NULL, settings jsonb);
CREATE TABLE vehicles (
    vehicle_id integer PRIMARY KEY, plate text NOT NULL, grade grade NOT NULL, weight_kg integer NOT NULL, note text,
    is_insured boolean NOT NULL, bought_at timestamp with time zone NOT NULL, colours text[] NOT NULL,
    depot_id integer REFERENCES depots
);
CREATE TABLE trucks (vehicle_id integer PRIMARY KEY REFERENCES vehicles, axles integer NOT NULL, cooled boolean NOT NULL);
CREATE TABLE vehicles_repair_days (
    vehicle_id integer NOT NULL REFERENCES vehicles, repair_day date NOT NULL, PRIMARY KEY (vehicle_id, repair_day)
);
CREATE TABLE routes (route_id integer PRIMARY KEY, title text NOT NULL, duration integer NOT NULL, stops jsonb NOT NULL);
CREATE TABLE vehicles_served (vehicle_id integer REFERENCES vehicles, route_id integer REFERENCES routes, PRIMARY KEY (vehicle_id, route_id));
