-- Leaves gifts that arrived together on one tree, in their order, and returns an outcome for each; or null, and nothing was
-- left, if there is no such tree, or its key is not wrapped as it was when the gifts were sealed.
--
--   sent   the gifts. Each has the ids that an earlier answer may be stored under, or null without a key (its own answer goes
--          under ids[1]), and whether a quota refuses it, which a repeat does not mind
--   here   the day on the tree, when it ends, the next evening, since when earlier answers count, and how far the API's
--          clock is ahead of the database's (milliseconds; other than 0 in tests alone)
--
-- Outcomes: `left` (the count, the day, and until when everyone's here), `repeat` (the first body's hash, its answer, and
-- the end of its day: answers store no time of day, which could unmask a sender), `refused`, `unknown_tree` (taken down)
-- and `paused`.
--
-- The tree's row is the only lock. Whoever waits for it sees everything that was left before: its count, and the answer to
-- a first request that was still under way. It waits a short while only, and the API tries again, so that gifts for locked
-- trees do not hold all connections. Rows are looked up by their keys, however few there were when this was planned.
CREATE OR REPLACE FUNCTION leave_gifts(code text, sealed_with bytea, sent json, here json)
RETURNS json LANGUAGE plpgsql SET lock_timeout = '100ms' SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  tree record;
  gift record;
  earlier record;
  added integer := 0;
  outcomes json[] := '{}';
  today date := here ->> 'day';
  day_ends timestamptz := here ->> 'dayEnds';
  evening timestamptz := here ->> 'evening';
  ahead interval := (here ->> 'aheadMs')::float8 * interval '1 millisecond';
  since timestamptz := here ->> 'since';
  -- The end of these ten minutes.
  gathered timestamptz := to_timestamp((floor(extract(epoch FROM clock_timestamp() + ahead) / 600) + 1) * 600);
BEGIN
  SELECT owner_id, gift_count, hung_count, is_paused, takes_gifts_until, gathers_until, taken_down_for, names_need_approval INTO tree
    FROM trees WHERE share_code = code FOR NO KEY UPDATE;
  -- Not locked: a rotation only wraps the key again, and what was sealed with it still opens.
  PERFORM FROM tree_keys WHERE share_code = code AND wrapped = sealed_with;
  IF NOT FOUND THEN RETURN NULL; END IF;

  FOR gift IN SELECT * FROM json_to_recordset(sent) AS (
    id uuid, "giftAssetId" text, "shownName" text, "sealedName" text, "sealedText" text, "isRefused" boolean, ids text[], "bodyHash" text
  ) LOOP
    -- An answer's created_at is the end of its day.
    SELECT body_hash, answer, created_at INTO earlier FROM gift_idempotency_keys
      WHERE share_code = code AND id = ANY (gift.ids) AND created_at > since LIMIT 1;
    IF FOUND THEN
      outcomes := outcomes || json_build_array('repeat', earlier.body_hash, earlier.answer, earlier.created_at);
    ELSIF gift."isRefused" THEN
      outcomes := outcomes || json '["refused"]';
    ELSIF tree.taken_down_for IS NOT NULL THEN
      outcomes := outcomes || json '["unknown_tree"]';
    -- By the clock of now, not of when the request came: it may have waited across midnight.
    ELSIF tree.is_paused OR tree.takes_gifts_until < today
        OR (tree.takes_gifts_until = today AND clock_timestamp() + ahead >= day_ends) THEN
      outcomes := outcomes || json '["paused"]';
    ELSE
      added := added + 1;
      INSERT INTO gifts (share_code, position, id, gift_asset_id, sender_name, hung_on)
        VALUES (code, tree.hung_count + added, gift.id, gift."giftAssetId",
          CASE WHEN NOT tree.names_need_approval THEN gift."shownName" END, today);
      INSERT INTO messages (share_code, gift_id, sealed_sender_name, sealed_text, name_awaits_approval)
        VALUES (code, gift.id, decode(gift."sealedName", 'base64'), decode(gift."sealedText", 'base64'),
          tree.names_need_approval AND gift."shownName" IS NOT NULL);
      IF gift.ids IS NOT NULL THEN
        -- An older answer under the same id no longer counts.
        INSERT INTO gift_idempotency_keys (share_code, id, body_hash, answer, created_at)
          VALUES (code, gift.ids[1], gift."bodyHash",
            json_build_object('id', gift.id, 'createdAt', today, 'giftCount', tree.gift_count + added), day_ends)
          ON CONFLICT (share_code, id) DO UPDATE
            SET body_hash = excluded.body_hash, answer = excluded.answer, created_at = excluded.created_at;
      END IF;
      outcomes := outcomes || json_build_array('left', tree.gift_count + added, today, tree.gathers_until);
    END IF;
  END LOOP;

  IF added > 0 THEN
    UPDATE trees SET gift_count = gift_count + added, hung_count = hung_count + added, version = version + 1,
      -- Nobody hears of gifts before somebody has claimed the tree.
      news_after = CASE WHEN tree.owner_id IS NULL THEN news_after ELSE coalesce(news_after, hung_count) END,
      news_due_at = CASE WHEN tree.owner_id IS NULL THEN news_due_at ELSE coalesce(news_due_at, evening) END,
      push_after = CASE WHEN tree.owner_id IS NULL THEN push_after ELSE coalesce(push_after, hung_count) END,
      push_due_at = CASE WHEN tree.owner_id IS NULL THEN push_due_at ELSE coalesce(push_due_at, gathered) END
    WHERE share_code = code;
  END IF;
  RETURN array_to_json(outcomes);
END
$$;
