-- The counts of a rate limit's window, newest slot first, aged by `slots_passed` slots.
CREATE OR REPLACE FUNCTION aged_counts(counts integer[], slots_passed bigint) RETURNS integer[] LANGUAGE sql IMMUTABLE
RETURN CASE
  WHEN slots_passed <= 0 THEN counts
  WHEN slots_passed >= 60 THEN '{}'
  ELSE array_fill(0, ARRAY[slots_passed::integer]) || counts[1 : 60 - slots_passed::integer]
END;

-- The counts after `more` hits in one slot. Replicas' clocks differ a little, so a counter never goes back in time. But a
-- counter more than a window in the future was written by a clock that has been set back since: it starts over.
CREATE OR REPLACE FUNCTION counts_after(counts integer[], newest_slot bigint, more integer, slot bigint) RETURNS integer[] LANGUAGE sql IMMUTABLE
RETURN CASE
  WHEN newest_slot > slot + 60 THEN ARRAY[more]
  WHEN newest_slot >= slot THEN (counts[1] + more) || counts[2 : 60]
  ELSE more || (aged_counts(counts, slot - newest_slot - 1))[1 : 59]
END;

-- The newest slot after those hits, by the same rule.
CREATE OR REPLACE FUNCTION slot_after(newest_slot bigint, slot bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN CASE WHEN newest_slot > slot + 60 THEN slot ELSE greatest(newest_slot, slot) END;
