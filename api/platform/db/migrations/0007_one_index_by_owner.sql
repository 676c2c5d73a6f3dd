DROP INDEX "trees_owner_id";
