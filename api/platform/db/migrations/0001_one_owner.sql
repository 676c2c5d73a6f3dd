-- A tree has one owner: its creator. Second owners lose it, and are told by mail; an hour later, because a process of
-- 1.1.0 that still runs beside this version does not know that kind of mail.
--
-- For such processes, and for a way back to 1.1.0, the emptied tables, the view and the columns stay. 1.3.0 drops
-- second_owners, second_owner_invitations, tree_readers, trees.after_position and has_second_owner,
-- messages.is_opened_by_second and is_folded_by_second.

-- Tables in the order in which deletions lock them.
LOCK TABLE "trees" IN EXCLUSIVE MODE;--> statement-breakpoint
-- The code alone knows the kinds of mails.
ALTER TABLE "mail_jobs" DROP CONSTRAINT "mail_jobs_kind_is_known";--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD COLUMN "is_for_confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
DELETE FROM "mail_jobs" USING "second_owners"
  WHERE "mail_jobs"."share_code" = "second_owners"."share_code" AND "mail_jobs"."owner_id" = "second_owners"."owner_id";--> statement-breakpoint
INSERT INTO "mail_jobs" ("kind", "owner_id", "share_code", "due_at")
  SELECT 'tree_shared_no_more', "owner_id", "share_code", now() + interval '1 hour' FROM "second_owners";--> statement-breakpoint
DELETE FROM "second_owner_invitations";--> statement-breakpoint
DELETE FROM "second_owners";--> statement-breakpoint
UPDATE "trees" SET "has_second_owner" = false, "version" = "version" + 1 WHERE "has_second_owner";
