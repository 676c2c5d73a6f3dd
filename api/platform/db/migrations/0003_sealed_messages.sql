CREATE TABLE "message_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tree_keys" (
	"share_code" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"wrapped" "bytea" NOT NULL,
	CONSTRAINT "tree_keys_wrapped_is_sealed" CHECK (substring("tree_keys"."wrapped" from 1 for 1) = '\x01'::bytea and octet_length("tree_keys"."wrapped") = 61)
);
--> statement-breakpoint
ALTER TABLE "tree_keys" ADD CONSTRAINT "tree_keys_share_code_trees_share_code_fk" FOREIGN KEY ("share_code") REFERENCES "public"."trees"("share_code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tree_keys" ADD CONSTRAINT "tree_keys_key_id_message_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."message_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tree_keys_key_id" ON "tree_keys" USING btree ("key_id");--> statement-breakpoint
-- Postgres has no key to seal with. What was written in plain waits here until api/sealing/seal-plain-messages.ts has
-- sealed it into the new table, before the API listens; then this one is dropped, dead rows and all.
ALTER TABLE "messages" RENAME TO "plain_messages";--> statement-breakpoint
ALTER TABLE "plain_messages" RENAME CONSTRAINT "messages_share_code_gift_id_pk" TO "plain_messages_share_code_gift_id_pk";--> statement-breakpoint
CREATE TABLE "messages" (
	"share_code" text NOT NULL,
	"gift_id" uuid NOT NULL,
	"sealed_sender_name" "bytea" NOT NULL,
	"sealed_text" "bytea" NOT NULL,
	CONSTRAINT "messages_share_code_gift_id_pk" PRIMARY KEY("share_code","gift_id"),
	CONSTRAINT "messages_sender_name_is_sealed" CHECK (substring("messages"."sealed_sender_name" from 1 for 1) = '\x01'::bytea and (octet_length("messages"."sealed_sender_name") - 29) % 64 = 0 and octet_length("messages"."sealed_sender_name") between 93 and 157),
	CONSTRAINT "messages_text_is_sealed" CHECK (substring("messages"."sealed_text" from 1 for 1) = '\x01'::bytea and (octet_length("messages"."sealed_text") - 29) % 64 = 0 and octet_length("messages"."sealed_text") between 93 and 2077)
);
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_share_code_gift_id_gifts_share_code_id_fk" FOREIGN KEY ("share_code","gift_id") REFERENCES "public"."gifts"("share_code","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Hashes under a caller's key alone, which may have been short enough to guess. Without one a repeat gets its first answer.
UPDATE "idempotency_keys" SET "body_hash" = '';
