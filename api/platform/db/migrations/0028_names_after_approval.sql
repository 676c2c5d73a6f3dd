ALTER TABLE "messages" ADD COLUMN "name_awaits_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "trees" ADD COLUMN "names_need_approval" boolean DEFAULT false NOT NULL;