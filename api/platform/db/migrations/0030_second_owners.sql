-- Tables in the order in which deletions lock them. Constant defaults: no row is rewritten.
CREATE TABLE "second_owner_invitations" (
	"share_code" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "second_owner_invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "second_owners" (
	"share_code" text PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"after_position" integer NOT NULL,
	"seen_position" integer NOT NULL,
	"news_after" integer NOT NULL,
	"news_due_at" timestamp with time zone,
	CONSTRAINT "second_owners_positions_agree" CHECK (0 <= "second_owners"."after_position" and "second_owners"."after_position" <= "second_owners"."seen_position")
);
--> statement-breakpoint
ALTER TABLE "second_owners" ADD CONSTRAINT "second_owners_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trees" ADD COLUMN "after_position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trees" ADD COLUMN "has_second_owner" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "second_owner_invitations" ADD CONSTRAINT "second_owner_invitations_share_code_trees_share_code_fk" FOREIGN KEY ("share_code") REFERENCES "public"."trees"("share_code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_owners" ADD CONSTRAINT "second_owners_share_code_trees_share_code_fk" FOREIGN KEY ("share_code") REFERENCES "public"."trees"("share_code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "is_opened_by_second" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "is_folded_by_second" boolean;--> statement-breakpoint
CREATE INDEX "second_owners_owner_id" ON "second_owners" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "second_owners_news_due_at" ON "second_owners" USING btree ("news_due_at") WHERE "second_owners"."news_due_at" is not null;--> statement-breakpoint
CREATE VIEW "public"."tree_readers" AS (
  select share_code, owner_id, true as is_creator, after_position, seen_position, news_after, news_due_at from trees
  union all
  select share_code, owner_id, false, after_position, seen_position, news_after, news_due_at from second_owners);