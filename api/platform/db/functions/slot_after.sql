-- The newest slot of a window after hits were added to it in `slot`, by the same rule as `counts_after`.
CREATE OR REPLACE FUNCTION slot_after(newest_slot bigint, slot bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN CASE WHEN newest_slot > slot + 60 THEN slot ELSE greatest(newest_slot, slot) END;
