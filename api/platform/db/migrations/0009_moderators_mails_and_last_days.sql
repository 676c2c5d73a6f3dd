ALTER TABLE "moderators" ADD COLUMN "mails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "moderators" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "trees" ADD COLUMN "takes_gifts_until" date;