-- Takes hits of several quotas, one each (or only reads them, at a cost of 0); takes none if one quota is used up.
-- Every call locks its counters in the same order. A counter stores its window in 60 slots, newest first; trailing
-- zeros may be missing. Returns for each key, in the given order: whether the hits were taken, the hits used within the
-- window including this one (and those before it in the call), and after how many milliseconds the oldest leaves the
-- window (if the quota is used up: when a hit is free again).
--
-- Sequential scans are off because these statements are planned once, perhaps while the table was empty: after a crash,
-- a failover or a quiet night. Each counter is looked up by its key, however many there are by then.
CREATE OR REPLACE FUNCTION take_turns(asked_keys text[], quotas integer[], windows_ms bigint[], costs integer[], now_ms bigint)
RETURNS TABLE (is_taken boolean, used bigint, wait_ms bigint)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  are_free boolean;
  used_of bigint[];
  waits_of bigint[];
BEGIN
  WITH requested AS (
    SELECT place, asked_key, quota, window_ms, window_ms / 60 AS slot_ms,
      (sum(cost) OVER alike)::integer AS hits, sum(cost) OVER (alike ORDER BY place) AS so_far
    FROM unnest(asked_keys, quotas, windows_ms, costs) WITH ORDINALITY AS each(asked_key, quota, window_ms, cost, place)
    WINDOW alike AS (PARTITION BY asked_key)
  ), taken AS (
    INSERT INTO rate_counters AS counter (key, counts, newest_slot, expires_at)
    SELECT DISTINCT ON (asked_key)
      asked_key, ARRAY[hits], now_ms / slot_ms, to_timestamp((now_ms + window_ms) / 1000.0)
    FROM requested WHERE hits > 0 ORDER BY asked_key
    ON CONFLICT (key) DO UPDATE SET
      counts = counts_after(counter.counts, counter.newest_slot, excluded.counts[1], excluded.newest_slot),
      newest_slot = slot_after(counter.newest_slot, excluded.newest_slot),
      expires_at = excluded.expires_at
    RETURNING key, counts, newest_slot AS slot
  ), looked AS (
    SELECT asked_key AS key, aged_counts(counts, now_ms / slot_ms - newest_slot) AS counts,
      greatest(now_ms / slot_ms, newest_slot) AS slot
    FROM (SELECT DISTINCT asked_key, slot_ms FROM requested WHERE hits = 0) AS each,
      LATERAL (SELECT counts, newest_slot FROM rate_counters WHERE key = asked_key LIMIT 1) AS counter
    WHERE newest_slot <= now_ms / slot_ms + 60
  ), counted AS (
    -- Most counters of a busy hour are new and have a single slot: nothing to add up.
    SELECT *, CASE cardinality(counts) WHEN 1 THEN counts[1] ELSE (SELECT coalesce(sum(n), 0) FROM unnest(counts) AS n) END AS total
    FROM (TABLE taken UNION ALL TABLE looked) AS known
  )
  SELECT coalesce(bool_and(coalesce(total, 0) - hits + greatest(hits, 1) <= quota), true),
    array_agg(coalesce(total, 0) - hits + so_far ORDER BY place),
    array_agg(CASE WHEN total > hits THEN (
        SELECT (slot - max(age) + 61) * slot_ms - now_ms FROM unnest(counts) WITH ORDINALITY AS slots(n, age) WHERE n > 0
      ) ELSE window_ms END ORDER BY place)
  INTO are_free, used_of, waits_of
  FROM requested LEFT JOIN counted ON key = asked_key;

  IF are_free THEN
    RETURN QUERY SELECT true, each.used, each.wait FROM unnest(used_of, waits_of) AS each(used, wait);
    RETURN;
  END IF;

  -- The counters are locked until the transaction ends: no other transaction saw the hits that are given back.
  UPDATE rate_counters AS counter
  SET counts = (counter.counts[1] - (SELECT sum(cost) FROM unnest(asked_keys, costs) AS each(asked_key, cost) WHERE asked_key = counter.key))::integer
    || counter.counts[2 : 60]
  WHERE counter.key = ANY (ARRAY(SELECT asked_key FROM unnest(asked_keys, costs) AS each(asked_key, cost) WHERE cost > 0));

  RETURN QUERY
  SELECT false, coalesce(total, 0), coalesce((
      SELECT (slot - age + 61) * slot_ms - now_ms
      FROM (
        SELECT age, sum(n) OVER (ORDER BY age DESC) AS leaving
        FROM unnest(counts) WITH ORDINALITY AS slots(n, age) WHERE n > 0
      ) AS oldest
      WHERE leaving > greatest(total - quota, 0) ORDER BY age DESC LIMIT 1
    ), window_ms)
  FROM (
    SELECT each.*, window_ms / 60 AS slot_ms
    FROM unnest(asked_keys, quotas, windows_ms) WITH ORDINALITY AS each(asked_key, quota, window_ms, place)
  ) AS requested
  LEFT JOIN LATERAL (
    SELECT aged_counts(counter.counts, now_ms / slot_ms - newest_slot) AS counts, greatest(now_ms / slot_ms, newest_slot) AS slot
    FROM rate_counters AS counter WHERE key = asked_key LIMIT 1
  ) AS counter ON slot <= now_ms / slot_ms + 60
  LEFT JOIN LATERAL (SELECT sum(n) AS total FROM unnest(counts) AS n) AS added_up ON true
  ORDER BY place;
END
$$;
