CREATE TABLE "hiding_lists" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "hiding_lists_sealed_is_sealed" CHECK (substring("hiding_lists"."sealed" from 1 for 1) = '\x01'::bytea and (octet_length("hiding_lists"."sealed") - 29) % 64 = 0 and octet_length("hiding_lists"."sealed") between 93 and 20509)
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "is_folded" boolean;--> statement-breakpoint
ALTER TABLE "hiding_lists" ADD CONSTRAINT "hiding_lists_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiding_lists" ADD CONSTRAINT "hiding_lists_key_id_message_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."message_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hiding_lists_key_id" ON "hiding_lists" USING btree ("key_id");