-- Which trees were changed, by which transaction. A process that is alone on its database remembers trees, and drops those that
-- it finds here: by a trigger, so that nothing changes a tree unheard, be it a job, a script, or somebody at a prompt.
-- UNLOGGED: who reads it begins anew after a crash, and it is cheaper so.
CREATE UNLOGGED TABLE "tree_changes" (
	"transaction" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"share_code" text NOT NULL,
	CONSTRAINT "tree_changes_transaction_share_code_pk" PRIMARY KEY("transaction","share_code")
);
--> statement-breakpoint
CREATE FUNCTION note_changed_trees() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tree_changes (share_code) SELECT share_code FROM as_it_was ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- What is deleted is deleted: of a felled tree's code the first two characters are told, and "*" for the rest.
CREATE FUNCTION note_felled_trees() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM tree_changes WHERE share_code IN (SELECT share_code FROM as_it_was);
  INSERT INTO tree_changes (share_code) SELECT left(share_code, 2) || '*' FROM as_it_was ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION note_all_trees_felled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM tree_changes;
  INSERT INTO tree_changes (share_code) VALUES ('*');
  RETURN NULL;
END
$$;--> statement-breakpoint
-- A new tree is nobody's news: that there was none is not remembered.
CREATE TRIGGER "trees_were_changed" AFTER UPDATE ON "trees" REFERENCING OLD TABLE AS as_it_was
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_trees();--> statement-breakpoint
CREATE TRIGGER "trees_were_felled" AFTER DELETE ON "trees" REFERENCING OLD TABLE AS as_it_was
  FOR EACH STATEMENT EXECUTE FUNCTION note_felled_trees();--> statement-breakpoint
CREATE TRIGGER "trees_were_emptied" AFTER TRUNCATE ON "trees"
  FOR EACH STATEMENT EXECUTE FUNCTION note_all_trees_felled();
