-- A window's counts, newest slot first, after so many slots have passed.
CREATE FUNCTION aged_counts(counts integer[], slots_passed bigint) RETURNS integer[] LANGUAGE sql IMMUTABLE
RETURN CASE
  WHEN slots_passed <= 0 THEN counts
  WHEN slots_passed >= 60 THEN '{}'
  ELSE array_fill(0, ARRAY[slots_passed::integer]) || counts[1 : 60 - slots_passed::integer]
END;--> statement-breakpoint

-- Takes turns of several quotas, one each or, where the cost is 0, just looks; none where one is used up: in one call, and in turn with all
-- other replicas, since every call locks its counters in the same order. A counter holds its window in 60 slots, newest
-- first; slots of 0 at the end may lack. For each key, in the order given: whether the turns were taken, the turns used within the
-- window with this one (and those ahead of it, where a key is named again), and after how many milliseconds the oldest leaves
-- the window (where the quota is used up: when a turn is free again).
--
-- Sequential scans are off since these statements are planned once, maybe when no counter was there: after a crash, a
-- fail-over or a quiet night. Each counter is looked for by its key, however many there are by then.
CREATE OR REPLACE FUNCTION take_turns(asked_keys text[], quotas integer[], windows_ms bigint[], costs integer[], now_ms bigint)
RETURNS TABLE (is_taken boolean, used bigint, wait_ms bigint)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  are_free boolean;
  used_of bigint[];
  waits_of bigint[];
BEGIN
  WITH asked AS (
    SELECT place, asked_key, quota, window_ms, window_ms / 60 AS slot_ms,
      (sum(cost) OVER alike)::integer AS wanted, sum(cost) OVER (alike ORDER BY place) AS so_far
    FROM unnest(asked_keys, quotas, windows_ms, costs) WITH ORDINALITY AS each(asked_key, quota, window_ms, cost, place)
    WINDOW alike AS (PARTITION BY asked_key)
  ), taken AS (
    INSERT INTO rate_counters AS counter (key, counts, newest_slot, expires_at)
    SELECT DISTINCT ON (asked_key)
      asked_key, ARRAY[wanted], now_ms / slot_ms, to_timestamp((now_ms + window_ms) / 1000.0)
    FROM asked WHERE wanted > 0 ORDER BY asked_key
    -- Replicas' clocks differ a little: for a counter, time never goes back. But one that lies more than a window ahead
    -- was written by a clock that was put back since, and begins anew.
    ON CONFLICT (key) DO UPDATE SET
      counts = CASE
        WHEN counter.newest_slot > excluded.newest_slot + 60 THEN excluded.counts
        WHEN counter.newest_slot >= excluded.newest_slot THEN (counter.counts[1] + excluded.counts[1]) || counter.counts[2 : 60]
        ELSE excluded.counts || (aged_counts(counter.counts, excluded.newest_slot - counter.newest_slot - 1))[1 : 59]
      END,
      newest_slot = CASE
        WHEN counter.newest_slot > excluded.newest_slot + 60 THEN excluded.newest_slot
        ELSE greatest(counter.newest_slot, excluded.newest_slot)
      END,
      expires_at = excluded.expires_at
    RETURNING key, counts, newest_slot AS slot
  ), looked AS (
    SELECT asked_key AS key, aged_counts(counts, now_ms / slot_ms - newest_slot) AS counts,
      greatest(now_ms / slot_ms, newest_slot) AS slot
    FROM (SELECT DISTINCT asked_key, slot_ms FROM asked WHERE wanted = 0) AS each,
      LATERAL (SELECT counts, newest_slot FROM rate_counters WHERE key = asked_key LIMIT 1) AS counter
    WHERE newest_slot <= now_ms / slot_ms + 60
  ), counted AS (
    -- Most counters of a busy hour are new: of those there is nothing to add up.
    SELECT *, CASE cardinality(counts) WHEN 1 THEN counts[1] ELSE (SELECT coalesce(sum(n), 0) FROM unnest(counts) AS n) END AS total
    FROM (TABLE taken UNION ALL TABLE looked) AS known
  )
  SELECT coalesce(bool_and(coalesce(total, 0) - wanted + greatest(wanted, 1) <= quota), true),
    array_agg(coalesce(total, 0) - wanted + so_far ORDER BY place),
    array_agg(CASE WHEN total > wanted THEN (
        SELECT (slot - max(age) + 61) * slot_ms - now_ms FROM unnest(counts) WITH ORDINALITY AS slots(n, age) WHERE n > 0
      ) ELSE window_ms END ORDER BY place)
  INTO are_free, used_of, waits_of
  FROM asked LEFT JOIN counted ON key = asked_key;

  IF are_free THEN
    RETURN QUERY SELECT true, each.used, each.wait FROM unnest(used_of, waits_of) AS each(used, wait);
    RETURN;
  END IF;

  -- The counters are locked until the transaction ends: nobody saw the turns that go back.
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
  ) AS asked
  LEFT JOIN LATERAL (
    SELECT aged_counts(counter.counts, now_ms / slot_ms - newest_slot) AS counts, greatest(now_ms / slot_ms, newest_slot) AS slot
    FROM rate_counters AS counter WHERE key = asked_key LIMIT 1
  ) AS counter ON slot <= now_ms / slot_ms + 60
  LEFT JOIN LATERAL (SELECT sum(n) AS total FROM unnest(counts) AS n) AS added_up ON true
  ORDER BY place;
END
$$;--> statement-breakpoint

-- Only processes of the version before call it, while their turn to be restarted has not come.
CREATE OR REPLACE FUNCTION take_turns_together(asked_keys text[], quotas integer[], windows_ms bigint[], costs integer[], now_ms bigint)
RETURNS TABLE (is_taken boolean, used bigint, wait_ms bigint) LANGUAGE sql
AS 'SELECT * FROM take_turns(asked_keys, quotas, windows_ms, costs, now_ms)';--> statement-breakpoint

-- As migration 0012 made it, but for who takes the turns, and without sequential scans: answers kept are gone after a quiet day too.
CREATE OR REPLACE FUNCTION post_gifts(held text[], looked_for text[], since timestamptz, asked_keys text[], quotas integer[],
  windows_ms bigint[], costs integer[], now_ms bigint, sent json, lock_wait_ms integer)
RETURNS json LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  are_taken boolean;
  turns json;
  hung json;
  has_wrong_key boolean;
BEGIN
  PERFORM set_config('lock_timeout', lock_wait_ms::text, true);
  IF EXISTS (SELECT FROM unnest(held) AS id WHERE NOT pg_try_advisory_xact_lock(hashtextextended(id, 0))) THEN
    RETURN NULL;
  END IF;
  -- A statement of its own: it sees what those have kept who held the ids until now.
  IF EXISTS (SELECT FROM idempotency_keys WHERE id = ANY (looked_for) AND created_at > since) THEN
    RETURN NULL;
  END IF;
  SELECT coalesce(bool_and(is_taken), true), json_agg(json_build_array(used, wait_ms) ORDER BY place)
    INTO are_taken, turns
    FROM take_turns(asked_keys, quotas, windows_ms, costs, now_ms) WITH ORDINALITY
      AS turn(is_taken, used, wait_ms, place);
  IF NOT are_taken THEN
    RETURN NULL;
  END IF;
  SELECT json_agg(json_build_array(has_tree, is_paused, gift_count, hung_on, "position", version) ORDER BY place),
      bool_or(has_tree AND NOT is_paused AND gift_count IS NULL)
    INTO hung, has_wrong_key
    FROM hang_gifts(sent, now_ms) WITH ORDINALITY AS gift(has_tree, is_paused, gift_count, hung_on, "position", version, place);
  IF has_wrong_key THEN
    RAISE EXCEPTION 'a gift was sealed with a key that its tree does not have' USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  RETURN json_build_object('turns', coalesce(turns, '[]'), 'hung', hung);
END
$$;
