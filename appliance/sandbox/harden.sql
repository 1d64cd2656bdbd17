-- What a plain role finds in a database of ercheck: types, operators and
-- functions that compute, and nothing that reads, tells or changes anything
-- else. Run once by a superuser in the template; everything is derived from the
-- server's own catalogue, so that a newer version's additions are covered.

-- Functions with a side effect (volatile), and those that read catalogues,
-- settings or files or run a text as SQL, by name. Kept, though their names or
-- volatility would drop them: functions that only compute.
DO $harden$
DECLARE
    routine text;
BEGIN
    FOR routine IN
        SELECT p.oid::regprocedure::text
        FROM pg_catalog.pg_proc p
        WHERE p.pronamespace IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
          AND (p.provolatile = 'v'
               OR p.prosecdef
               OR p.proname ~ '^(pg_|lo_|has_|binary_upgrade|inet_(client|server)|to_reg|txid_|query_to|table_to|schema_to|database_to|cursor_to|ts_stat|acl)'
               OR p.proname IN ('current_setting', 'row_security_active', 'makeaclitem', 'regclass',
                                'obj_description', 'col_description', 'shobj_description'))
          AND p.proname NOT IN (
              'random', 'random_normal', 'clock_timestamp', 'timeofday',
              'gen_random_uuid', 'uuidv4', 'uuidv7', 'array_sample', 'array_shuffle',
              'bernoulli', 'system',
              'pg_typeof', 'pg_column_size', 'pg_size_pretty', 'pg_size_bytes',
              'pg_client_encoding', 'pg_input_is_valid', 'pg_collation_for')
          AND pg_catalog.has_function_privilege('public', p.oid, 'execute')
    LOOP
        EXECUTE 'REVOKE EXECUTE ON ROUTINE ' || routine || ' FROM PUBLIC';
    END LOOP;
END
$harden$;

-- Catalogues, statistics and settings: they would tell the mapping.
REVOKE ALL ON ALL TABLES IN SCHEMA pg_catalog FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA information_schema FROM PUBLIC;
REVOKE ALL ON SCHEMA information_schema FROM PUBLIC;

-- Nothing can be made here.
REVOKE ALL ON SCHEMA public FROM PUBLIC;
REVOKE ALL ON LANGUAGE plpgsql FROM PUBLIC;
REVOKE ALL ON LANGUAGE sql FROM PUBLIC;
