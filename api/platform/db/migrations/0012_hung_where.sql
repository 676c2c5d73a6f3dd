-- Of each gift that was hung it is told also where it hangs, and which version its tree has with it: whoever remembers the page of
-- the version before can put it in front. All else is as migrations 0010 and 0011 made it.

DROP FUNCTION hang_gifts(json, bigint);--> statement-breakpoint

CREATE FUNCTION hang_gifts(sent json, now_ms bigint)
RETURNS TABLE (has_tree boolean, is_paused boolean, gift_count integer, hung_on date, "position" integer, version bigint)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
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
      trees.version, (to_timestamp(now_ms / 1000.0) AT TIME ZONE time_zone)::date AS hung_on
  ), placed AS (
    SELECT fit.*, (gifts_before + rank)::integer AS gift_count, (hung_before + rank)::integer AS position, hung_on, counted.version
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
  SELECT tree.share_code IS NOT NULL, coalesce(tree.is_paused, false), placed.gift_count, placed.hung_on, placed.position, placed.version
  FROM asked LEFT JOIN tree USING (share_code) LEFT JOIN placed USING (place) ORDER BY place;
END
$$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION post_gifts(held text[], looked_for text[], since timestamptz, asked_keys text[], quotas integer[],
  windows_ms bigint[], costs integer[], now_ms bigint, sent json, lock_wait_ms integer)
RETURNS json LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
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
