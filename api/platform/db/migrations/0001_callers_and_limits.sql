CREATE TABLE "address_keys" (
	"day" date PRIMARY KEY NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"body_hash" text NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_counters" (
	"key" text PRIMARY KEY NOT NULL,
	"counts" integer[] NOT NULL,
	"newest_slot" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- Reports that are there already come from nobody known.
ALTER TABLE "reports" ADD COLUMN "reporter_hash" text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "reporter_hash" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once_for_each_reporter" ON "reports" USING btree ("share_code",coalesce("gift_id", '00000000-0000-0000-0000-000000000000'),"reporter_hash") WHERE "reports"."reporter_hash" <> '';