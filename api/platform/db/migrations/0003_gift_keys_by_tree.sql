-- First answers to gifts, by tree. Those that 1.1.0 stored in the old table are copied; so are those of its processes that
-- still run beside this version, by triggers: a repeat that reaches this version is no second gift. 1.1.0 stores no tree
-- with an answer, and gifts have no index by id alone; so a gift's tree is remembered until its transaction ends.
-- 1.3.0 drops the triggers with their functions, and what only 1.1.0 calls and a database of 1.2.0 lacks: leave_gifts with 14
-- parameters, take_turns, hang_together, evening_after. A distributed database drops the triggers at once: 1.1.0 never ran on it.

CREATE TABLE "gift_idempotency_keys" (
	"share_code" text NOT NULL,
	"id" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" json NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_idempotency_keys_share_code_id_pk" PRIMARY KEY("share_code","id")
);
--> statement-breakpoint
ALTER TABLE "gift_idempotency_keys" ADD CONSTRAINT "gift_idempotency_keys_share_code_trees_share_code_fk" FOREIGN KEY ("share_code") REFERENCES "public"."trees"("share_code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_idempotency_keys_created_at" ON "gift_idempotency_keys" USING btree ("created_at");--> statement-breakpoint
INSERT INTO "gift_idempotency_keys" ("share_code", "id", "body_hash", "answer", "created_at")
  SELECT "gifts"."share_code", "kept"."id", "kept"."body_hash", "kept"."answer"::json, "kept"."created_at"
  FROM (SELECT * FROM "idempotency_keys" WHERE "answer" LIKE '%"giftCount"%') AS "kept"
  JOIN "gifts" ON "gifts"."id" = ("kept"."answer"::json ->> 'id')::uuid;--> statement-breakpoint
CREATE FUNCTION note_gift() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The last 64 gifts, of 44 characters each: 1.1.0 leaves at most as many in a transaction.
  PERFORM set_config('tree_gifting.left', right(coalesce(current_setting('tree_gifting.left', true), ''), 2772) || NEW.id || NEW.share_code, true);
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION copy_gift_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO gift_idempotency_keys (share_code, id, body_hash, answer, created_at)
    SELECT share_code, NEW.id, NEW.body_hash, NEW.answer::json, NEW.created_at FROM trees
    WHERE share_code = substring(current_setting('tree_gifting.left', true) FROM (NEW.answer::json ->> 'id') || '(.{8})')
    ON CONFLICT (share_code, id) DO UPDATE
      SET body_hash = excluded.body_hash, answer = excluded.answer, created_at = excluded.created_at;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER gifts_of_older_processes BEFORE INSERT ON "gifts" FOR EACH ROW EXECUTE FUNCTION note_gift();--> statement-breakpoint
CREATE TRIGGER gift_keys_of_older_processes AFTER INSERT OR UPDATE ON "idempotency_keys"
  FOR EACH ROW WHEN (NEW.answer LIKE '%"giftCount"%') EXECUTE FUNCTION copy_gift_key();
