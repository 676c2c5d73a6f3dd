-- Nullable: no row is rewritten, and processes of the version before do not name the column.
ALTER TABLE "owners" ADD COLUMN "folds_mild_words" boolean;