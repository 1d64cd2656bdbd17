CREATE TYPE worker_type AS ENUM ('Worker', 'Driver');
CREATE TABLE depots (depot_id integer PRIMARY KEY, name text NOT NULL);
CREATE TABLE workers (worker_id integer PRIMARY KEY, "type" worker_type NOT NULL, name text NOT NULL, licence text);
CREATE TABLE vehicles (
    vehicle_id integer PRIMARY KEY,
    vehicle_type text NOT NULL,
    plate text NOT NULL,
    depot_id integer REFERENCES depots,
    axles integer,
    is_heavy boolean,
    pattern_id integer REFERENCES vehicles,
    steerer_id integer REFERENCES workers (worker_id)
);
CREATE TABLE routes (route_id integer PRIMARY KEY, title text NOT NULL);
CREATE TABLE vehicles_served (
    vehicle_id integer REFERENCES vehicles,
    route_id integer REFERENCES routes,
    PRIMARY KEY (vehicle_id, route_id)
);
CREATE TABLE workers_mends (
    mender_id integer REFERENCES workers,
    vehicle_id integer REFERENCES vehicles,
    PRIMARY KEY (mender_id, vehicle_id)
);
CREATE TABLE workers_washes (
    washer_id integer REFERENCES workers,
    van_id integer REFERENCES vehicles,
    PRIMARY KEY (washer_id, van_id)
);
