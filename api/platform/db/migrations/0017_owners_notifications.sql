ALTER TABLE "owners" ADD COLUMN "gift_mails_too" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "owners" ADD COLUMN "night_notifications" boolean DEFAULT false NOT NULL;