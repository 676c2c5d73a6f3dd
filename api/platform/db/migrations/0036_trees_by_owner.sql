-- Serves the pages of an owner's trees. The index that it replaces comes last, so that there is always one.
CREATE INDEX "trees_by_owner" ON "trees" USING btree ("owner_id","created_at","share_code");--> statement-breakpoint
DROP INDEX "trees_owner_id";
