-- take_turns of 0002, which now begins a counter anew that a clock wrote more than a window ahead of ours.
-- Takes turns of several quotas, one each or, where the cost is 0, just looks; none where one is used up: in one call, and in turn with all
-- other replicas, since every call locks its counters in the same order. A counter holds its window in 60 slots, newest
-- first. For each key, in the order given: whether the turns were taken, the turns used within the window with this one,
-- and after how many milliseconds the oldest leaves the window (where the quota is used up: when a turn is free again).
CREATE OR REPLACE FUNCTION take_turns(asked_keys text[], quotas integer[], windows_ms bigint[], costs integer[], now_ms bigint)
RETURNS TABLE (is_taken boolean, used bigint, wait_ms bigint) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rate_counters (key, counts, newest_slot, expires_at)
    SELECT asked, array_fill(0, ARRAY[60]), now_ms / (window_ms / 60), to_timestamp(now_ms / 1000.0)
    FROM unnest(asked_keys, windows_ms) AS each(asked, window_ms) ORDER BY asked
    -- Locks a counter that is there, whether it changes it or not; one that is swept away meanwhile is made anew. One
    -- that lies more than a window ahead was written by a clock that was put back since: it would not age until then.
    ON CONFLICT (key) DO UPDATE SET counts = excluded.counts, newest_slot = excluded.newest_slot
    WHERE rate_counters.newest_slot > excluded.newest_slot + 60;

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
