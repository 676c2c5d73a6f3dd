-- Processes answer from memory for two seconds and hear nothing of each other's changes any more. A process of the version before that is
-- still running cannot read the log then, and asks the database each time, until its turn to be restarted comes.
DROP TRIGGER "trees_were_changed" ON "trees";--> statement-breakpoint
DROP TRIGGER "trees_were_felled" ON "trees";--> statement-breakpoint
DROP TRIGGER "trees_were_emptied" ON "trees";--> statement-breakpoint
DROP FUNCTION note_changed_trees();--> statement-breakpoint
DROP FUNCTION note_felled_trees();--> statement-breakpoint
DROP FUNCTION note_all_trees_felled();--> statement-breakpoint
DROP TABLE "tree_changes";
