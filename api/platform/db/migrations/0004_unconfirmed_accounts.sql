-- The code alone knows the languages.
ALTER TABLE "owners" DROP CONSTRAINT "owners_language_is_known";--> statement-breakpoint
ALTER TABLE "owners" ADD COLUMN "visited_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "owners_unproven_by_visit" ON "owners" USING btree ("visited_at","id") WHERE "owners"."email_proven_at" is null;--> statement-breakpoint
-- 1.0 gave the role to accounts whose address was confirmed by its link alone: a stranger who had signed up with a
-- moderator's address moderated, too, and could take the role along to an address of their own. The operator gives it
-- again once the address is proven.
UPDATE "moderators" SET "removed_at" = now()
  WHERE "removed_at" IS NULL AND "owner_id" IN (SELECT "id" FROM "owners" WHERE "email_proven_at" IS NULL);
