-- A table of its own: processes of the version before do not name it.
CREATE TABLE "appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"field" text NOT NULL,
	"language" text NOT NULL,
	"severity" text NOT NULL,
	"key_id" text,
	"sealed_text" "bytea",
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "appeals_field_is_known" CHECK ("appeals"."field" in ('message', 'senderName', 'treeName', 'thanks', 'ownerName')),
	CONSTRAINT "appeals_severity_is_known" CHECK ("appeals"."severity" in ('severe', 'strong', 'mild')),
	CONSTRAINT "appeals_text_has_a_key" CHECK (("appeals"."sealed_text" is null) = ("appeals"."key_id" is null)),
	CONSTRAINT "appeals_text_is_sealed" CHECK (substring("appeals"."sealed_text" from 1 for 1) = '\x01'::bytea and (octet_length("appeals"."sealed_text") - 29) % 64 = 0 and octet_length("appeals"."sealed_text") between 93 and 2077)
);
--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_key_id_message_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."message_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appeals_created_at" ON "appeals" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "appeals_key_id" ON "appeals" USING btree ("key_id");