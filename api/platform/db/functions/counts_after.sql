-- Adds hits, `more` of them in one slot, to a window's counts. Replicas' clocks differ a little, so a counter never
-- goes back in time. But a counter more than a window in the future was written by a clock that has been set back
-- since: it starts over.
CREATE OR REPLACE FUNCTION counts_after(counts integer[], newest_slot bigint, more integer, slot bigint) RETURNS integer[] LANGUAGE sql IMMUTABLE
RETURN CASE
  WHEN newest_slot > slot + 60 THEN ARRAY[more]
  WHEN newest_slot >= slot THEN (counts[1] + more) || counts[2 : 60]
  ELSE more || (aged_counts(counts, slot - newest_slot - 1))[1 : 59]
END;
