-- The default only for new trees: the gifts on older ones are no news, and no row is rewritten.
ALTER TABLE "trees" ADD COLUMN "seen_position" integer;--> statement-breakpoint
ALTER TABLE "trees" ALTER COLUMN "seen_position" SET DEFAULT 0;
