ALTER TABLE "trees" ADD COLUMN "push_after" integer;--> statement-breakpoint
ALTER TABLE "trees" ADD COLUMN "push_due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "trees_push_due_at" ON "trees" USING btree ("push_due_at") WHERE "trees"."push_due_at" is not null;