-- Counters may be lost in a crash, and are cheaper without a write-ahead log.
-- The room left in the pages lets a counter's update stay on its page.
ALTER TABLE "rate_counters" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "rate_counters" SET (fillfactor = 50);--> statement-breakpoint
-- Takes turns of several quotas, one each or, where the cost is 0, just looks; none where one is used up: in one call, and in turn with all
-- other replicas, since every call locks its counters in the same order. A counter holds its window in 60 slots, newest
-- first. For each key, in the order given: whether the turns were taken, the turns used within the window with this one,
-- and after how many milliseconds the oldest leaves the window (where the quota is used up: when a turn is free again).
CREATE FUNCTION take_turns(asked_keys text[], quotas integer[], windows_ms bigint[], costs integer[], now_ms bigint)
RETURNS TABLE (is_taken boolean, used bigint, wait_ms bigint) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rate_counters (key, counts, newest_slot, expires_at)
    SELECT asked, array_fill(0, ARRAY[60]), 0, to_timestamp(now_ms / 1000.0)
    FROM unnest(asked_keys) AS asked ORDER BY asked
    -- Changes nothing, but locks a counter that is there; one that is swept away meanwhile is made anew.
    ON CONFLICT (key) DO UPDATE SET key = excluded.key WHERE false;

  RETURN QUERY
  WITH asked AS (
    SELECT place, asked_key, quota, cost, window_ms, window_ms / 60 AS slot_ms
    FROM unnest(asked_keys, quotas, windows_ms, costs) WITH ORDINALITY AS each(asked_key, quota, window_ms, cost, place)
  ), aged AS (
    -- Replicas' clocks differ a little: for a counter, time never goes back.
    SELECT asked.*, counter.counts AS old, greatest(now_ms / slot_ms, newest_slot) AS slot,
      least(greatest(now_ms / slot_ms - newest_slot, 0), 60)::integer AS passed
    FROM asked JOIN rate_counters AS counter ON counter.key = asked_key
  ), seen AS (
    SELECT aged.*, array_fill(0, ARRAY[passed]) || old[1 : 60 - passed] AS counts,
      (SELECT coalesce(sum(n), 0) FROM unnest(old[1 : 60 - passed]) AS n) AS total
    FROM aged
  ), decided AS (
    SELECT bool_and(total < quota) AS is_free FROM seen
  ), taken AS (
    UPDATE rate_counters AS counter SET
      counts = (seen.counts[1] + cost) || seen.counts[2 : 60],
      newest_slot = slot,
      expires_at = to_timestamp((now_ms + window_ms) / 1000.0)
    FROM seen, decided WHERE counter.key = asked_key AND is_free AND cost > 0
  )
  SELECT is_free, total + CASE WHEN is_free THEN cost ELSE 0 END, coalesce((
      SELECT (slot - age + 61) * slot_ms - now_ms
      FROM (
        SELECT age, sum(n) OVER (ORDER BY age DESC) AS leaving
        FROM unnest(counts) WITH ORDINALITY AS slots(n, age) WHERE n > 0
      ) AS oldest
      WHERE leaving > greatest(total - quota, 0) ORDER BY age DESC LIMIT 1
    ), window_ms)
  FROM seen, decided ORDER BY place;
END
$$;
