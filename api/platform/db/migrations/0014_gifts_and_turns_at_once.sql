-- A window's counts and its newest slot once turns were added to it, `more` of them in one slot. Replicas' clocks differ a little: for a
-- counter, time never goes back. But one that lies more than a window ahead was written by a clock that was put back since, and
-- begins anew.
CREATE FUNCTION counts_after(counts integer[], newest_slot bigint, more integer, slot bigint) RETURNS integer[] LANGUAGE sql IMMUTABLE
RETURN CASE
  WHEN newest_slot > slot + 60 THEN ARRAY[more]
  WHEN newest_slot >= slot THEN (counts[1] + more) || counts[2 : 60]
  ELSE more || (aged_counts(counts, slot - newest_slot - 1))[1 : 59]
END;--> statement-breakpoint

CREATE FUNCTION slot_after(newest_slot bigint, slot bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN CASE WHEN newest_slot > slot + 60 THEN slot ELSE greatest(newest_slot, slot) END;--> statement-breakpoint

-- As migration 0013 made it, with how turns are added in words of their own.
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
    ON CONFLICT (key) DO UPDATE SET
      counts = counts_after(counter.counts, counter.newest_slot, excluded.counts[1], excluded.newest_slot),
      newest_slot = slot_after(counter.newest_slot, excluded.newest_slot),
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

-- Hangs gifts with their sealed messages, counts them and keeps their answers; ahead of it holds their keys and takes their turns. It does
-- all of it or, where somebody is to be told something else (a repeat, a quota used up), nothing, and then gives null. Nothing is
-- called for a part of it: a function within a function takes Postgres as long as a gift.
--
-- `counted` are counters, each once, that take so many turns (`costs`) of their quota; `looked_at` are those of which nobody may have taken any
-- of late. Told of the counters is which hold more than one turn: how many, and the slot of the oldest. Told of each gift is whether
-- its tree is there, whether that is paused, and where the gift hangs now. Where nothing is said of that though the tree takes
-- gifts, the gift was sealed with a key that the tree does not have: then nothing is done, unless `some_will_do`.
CREATE FUNCTION hang_at_once(held text[], looked_for text[], since timestamptz, counted text[], costs integer[], quotas integer[],
  windows_ms bigint[], looked_at text[], now_ms bigint, sent json, lock_wait_ms integer, some_will_do boolean)
RETURNS json LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  may_be_over boolean;
  turns json;
  hung json;
  has_wrong_key boolean;
BEGIN
  IF lock_wait_ms IS NOT NULL THEN
    PERFORM set_config('lock_timeout', lock_wait_ms::text, true);
  END IF;
  IF EXISTS (SELECT FROM unnest(held) AS id WHERE NOT pg_try_advisory_xact_lock(hashtextextended(id, 0))) THEN
    RETURN NULL;
  END IF;
  -- A statement of its own: it sees what those have kept who held the ids until now.
  IF EXISTS (SELECT FROM idempotency_keys WHERE id = ANY (looked_for) AND created_at > since)
    OR EXISTS (SELECT FROM rate_counters WHERE key = ANY (looked_at)) THEN
    RETURN NULL;
  END IF;

  WITH taken AS (
    INSERT INTO rate_counters AS counter (key, counts, newest_slot, expires_at)
    SELECT asked_key, ARRAY[cost], now_ms / (window_ms / 60), to_timestamp((now_ms + window_ms) / 1000.0)
    FROM unnest(counted, costs, windows_ms) AS asked(asked_key, cost, window_ms) ORDER BY asked_key
    ON CONFLICT (key) DO UPDATE SET
      counts = counts_after(counter.counts, counter.newest_slot, excluded.counts[1], excluded.newest_slot),
      newest_slot = slot_after(counter.newest_slot, excluded.newest_slot),
      expires_at = excluded.expires_at
    RETURNING key, counts, newest_slot
  ), added_up AS (
    SELECT *, CASE cardinality(counts) WHEN 1 THEN counts[1] ELSE (SELECT sum(n) FROM unnest(counts) AS n) END AS total FROM taken
  )
  SELECT max(total) > (SELECT min(quota) FROM unnest(quotas) AS quota),
      json_agg(json_build_array(key, total, newest_slot + 1 - (
        SELECT max(age) FROM unnest(counts) WITH ORDINALITY AS slots(n, age) WHERE n > 0
      ))) FILTER (WHERE total > 1)
    INTO may_be_over, turns
    FROM added_up;
  IF may_be_over AND EXISTS (
    SELECT FROM json_array_elements(turns) AS told JOIN unnest(counted, quotas) AS asked(asked_key, quota) ON asked_key = told ->> 0
    WHERE (told ->> 1)::bigint > quota
  ) THEN
    -- The counters are locked until the transaction ends: nobody saw the turns that go back.
    UPDATE rate_counters AS counter SET counts = (counts[1] - cost) || counts[2 : 60]
      FROM unnest(counted, costs) AS asked(asked_key, cost) WHERE key = asked_key;
    RETURN NULL;
  END IF;

  WITH asked AS (
    SELECT * FROM ROWS FROM (
      json_to_recordset(sent) AS (
        id uuid, "shareCode" text, "giftAssetId" text, "shownName" text,
        "sealedSenderName" text, "sealedText" text, "wrappedKey" text, "keptAs" text, "bodyHash" text
      )
    ) WITH ORDINALITY
      AS gift(id, share_code, gift_asset_id, shown_name, sealed_name, sealed_text, wrapped_key, kept_as, body_hash, place)
  ), tree AS MATERIALIZED (
    SELECT share_code, is_paused FROM trees
    WHERE share_code = ANY (ARRAY(SELECT DISTINCT share_code FROM asked)) AND taken_down_for IS NULL
    ORDER BY share_code FOR NO KEY UPDATE
  ), fit AS (
    SELECT asked.*, row_number() OVER (PARTITION BY share_code ORDER BY place) AS rank
    FROM asked JOIN tree USING (share_code) JOIN tree_keys USING (share_code)
    WHERE NOT is_paused AND wrapped = decode(wrapped_key, 'base64')
  ), tree_counted AS (
    UPDATE trees SET gift_count = trees.gift_count + fitting, hung_count = hung_count + fitting, version = version + 1
    FROM (SELECT share_code, count(*)::integer AS fitting FROM fit GROUP BY share_code) AS tally
    WHERE trees.share_code = tally.share_code
    RETURNING trees.share_code, trees.gift_count - fitting AS gifts_before, hung_count - fitting AS hung_before,
      trees.version, (to_timestamp(now_ms / 1000.0) AT TIME ZONE time_zone)::date AS hung_on
  ), placed AS (
    SELECT fit.*, (gifts_before + rank)::integer AS gift_count, (hung_before + rank)::integer AS position, hung_on, version
    FROM fit JOIN tree_counted USING (share_code)
  ), gift AS (
    INSERT INTO gifts (share_code, position, id, gift_asset_id, sender_name, hung_on)
    SELECT share_code, position, id, gift_asset_id, shown_name, hung_on FROM placed
  ), message AS (
    INSERT INTO messages (share_code, gift_id, sealed_sender_name, sealed_text)
    SELECT share_code, id, decode(sealed_name, 'base64'), decode(sealed_text, 'base64') FROM placed
  ), kept AS (
    INSERT INTO idempotency_keys (id, body_hash, answer, created_at)
    SELECT kept_as, body_hash, json_build_object('id', id, 'shareCode', share_code, 'giftAssetId', gift_asset_id,
      'createdAt', hung_on, 'giftCount', gift_count), to_timestamp(now_ms / 1000.0)
    FROM placed WHERE kept_as IS NOT NULL
    ON CONFLICT (id) DO UPDATE
      SET body_hash = excluded.body_hash, answer = excluded.answer, created_at = excluded.created_at
  )
  SELECT
      json_agg(json_build_array(tree.share_code IS NOT NULL, coalesce(tree.is_paused, false), gift_count, hung_on, position, version)
        ORDER BY place),
      bool_or(tree.share_code IS NOT NULL AND NOT tree.is_paused AND gift_count IS NULL)
    INTO hung, has_wrong_key
    FROM asked LEFT JOIN tree USING (share_code) LEFT JOIN placed USING (place);
  IF has_wrong_key AND NOT some_will_do THEN
    RAISE EXCEPTION 'a gift was sealed with a key that its tree does not have' USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  RETURN json_build_object('turns', coalesce(turns, '[]'), 'hung', coalesce(hung, '[]'));
END
$$;--> statement-breakpoint

-- Only processes of the version before call post_gifts and hang_gifts, while their turn to be restarted has not come; of the one before that
-- there are none left.
DROP FUNCTION take_turns_together(text[], integer[], bigint[], integer[], bigint);
