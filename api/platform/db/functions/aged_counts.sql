-- Ages a window's counts, newest slot first, by `slots_passed` slots.
CREATE OR REPLACE FUNCTION aged_counts(counts integer[], slots_passed bigint) RETURNS integer[] LANGUAGE sql IMMUTABLE
RETURN CASE
  WHEN slots_passed <= 0 THEN counts
  WHEN slots_passed >= 60 THEN '{}'
  ELSE array_fill(0, ARRAY[slots_passed::integer]) || counts[1 : 60 - slots_passed::integer]
END;
