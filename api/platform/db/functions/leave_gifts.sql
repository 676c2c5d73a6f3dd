-- Creates a batch of gifts in one transaction, and returns an outcome for each. A refused gift does not affect others.
--
-- Gifts and counters are referred to by their position, from 1 on:
--   sent                          the gifts to store; of one already refused, only that: it counts against its quotas; with
--                                 the day, its end, and the next evening, in the tree's time zone, whose rules the API knows
--   held_by, held                 the gift and the id of each idempotency key to hold
--   known_by, known, known_since  ids to look up first answers under, the most likely first
--   counters, hits, quotas, ...   rate counters, each once, with the hits of all gifts; at 0 hits only read
--   counted_by, counted           which gift counts against which counter
--
-- Outcomes: `created` (its count and day), `repeat` (the first body's hash, answer, and the second by which
-- it was left: first answers store only the end of their day, since a time of day could unmask a sender), `in_progress`, `over_quota`,
-- `refused`, `unknown_tree`, `paused`, and `wrong_key`: sealed with a key that the tree no longer has, so nothing was done or
-- counted. Counters are returned with the hits in their window and the slot that leaves it next: all that a client needs to
-- be shown.
--
-- It calls no function that returns rows: such a call takes Postgres as long as a gift. Its statements are planned once,
-- perhaps while tables were empty. So sequential scans are off, and rows are looked up by lists of keys or one by one: a
-- join might read a whole index for the sake of its order.
CREATE OR REPLACE FUNCTION leave_gifts(sent json, held_by integer[], held text[], known_by integer[], known text[], known_since timestamptz,
  counters text[], hits integer[], quotas integer[], windows_ms bigint[], counted_by integer[], counted integer[],
  now_ms bigint, lock_wait_ms integer)
RETURNS json LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  verdicts json[] := '{}';
  gift_place integer;
  verdict json;
  may_be_over boolean;
  counters_now json;
  used bigint[];
  one_by_one boolean;
  its_counters integer[];
  counter_place integer;
  is_over boolean;
  uncounted integer[] := '{}';
  outcomes json;
  wrongly_sealed integer[];
BEGIN
  -- If a lock takes longer, the whole batch fails, and the API retries each gift by itself.
  PERFORM set_config('lock_timeout', lock_wait_ms::text, true);

  -- Keys held by another transaction, or by an earlier gift of this batch (Postgres grants one transaction a lock
  -- twice).
  IF EXISTS (SELECT FROM unnest(held) AS id WHERE NOT pg_try_advisory_xact_lock(hashtextextended(id, 0)))
    OR cardinality(held) > (SELECT count(DISTINCT id) FROM unnest(held) AS id) THEN
    FOR gift_place IN
      SELECT DISTINCT place
      FROM (SELECT place, id, row_number() OVER (PARTITION BY id ORDER BY place) AS turn FROM unnest(held_by, held) AS key(place, id)) AS key
      WHERE turn > 1 OR NOT pg_try_advisory_xact_lock(hashtextextended(id, 0))
    LOOP
      verdicts[gift_place] := '["in_progress"]';
    END LOOP;
  END IF;
  -- A separate statement, so that it sees what previous holders of the ids committed.
  IF EXISTS (SELECT FROM idempotency_keys WHERE id = ANY (known) AND created_at > known_since) THEN
    FOR gift_place, verdict IN
      SELECT DISTINCT ON (place) place, json_build_array('repeat', body_hash, answer::json,
          floor(extract(epoch FROM least(created_at, to_timestamp(now_ms / 1000.0)))))
      FROM unnest(known_by, known) WITH ORDINALITY AS key(place, id, rank),
        LATERAL (SELECT body_hash, answer, created_at FROM idempotency_keys WHERE id = key.id LIMIT 1) AS first
      WHERE created_at > known_since ORDER BY place, rank
    LOOP
      verdicts[gift_place] := coalesce(verdicts[gift_place], verdict);
    END LOOP;
  END IF;
  -- Neither of them counts, so a repeat does not even wait for counters that its first request has locked.
  IF cardinality(verdicts) > 0 THEN
    FOR counter_place IN SELECT counter FROM unnest(counted_by, counted) AS hit(place, counter) WHERE verdicts[place] IS NOT NULL LOOP
      hits[counter_place] := greatest(hits[counter_place] - 1, 0);
    END LOOP;
  END IF;

  -- Always in the same order, so that batches do not deadlock.
  WITH added AS (
    INSERT INTO rate_counters AS counter (key, counts, newest_slot, expires_at)
    SELECT key, ARRAY[more], now_ms / (window_ms / 60), to_timestamp((now_ms + window_ms) / 1000.0)
    FROM unnest(counters, hits, windows_ms) AS requested(key, more, window_ms) WHERE more > 0 ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      counts = counts_after(counter.counts, counter.newest_slot, excluded.counts[1], excluded.newest_slot),
      newest_slot = slot_after(counter.newest_slot, excluded.newest_slot),
      expires_at = excluded.expires_at
    RETURNING key, counts, newest_slot
  ), added_up AS (
    SELECT *, CASE cardinality(counts) WHEN 1 THEN counts[1] ELSE (SELECT sum(n) FROM unnest(counts) AS n) END AS total FROM added
  )
  SELECT max(total) > (SELECT min(quota) FROM unnest(hits, quotas) AS requested(more, quota) WHERE more > 0),
      json_agg(json_build_array(key, total, newest_slot + 1 - (
        SELECT max(age) FROM unnest(counts) WITH ORDINALITY AS slots(n, age) WHERE n > 0
      ))) FILTER (WHERE total > 1)
    INTO may_be_over, counters_now
    FROM added_up;

  one_by_one := may_be_over AND EXISTS (
    SELECT FROM json_array_elements(counters_now) AS counter JOIN unnest(counters, quotas) AS requested(key, quota) ON key = counter ->> 0
    WHERE (counter ->> 1)::bigint > quota
  ) OR EXISTS (
    SELECT FROM rate_counters WHERE key = ANY (ARRAY(SELECT key FROM unnest(counters, hits) AS requested(key, more) WHERE more = 0))
  );
  IF one_by_one THEN
    -- Some gift is over a quota, or may be: in order, each gift takes a hit of all its counters or of none.
    SELECT array_agg(coalesce(total, 0) - more ORDER BY place) INTO used
    FROM unnest(counters, hits, windows_ms) WITH ORDINALITY AS requested(key, more, window_ms, place)
      CROSS JOIN LATERAL (
        SELECT sum(n) AS total
        FROM rate_counters AS counter, LATERAL unnest(aged_counts(counts, now_ms / (window_ms / 60) - newest_slot)) AS n
        WHERE counter.key = requested.key AND newest_slot <= now_ms / (window_ms / 60) + 60
      ) AS added_up;
    FOR gift_place, its_counters IN
      SELECT place, array_agg(counter) FROM unnest(counted_by, counted) AS hit(place, counter)
      WHERE verdicts[place] IS NULL GROUP BY place ORDER BY place
    LOOP
      is_over := false;
      FOREACH counter_place IN ARRAY its_counters LOOP
        is_over := is_over OR used[counter_place] >= quotas[counter_place];
      END LOOP;
      IF is_over THEN
        verdicts[gift_place] := '["over_quota"]';
        uncounted := uncounted || gift_place;
      ELSE
        FOREACH counter_place IN ARRAY its_counters LOOP
          used[counter_place] := used[counter_place] + least(hits[counter_place], 1);
        END LOOP;
      END IF;
    END LOOP;
  END IF;

  WITH requested AS (
    SELECT place::integer, CASE WHEN verdicts[place::integer] IS NULL THEN share_code END AS share_code, id, gift_asset_id, shown_name,
      sealed_name, sealed_text, wrapped_key, kept_as, body_hash, day, day_ends, evening
    FROM ROWS FROM (
      json_to_recordset(sent) AS (
        id uuid, "shareCode" text, "giftAssetId" text, "shownName" text,
        "sealedSenderName" text, "sealedText" text, "wrappedKey" text, "keptAs" text, "bodyHash" text,
        "hungOn" date, "dayEnds" timestamptz, evening timestamptz
      )
    ) WITH ORDINALITY
      AS gift(id, share_code, gift_asset_id, shown_name, sealed_name, sealed_text, wrapped_key, kept_as, body_hash, day, day_ends, evening, place)
  ), tree AS MATERIALIZED (
    SELECT share_code, is_paused, names_need_approval FROM trees
    WHERE share_code = ANY (ARRAY(SELECT DISTINCT share_code FROM requested)) AND taken_down_for IS NULL
    ORDER BY share_code FOR NO KEY UPDATE
  ), fit AS (
    SELECT requested.*, names_need_approval, row_number() OVER (PARTITION BY share_code ORDER BY place) AS rank
    FROM requested JOIN tree USING (share_code) JOIN tree_keys USING (share_code)
    WHERE NOT is_paused AND wrapped = decode(wrapped_key, 'base64')
  ), tree_counted AS (
    UPDATE trees SET gift_count = trees.gift_count + fitting, hung_count = hung_count + fitting, version = version + 1,
      news_after = coalesce(news_after, hung_count),
      -- Processes of release 1.1 send neither the evening nor the day.
      news_due_at = coalesce(news_due_at, evening, evening_after(to_timestamp(now_ms / 1000.0), time_zone))
    FROM (SELECT share_code, count(*)::integer AS fitting, min(day) AS day, min(evening) AS evening FROM fit GROUP BY share_code) AS tally
    WHERE trees.share_code = tally.share_code
    RETURNING trees.share_code, trees.gift_count - fitting AS gifts_before, hung_count - fitting AS hung_before,
      coalesce(day, (to_timestamp(now_ms / 1000.0) AT TIME ZONE time_zone)::date) AS hung_on
  ), placed AS (
    SELECT fit.*, (gifts_before + rank)::integer AS gift_count, (hung_before + rank)::integer AS position, hung_on
    FROM fit JOIN tree_counted USING (share_code)
  ), gift AS (
    INSERT INTO gifts (share_code, position, id, gift_asset_id, sender_name, hung_on)
    SELECT share_code, position, id, gift_asset_id, CASE WHEN NOT names_need_approval THEN shown_name END, hung_on FROM placed
  ), message AS (
    INSERT INTO messages (share_code, gift_id, sealed_sender_name, sealed_text, name_awaits_approval)
    SELECT share_code, id, decode(sealed_name, 'base64'), decode(sealed_text, 'base64'), names_need_approval AND shown_name IS NOT NULL
    FROM placed
  ), stored AS (
    -- Answers only with what the server decided: the share code and the kind of gift come with every repeat. Processes of
    -- release 1.1 do not send the day's end.
    INSERT INTO idempotency_keys (id, body_hash, answer, share_code, created_at)
    SELECT kept_as, body_hash, json_build_object('id', id, 'createdAt', hung_on, 'giftCount', gift_count), share_code,
      coalesce(day_ends, to_timestamp(now_ms / 1000.0))
    FROM placed WHERE kept_as IS NOT NULL
    ON CONFLICT (id) DO UPDATE
      SET body_hash = excluded.body_hash, answer = excluded.answer, share_code = excluded.share_code, created_at = excluded.created_at
  )
  SELECT
      json_agg(CASE
        WHEN verdicts[place] IS NOT NULL THEN verdicts[place]
        WHEN requested.share_code IS NULL THEN '["refused"]'
        WHEN tree.share_code IS NULL THEN '["unknown_tree"]'
        WHEN tree.is_paused THEN '["paused"]'
        WHEN gift_count IS NULL THEN '["wrong_key"]'
        ELSE json_build_array('created', gift_count, hung_on)
      END ORDER BY place),
      array_agg(place) FILTER (WHERE NOT tree.is_paused AND gift_count IS NULL)
    INTO outcomes, wrongly_sealed
    FROM requested LEFT JOIN tree USING (share_code) LEFT JOIN placed USING (place);

  uncounted := uncounted || coalesce(wrongly_sealed, '{}');
  IF one_by_one OR cardinality(uncounted) > 0 THEN
    -- The counters are locked until the transaction ends: no other transaction saw the hits that are given back.
    UPDATE rate_counters AS counter SET counts = (counts[1] - too_many) || counts[2 : 60]
      FROM (
        SELECT counters[counted] AS key, count(*)::integer AS too_many
        FROM unnest(counted_by, counted) AS hit(place, counted) WHERE place = ANY (uncounted) AND hits[counted] > 0 GROUP BY counted
      ) AS given_back
      WHERE counter.key = given_back.key AND counter.key = ANY (counters);
    SELECT json_agg(json_build_array(key, coalesce(total, 0), slot + 1 - leaving_age)) INTO counters_now
    FROM unnest(counters, quotas, windows_ms) AS requested(key, quota, window_ms)
      CROSS JOIN LATERAL (SELECT now_ms / (window_ms / 60) AS now_slot) AS now
      CROSS JOIN LATERAL (
        SELECT aged_counts(counter.counts, now_slot - newest_slot) AS counts, greatest(now_slot, newest_slot) AS slot
        FROM rate_counters AS counter WHERE counter.key = requested.key AND newest_slot <= now_slot + 60 LIMIT 1
      ) AS aged
      LEFT JOIN LATERAL (SELECT sum(n) AS total FROM unnest(aged.counts) AS n) AS added_up ON true
      LEFT JOIN LATERAL (
        SELECT age AS leaving_age
        FROM (
          SELECT age, sum(n) OVER (ORDER BY age DESC) AS leaving FROM unnest(aged.counts) WITH ORDINALITY AS slots(n, age) WHERE n > 0
        ) AS oldest
        WHERE leaving > greatest(total - quota, 0) ORDER BY age DESC LIMIT 1
      ) AS next ON true;
  END IF;
  RETURN json_build_object('counters', coalesce(counters_now, '[]'), 'outcomes', coalesce(outcomes, '[]'));
END
$$;
