-- Tables in the order in which deletions lock them. Constant defaults: no row is rewritten.
ALTER TABLE "owners" ADD COLUMN "gift_mails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "owners" ADD COLUMN "digest_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "trees" ADD COLUMN "is_reminder_told" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "trees" ADD COLUMN "news_after" integer;--> statement-breakpoint
ALTER TABLE "trees" ADD COLUMN "news_due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "trees_reminder_to_tell" ON "trees" USING btree ("opens_at") WHERE not "trees"."is_reminder_told";--> statement-breakpoint
CREATE INDEX "trees_news_due_at" ON "trees" USING btree ("news_due_at") WHERE "trees"."news_due_at" is not null;--> statement-breakpoint
ALTER TABLE "mail_jobs" DROP CONSTRAINT "mail_jobs_kind_is_known";--> statement-breakpoint
DROP INDEX "mail_jobs_awaited_due_at";--> statement-breakpoint
DROP INDEX "mail_jobs_news_due_at";--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD COLUMN "digest" jsonb;--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD COLUMN "queued_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "mail_jobs_awaited_due_at" ON "mail_jobs" USING btree ("due_at") WHERE "mail_jobs"."kind" not in ('tree_opens', 'tree_digest', 'tree_reminder', 'tree_expires', 'tree_taken_down');--> statement-breakpoint
CREATE INDEX "mail_jobs_news_due_at" ON "mail_jobs" USING btree ("due_at") WHERE "mail_jobs"."kind" in ('tree_opens', 'tree_digest', 'tree_reminder', 'tree_expires', 'tree_taken_down');--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD CONSTRAINT "mail_jobs_kind_is_known" CHECK ("mail_jobs"."kind" in ('confirm_email', 'known_email', 'reset_password', 'confirm_new_email', 'email_change_asked', 'tree_opens', 'tree_digest', 'tree_reminder', 'tree_expires', 'tree_taken_down'));