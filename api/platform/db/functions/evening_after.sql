-- The next 18:00 in a time zone, by the database's rules. For processes of release 1.1: later ones send the moment.
CREATE OR REPLACE FUNCTION evening_after(moment timestamptz, zone text) RETURNS timestamptz LANGUAGE sql IMMUTABLE
RETURN (date_trunc('day', moment AT TIME ZONE zone + interval '6 hours') + interval '18 hours') AT TIME ZONE zone;
