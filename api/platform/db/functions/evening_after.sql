-- The next 18:00 in a time zone, when new gifts are told by mail.
CREATE OR REPLACE FUNCTION evening_after(moment timestamptz, zone text) RETURNS timestamptz LANGUAGE sql IMMUTABLE
RETURN (date_trunc('day', moment AT TIME ZONE zone + interval '6 hours') + interval '18 hours') AT TIME ZONE zone;
