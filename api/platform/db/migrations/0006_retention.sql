ALTER TABLE "mail_jobs" DROP CONSTRAINT "mail_jobs_kind_is_known";--> statement-breakpoint
ALTER TABLE "trees" ADD COLUMN "expiry_told_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "reports_created_at" ON "reports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "trees_opens_at" ON "trees" USING btree ("opens_at");--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD CONSTRAINT "mail_jobs_kind_is_known" CHECK ("mail_jobs"."kind" in ('confirm_email', 'known_email', 'reset_password', 'confirm_new_email', 'email_change_asked', 'tree_opens', 'tree_expires', 'tree_taken_down'));--> statement-breakpoint
-- The planner notes down some values of each column and keeps them after their rows have gone. Not of what people wrote,
-- nor of who they are: what is deleted is deleted. Unique columns are planned well without.
ALTER TABLE "owners" ALTER COLUMN "name" SET STATISTICS 0, ALTER COLUMN "email" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "owner_sessions" ALTER COLUMN "token" SET STATISTICS 0, ALTER COLUMN "user_agent" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "owner_accounts" ALTER COLUMN "account_id" SET STATISTICS 0, ALTER COLUMN "password" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "owner_links" ALTER COLUMN "token_hash" SET STATISTICS 0, ALTER COLUMN "email" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "mail_jobs" ALTER COLUMN "address" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "trees" ALTER COLUMN "name" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "gifts" ALTER COLUMN "sender_name" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "sealed_sender_name" SET STATISTICS 0, ALTER COLUMN "sealed_text" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "details" SET STATISTICS 0, ALTER COLUMN "sealed_text" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "answer" SET STATISTICS 0;
