CREATE TABLE "push_devices" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"session_id" uuid,
	"share_code" text,
	"gift_hash" text,
	"is_reply_told" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "push_devices_one_a_session" UNIQUE("session_id"),
	CONSTRAINT "push_devices_are_of_a_session_or_a_gift" CHECK (num_nonnulls("push_devices"."session_id", "push_devices"."gift_hash") = 1),
	CONSTRAINT "push_devices_senders_have_a_tree" CHECK (("push_devices"."gift_hash" is null) = ("push_devices"."share_code" is null)),
	CONSTRAINT "push_devices_are_sealed" CHECK (substring("push_devices"."sealed" from 1 for 1) = '\x01'::bytea and (octet_length("push_devices"."sealed") - 29) % 64 = 0 and octet_length("push_devices"."sealed") between 93 and 2077)
);
--> statement-breakpoint
ALTER TABLE "mail_jobs" DROP CONSTRAINT "mail_jobs_go_to_somebody";--> statement-breakpoint
DROP INDEX "mail_jobs_awaited_due_at";--> statement-breakpoint
DROP INDEX "mail_jobs_news_due_at";--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD COLUMN "device_id" text;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_session_id_owner_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."owner_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_share_code_trees_share_code_fk" FOREIGN KEY ("share_code") REFERENCES "public"."trees"("share_code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_devices_share_code" ON "push_devices" USING btree ("share_code") WHERE "push_devices"."share_code" is not null;--> statement-breakpoint
CREATE INDEX "push_devices_gift_hash" ON "push_devices" USING btree ("gift_hash") WHERE "push_devices"."gift_hash" is not null;--> statement-breakpoint
CREATE INDEX "push_devices_expires_at" ON "push_devices" USING btree ("expires_at") WHERE "push_devices"."expires_at" is not null;--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD CONSTRAINT "mail_jobs_device_id_push_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."push_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_jobs_pushes_due_at" ON "mail_jobs" USING btree ("attempts","due_at") WHERE "mail_jobs"."device_id" is not null;--> statement-breakpoint
CREATE INDEX "mail_jobs_device_id" ON "mail_jobs" USING btree ("device_id") WHERE "mail_jobs"."device_id" is not null;--> statement-breakpoint
CREATE INDEX "mail_jobs_awaited_due_at" ON "mail_jobs" USING btree ("due_at") WHERE "mail_jobs"."kind" not in ('tree_opens', 'tree_digest', 'tree_reminder', 'tree_expires', 'tree_unclaimed', 'tree_taken_down') and "mail_jobs"."device_id" is null;--> statement-breakpoint
CREATE INDEX "mail_jobs_news_due_at" ON "mail_jobs" USING btree ("due_at") WHERE "mail_jobs"."kind" in ('tree_opens', 'tree_digest', 'tree_reminder', 'tree_expires', 'tree_unclaimed', 'tree_taken_down');--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD CONSTRAINT "mail_jobs_go_to_somebody" CHECK (num_nonnulls("mail_jobs"."owner_id", "mail_jobs"."address", "mail_jobs"."device_id") > 0);--> statement-breakpoint
-- As for every sealed text: the planner keeps no samples of it.
ALTER TABLE "push_devices" ALTER COLUMN "sealed" SET STATISTICS 0;
