ALTER TABLE "trees" ALTER COLUMN "owner_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "trees" ADD COLUMN "organizer_id" uuid;--> statement-breakpoint
ALTER TABLE "trees" ADD COLUMN "organizer_name" text;--> statement-breakpoint
ALTER TABLE "trees" ADD COLUMN "claim_hash" text;--> statement-breakpoint
ALTER TABLE "trees" ADD CONSTRAINT "trees_organizer_id_owners_id_fk" FOREIGN KEY ("organizer_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trees_by_organizer" ON "trees" USING btree ("organizer_id","created_at","share_code") WHERE "trees"."organizer_id" is not null;--> statement-breakpoint
ALTER TABLE "trees" ADD CONSTRAINT "trees_have_an_owner_or_an_organizer" CHECK (num_nonnulls("trees"."owner_id", "trees"."organizer_id") = 1);--> statement-breakpoint
ALTER TABLE "trees" ADD CONSTRAINT "trees_organizer_has_1_to_30_characters" CHECK (case when "trees"."organizer_id" is null then num_nonnulls("trees"."organizer_name", "trees"."claim_hash") = 0
        else "trees"."owner_name" is not null and coalesce(char_length("trees"."organizer_name"), 0) between 1 and 30 end);--> statement-breakpoint
-- As for every column with a name: the planner keeps no samples of it.
ALTER TABLE "trees" ALTER COLUMN "organizer_name" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "trees" ALTER COLUMN "claim_hash" SET STATISTICS 0;
