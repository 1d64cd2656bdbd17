--
-- A table for each type, every link in a foreign key or a link table.
--
SET client_encoding = 'UTF8';

CREATE TABLE public.depots (
    depot_id integer NOT NULL,
    name text DEFAULT 'a, (b); c'::text NOT NULL
);

ALTER TABLE public.depots OWNER TO postgres;

CREATE TABLE workers (
    worker_id integer NOT NULL,
    name character varying(40) NOT NULL
);

CREATE TABLE drivers (
    worker_id integer NOT NULL,
    licence text NOT NULL
);

CREATE TABLE vehicles (
    vehicle_id integer NOT NULL,
    plate text NOT NULL,
    depot_id integer
);

CREATE TABLE heavy_trucks (
    vehicle_id integer NOT NULL,
    axles integer NOT NULL,
    steerer_id integer NOT NULL
);

CREATE TABLE routes (
    route_id integer NOT NULL,
    title text NOT NULL
);

CREATE TABLE vehicles_colours (
    vehicle_id integer NOT NULL,
    colour text NOT NULL
);

CREATE TABLE vehicles_served (
    vehicle_id integer NOT NULL,
    route_id integer NOT NULL
);

CREATE TABLE workers_mends (
    id bigint NOT NULL,
    mender_id integer NOT NULL,
    vehicle_id integer NOT NULL
);

ALTER TABLE ONLY public.depots ADD CONSTRAINT depots_pkey PRIMARY KEY (depot_id);
ALTER TABLE ONLY workers ADD CONSTRAINT workers_pkey PRIMARY KEY (worker_id);
ALTER TABLE ONLY drivers ADD CONSTRAINT drivers_pkey PRIMARY KEY (worker_id);
ALTER TABLE ONLY vehicles ADD CONSTRAINT vehicles_pkey PRIMARY KEY (vehicle_id);
ALTER TABLE ONLY heavy_trucks ADD CONSTRAINT heavy_trucks_pkey PRIMARY KEY (vehicle_id);
ALTER TABLE ONLY routes ADD CONSTRAINT routes_pkey PRIMARY KEY (route_id);
ALTER TABLE ONLY vehicles_colours ADD CONSTRAINT vehicles_colours_pkey PRIMARY KEY (vehicle_id, colour);
ALTER TABLE ONLY vehicles_served ADD CONSTRAINT vehicles_served_pkey PRIMARY KEY (vehicle_id, route_id);
ALTER TABLE ONLY workers_mends ADD CONSTRAINT workers_mends_pkey PRIMARY KEY (id);
ALTER TABLE ONLY workers_mends ADD CONSTRAINT workers_mends_key UNIQUE (mender_id, vehicle_id);
ALTER TABLE ONLY drivers ADD CONSTRAINT drivers_fkey FOREIGN KEY (worker_id) REFERENCES workers(worker_id);
ALTER TABLE ONLY vehicles ADD CONSTRAINT vehicles_fkey FOREIGN KEY (depot_id) REFERENCES public.depots(depot_id) ON DELETE SET NULL;
ALTER TABLE ONLY heavy_trucks ADD CONSTRAINT heavy_trucks_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(vehicle_id);
ALTER TABLE ONLY heavy_trucks ADD CONSTRAINT heavy_trucks_steerer_fkey FOREIGN KEY (steerer_id) REFERENCES drivers(worker_id);
ALTER TABLE ONLY vehicles_colours ADD CONSTRAINT vehicles_colours_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(vehicle_id);
ALTER TABLE ONLY vehicles_served ADD CONSTRAINT vehicles_served_vehicle_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(vehicle_id);
ALTER TABLE ONLY vehicles_served ADD CONSTRAINT vehicles_served_route_fkey FOREIGN KEY (route_id) REFERENCES routes(route_id);
ALTER TABLE ONLY workers_mends ADD CONSTRAINT workers_mends_mender_fkey FOREIGN KEY (mender_id) REFERENCES workers(worker_id);
ALTER TABLE ONLY workers_mends ADD CONSTRAINT workers_mends_vehicle_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(vehicle_id);
