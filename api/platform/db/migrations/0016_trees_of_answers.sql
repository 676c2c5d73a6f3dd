-- First answers that name a tree go with its owner's account. They were looked for in a day's answers, all of them; now each says which
-- tree it names, and answers to gifts, which most are, name none any more.
ALTER TABLE "idempotency_keys" ADD COLUMN "share_code" text;--> statement-breakpoint
CREATE INDEX "idempotency_keys_share_code" ON "idempotency_keys" USING btree ("share_code") WHERE "idempotency_keys"."share_code" is not null;--> statement-breakpoint

-- As migration 0014 made `hang_at_once`, but that of a gift's receipt only what the service alone knew is kept: its tree and what was
-- hung come with every repeat.
CREATE FUNCTION hang_together(held text[], looked_for text[], since timestamptz, counted text[], costs integer[], quotas integer[],
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
    SELECT kept_as, body_hash, json_build_object('id', id, 'createdAt', hung_on, 'giftCount', gift_count),
      to_timestamp(now_ms / 1000.0)
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

-- Only processes of the version before call hang_at_once, while their turn to be restarted has not come; of the one before that there are none
-- left. In that time, whoever repeats a gift to one of them that was taken by a new one has a receipt without the tree and the gift's kind.
DROP FUNCTION post_gifts(text[], text[], timestamptz, text[], integer[], bigint[], integer[], bigint, json, integer);--> statement-breakpoint
DROP FUNCTION hang_gifts(json, bigint);
