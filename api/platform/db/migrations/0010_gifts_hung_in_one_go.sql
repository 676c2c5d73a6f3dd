-- What gifts take that are hung together: turns of quotas, their place on the trees, their kept answers. As functions, so that a
-- group needs one statement, and one of which somebody is refused can go on from the same parts.

-- As take_turns, for several who take one turn after the other, where there are turns for all of them; otherwise nothing is
-- taken, and is_taken is false for all. A key is asked for at one cost. One that is looked at only may have no counter, or one of
-- a later clock. What this transaction wrote was made by the first statement, so a transaction takes turns together once.
CREATE FUNCTION take_turns_together(asked_keys text[], quotas integer[], windows_ms bigint[], costs integer[], now_ms bigint)
RETURNS TABLE (is_taken boolean, used bigint, wait_ms bigint) LANGUAGE plpgsql AS $$
BEGIN
  -- Makes the counters that lack or that a later clock left, and locks all, everywhere in the same order. One that is made
  -- has the turns in it already, so that it is written once.
  INSERT INTO rate_counters (key, counts, newest_slot, expires_at)
    SELECT asked, ARRAY[sum(cost)], now_ms / (window_ms / 60), to_timestamp((now_ms + window_ms) / 1000.0)
    FROM unnest(asked_keys, windows_ms, costs) AS each(asked, window_ms, cost)
    WHERE cost > 0 GROUP BY asked, window_ms ORDER BY asked
    ON CONFLICT (key) DO UPDATE
      SET counts = excluded.counts, newest_slot = excluded.newest_slot, expires_at = excluded.expires_at
      WHERE rate_counters.newest_slot > excluded.newest_slot + 60;

  RETURN QUERY
  WITH asked AS (
    SELECT place, asked_key, quota, window_ms, sum(cost) OVER (PARTITION BY asked_key) AS wanted,
      sum(cost) OVER (PARTITION BY asked_key ORDER BY place) AS so_far
    FROM unnest(asked_keys, quotas, windows_ms, costs) WITH ORDINALITY AS each(asked_key, quota, window_ms, cost, place)
  ), counted AS (
    SELECT DISTINCT asked_key, quota, window_ms, window_ms / 60 AS slot_ms, wanted FROM asked
  ), found AS (
    SELECT counted.*, counter.counts, newest_slot,
      coalesce(counter.xmin = pg_current_xact_id()::xid AND wanted > 0, false) AS is_new
    FROM counted LEFT JOIN rate_counters AS counter
      ON counter.key = asked_key AND newest_slot <= now_ms / slot_ms + 60
  ), aged AS (
    SELECT found.*, CASE WHEN is_new THEN '{}' ELSE coalesce(counts, '{}') END AS old,
      greatest(now_ms / slot_ms, newest_slot) AS slot,
      least(greatest(now_ms / slot_ms - newest_slot, 0), 60)::integer AS passed
    FROM found
  ), seen AS (
    -- Most counters of a busy hour are new: of those there is nothing to add up.
    SELECT asked_key, quota, window_ms, slot_ms, wanted, is_new, slot,
      CASE WHEN cardinality(old) > 0 THEN array_fill(0, ARRAY[passed]) || old[1 : 60 - passed] ELSE '{}' END AS counts,
      CASE WHEN cardinality(old) > 0
        THEN (SELECT coalesce(sum(n), 0) FROM unnest(old[1 : 60 - passed]) AS n) ELSE 0 END AS total
    FROM aged
  ), decided AS (
    SELECT bool_and(total + greatest(wanted, 1) <= quota) AS is_free FROM seen
  ), taken AS (
    UPDATE rate_counters AS counter SET
      counts = CASE WHEN is_free THEN (seen.counts[1] + wanted)::integer || seen.counts[2 : 60] ELSE '{0}' END,
      newest_slot = slot,
      expires_at = to_timestamp((now_ms + window_ms) / 1000.0)
    FROM seen, decided WHERE counter.key = asked_key AND is_free <> is_new AND wanted > 0
  ), waiting AS (
    SELECT asked_key, total, coalesce(
        CASE WHEN total > 0 THEN (
          SELECT (slot - max(age) + 61) * slot_ms - now_ms FROM unnest(counts) WITH ORDINALITY AS slots(n, age) WHERE n > 0
        ) END, window_ms) AS wait_ms
    FROM seen
  )
  SELECT is_free, (total + so_far)::bigint, waiting.wait_ms
  FROM asked JOIN waiting USING (asked_key), decided ORDER BY place;
END
$$;--> statement-breakpoint

-- Hangs gifts with their sealed messages, counts them, each tree once, and keeps the answer for those that have an id to keep it
-- under. The trees are locked ahead, in the same order everywhere: gifts that arrive elsewhere at the same time queue there, none
-- is lost, and no two groups wait for each other. A message sealed with a key that the tree does not have could never be
-- opened, so it does not count as taken: of a tree that is there and takes gifts, its gift_count is null.
CREATE FUNCTION hang_gifts(sent json, now_ms bigint)
RETURNS TABLE (has_tree boolean, is_paused boolean, gift_count integer, hung_on date) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
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
  ), counted AS (
    UPDATE trees SET gift_count = trees.gift_count + fitting, hung_count = hung_count + fitting, version = version + 1
    FROM (SELECT share_code, count(*)::integer AS fitting FROM fit GROUP BY share_code) AS tally
    WHERE trees.share_code = tally.share_code
    RETURNING trees.share_code, trees.gift_count - fitting AS gifts_before, hung_count - fitting AS hung_before,
      (to_timestamp(now_ms / 1000.0) AT TIME ZONE time_zone)::date AS hung_on
  ), placed AS (
    SELECT fit.*, (gifts_before + rank)::integer AS gift_count, hung_before + rank AS position, hung_on
    FROM fit JOIN counted USING (share_code)
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
  SELECT tree.share_code IS NOT NULL, coalesce(tree.is_paused, false), placed.gift_count, placed.hung_on
  FROM asked LEFT JOIN tree USING (share_code) LEFT JOIN placed USING (place) ORDER BY place;
END
$$;--> statement-breakpoint

-- All of it for gifts of which nobody need be told anything else: where a key is held by another or has its answer already, or
-- somebody has no turn left, nothing is done, and the answer is null. Otherwise what was taken, and what became of each gift.
CREATE FUNCTION post_gifts(held text[], looked_for text[], since timestamptz, asked_keys text[], quotas integer[],
  windows_ms bigint[], costs integer[], now_ms bigint, sent json, lock_wait_ms integer)
RETURNS json LANGUAGE plpgsql AS $$
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
    FROM take_turns_together(asked_keys, quotas, windows_ms, costs, now_ms) WITH ORDINALITY
      AS turn(is_taken, used, wait_ms, place);
  IF NOT are_taken THEN
    RETURN NULL;
  END IF;
  SELECT json_agg(json_build_array(has_tree, is_paused, gift_count, hung_on) ORDER BY place),
      bool_or(has_tree AND NOT is_paused AND gift_count IS NULL)
    INTO hung, has_wrong_key
    FROM hang_gifts(sent, now_ms) WITH ORDINALITY AS gift(has_tree, is_paused, gift_count, hung_on, place);
  IF has_wrong_key THEN
    RAISE EXCEPTION 'a gift was sealed with a key that its tree does not have' USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  RETURN json_build_object('turns', coalesce(turns, '[]'), 'hung', hung);
END
$$;
