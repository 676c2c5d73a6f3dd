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

-- Takes the hits of requests that arrived together. In their order, each takes a hit of all its counters, or of none if
-- one of them is used up. So nothing counts beyond its quota, and nothing has to be given back.
--
--   keys, quotas, windows_ms, are_hit   the counters, each once; at 0 they are only looked at
--   sizes, counters, costs              how many hits each request asks for, and for all of them in turn: the counter's
--                                       place among the keys, and 1, or 0 to look
--
-- Returns which requests took their hits, and each counter as it was before: its newest slot, and its window in 60 slots,
-- newest first; trailing zeros may be missing.
--
-- Counters are looked up by their keys, however few there were when these statements were planned: after a crash, a
-- failover or a quiet night.
CREATE OR REPLACE FUNCTION take_hits(keys text[], quotas integer[], windows_ms bigint[], are_hit integer[],
  sizes integer[], counters integer[], costs integer[], now_ms bigint)
RETURNS json LANGUAGE plpgsql SET lock_timeout = '500ms' SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  totals integer[];
  before json;
  more integer[] := array_fill(0, ARRAY[cardinality(keys)]);
  taken boolean[] := '{}';
  is_free boolean;
  last integer := 0;
BEGIN
  -- Locks the counters until the transaction ends, always in the same order.
  INSERT INTO rate_counters AS counter (key, counts, newest_slot, expires_at)
    SELECT key, '{0}', now_ms / (window_ms / 60), to_timestamp((now_ms + window_ms) / 1000.0)
    FROM unnest(keys, windows_ms, are_hit) AS asked(key, window_ms, is_hit) WHERE is_hit > 0 ORDER BY key
    ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at;
  SELECT array_agg(coalesce(total, 0) ORDER BY place), json_agg(json_build_array(slot, counts) ORDER BY place) INTO totals, before
    FROM unnest(keys, windows_ms) WITH ORDINALITY AS asked(asked_key, window_ms, place)
    LEFT JOIN LATERAL (
      SELECT greatest(newest_slot, now_ms / (window_ms / 60)) AS slot, aged_counts(counts, now_ms / (window_ms / 60) - newest_slot) AS counts
      FROM rate_counters WHERE key = asked_key AND newest_slot <= now_ms / (window_ms / 60) + 60 LIMIT 1
    ) AS counter ON true
    LEFT JOIN LATERAL (SELECT sum(n)::integer AS total FROM unnest(counts) AS n) AS added_up ON true;

  FOR request IN 1 .. cardinality(sizes) LOOP
    is_free := true;
    FOR hit IN last + 1 .. last + sizes[request] LOOP
      is_free := is_free AND totals[counters[hit]] < quotas[counters[hit]];
    END LOOP;
    FOR hit IN last + 1 .. last + CASE WHEN is_free THEN sizes[request] ELSE 0 END LOOP
      totals[counters[hit]] := totals[counters[hit]] + costs[hit];
      more[counters[hit]] := more[counters[hit]] + costs[hit];
    END LOOP;
    taken := taken || is_free;
    last := last + sizes[request];
  END LOOP;

  UPDATE rate_counters AS counter SET
    counts = counts_after(counts, newest_slot, added, slot), newest_slot = slot_after(newest_slot, slot)
    FROM (
      SELECT key AS hit_key, hits AS added, now_ms / (window_ms / 60) AS slot FROM unnest(keys, more, windows_ms) AS hit(key, hits, window_ms)
    ) AS hit
    WHERE key = hit_key AND key = ANY (keys) AND added > 0;
  RETURN json_build_object('taken', taken, 'before', before);
END
$$;
