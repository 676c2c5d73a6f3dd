-- Serves the pages of an owner's trees. 0007 drops the index that it replaces, which locks out readers.
CREATE INDEX "trees_by_owner" ON "trees" USING btree ("owner_id","created_at","share_code");
