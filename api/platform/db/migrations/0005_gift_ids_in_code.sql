ALTER TABLE "gifts" DROP CONSTRAINT "gifts_gift_asset_id_is_in_the_catalogue";--> statement-breakpoint
-- Unused since 1.1.0, which drops it at its start if its role may: it held messages from before encryption.
DO $$
BEGIN
  IF to_regclass('plain_messages') IS NOT NULL THEN
    IF NOT EXISTS (SELECT FROM plain_messages) THEN DROP TABLE plain_messages; END IF;
  END IF;
END
$$;
