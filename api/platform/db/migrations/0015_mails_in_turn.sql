DROP INDEX "mail_jobs_due_at";--> statement-breakpoint
CREATE INDEX "mail_jobs_awaited_due_at" ON "mail_jobs" USING btree ("due_at") WHERE "mail_jobs"."kind" not in ('tree_opens', 'tree_expires', 'tree_taken_down');--> statement-breakpoint
CREATE INDEX "mail_jobs_news_due_at" ON "mail_jobs" USING btree ("due_at") WHERE "mail_jobs"."kind" in ('tree_opens', 'tree_expires', 'tree_taken_down');