CREATE TABLE depots (depot_id integer PRIMARY KEY, name text NOT NULL);
CREATE TABLE vehicles (vehicle_id integer PRIMARY KEY, plate text NOT NULL, depot_id integer NOT NULL REFERENCES depots);
CREATE TABLE heavy_trucks (
    vehicle_id integer PRIMARY KEY REFERENCES vehicles,
    plate text NOT NULL,
    depot_id integer NOT NULL REFERENCES depots,
    axles integer NOT NULL
);
