ALTER TABLE "trees" ADD COLUMN "owner_name" text;--> statement-breakpoint
ALTER TABLE "trees" ADD CONSTRAINT "trees_owner_name_has_1_to_30_characters" CHECK (char_length("trees"."owner_name") between 1 and 30);--> statement-breakpoint
-- As for every column with a name: the planner keeps no samples of it.
ALTER TABLE "trees" ALTER COLUMN "owner_name" SET STATISTICS 0;
