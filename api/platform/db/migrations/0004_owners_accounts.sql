CREATE TABLE "mail_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"owner_id" uuid,
	"address" text,
	"share_code" text,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_jobs_kind_is_known" CHECK ("mail_jobs"."kind" in ('confirm_email', 'known_email', 'reset_password', 'confirm_new_email', 'email_change_asked', 'tree_opens', 'tree_taken_down')),
	CONSTRAINT "mail_jobs_go_to_somebody" CHECK ("mail_jobs"."owner_id" is not null or "mail_jobs"."address" is not null)
);
--> statement-breakpoint
CREATE TABLE "owner_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "owner_links_purpose_is_known" CHECK ("owner_links"."purpose" in ('confirm_email', 'change_email', 'reset_password'))
);
--> statement-breakpoint
ALTER TABLE "owners" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "owners" ADD COLUMN "opening_mails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "trees" ADD COLUMN "is_opening_told" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD CONSTRAINT "mail_jobs_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD CONSTRAINT "mail_jobs_share_code_trees_share_code_fk" FOREIGN KEY ("share_code") REFERENCES "public"."trees"("share_code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_links" ADD CONSTRAINT "owner_links_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_jobs_due_at" ON "mail_jobs" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "mail_jobs_owner_id" ON "mail_jobs" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "mail_jobs_share_code" ON "mail_jobs" USING btree ("share_code");--> statement-breakpoint
CREATE INDEX "owner_links_owner_id" ON "owner_links" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "owner_sessions_expires_at" ON "owner_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "trees_opening_to_tell" ON "trees" USING btree ("opens_at") WHERE not "trees"."is_opening_told";--> statement-breakpoint
ALTER TABLE "owners" ADD CONSTRAINT "owners_language_is_known" CHECK ("owners"."language" in ('en', 'ko'));--> statement-breakpoint
-- A tree that has opened by now is no news.
UPDATE "trees" SET "is_opening_told" = true WHERE "opens_at" <= now();
