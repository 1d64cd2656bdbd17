CREATE TABLE depots (depot_id integer PRIMARY KEY, name text NOT NULL);
CREATE TABLE workers (worker_id integer PRIMARY KEY, name text NOT NULL);
CREATE TABLE drivers (worker_id integer PRIMARY KEY, name text NOT NULL, licence text NOT NULL);
CREATE TABLE vehicles (vehicle_id integer PRIMARY KEY, plate text NOT NULL);
CREATE TABLE heavy_trucks (vehicle_id integer PRIMARY KEY, plate text NOT NULL, axles integer NOT NULL);
CREATE TABLE vehicles_kept_in_ref (vehicle_id integer PRIMARY KEY, depot_id integer NOT NULL REFERENCES depots);
CREATE TABLE heavy_trucks_steered_by_ref (
    heavy_truck_id integer PRIMARY KEY REFERENCES heavy_trucks,
    steerer_id integer NOT NULL REFERENCES drivers
);
CREATE TABLE workers_mends (mender_id integer NOT NULL, vehicle_id integer NOT NULL, PRIMARY KEY (mender_id, vehicle_id));
