CREATE TABLE "gifts" (
	"share_code" text NOT NULL,
	"position" integer NOT NULL,
	"id" uuid NOT NULL,
	"gift_asset_id" text NOT NULL,
	"sender_name" text,
	"hung_on" date NOT NULL,
	CONSTRAINT "gifts_share_code_id_pk" PRIMARY KEY("share_code","id"),
	CONSTRAINT "gifts_gift_asset_id_is_in_the_catalogue" CHECK ("gifts"."gift_asset_id" in ('card', 'present', 'pink-teddy', 'lucky-clover', 'snow-globe', 'star', 'bell', 'candy-cane', 'gingerbread-man', 'snowman', 'stocking', 'mittens', 'hot-cocoa', 'candle', 'reindeer', 'robin', 'birthday-cake', 'balloons', 'cupcake', 'party-hat', 'ice-cream', 'music-box', 'kite', 'rose', 'tulips', 'chocolate-box', 'love-letter', 'lovebirds')),
	CONSTRAINT "gifts_sender_name_has_1_to_30_characters" CHECK (char_length("gifts"."sender_name") between 1 and 30)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"share_code" text NOT NULL,
	"gift_id" uuid NOT NULL,
	"sender_name" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "messages_share_code_gift_id_pk" PRIMARY KEY("share_code","gift_id"),
	CONSTRAINT "messages_sender_name_has_1_to_30_characters" CHECK (char_length("messages"."sender_name") between 1 and 30),
	CONSTRAINT "messages_text_has_1_to_500_characters" CHECK (char_length("messages"."text") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "owner_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owner_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "owner_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "owner_verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owners" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "owners_email_unique" UNIQUE("email"),
	CONSTRAINT "owners_email_is_lower_case" CHECK ("owners"."email" = lower("owners"."email"))
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"share_code" text NOT NULL,
	"gift_id" uuid,
	"reason" text NOT NULL,
	"details" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reports_reason_is_known" CHECK ("reports"."reason" in ('spam', 'harassment', 'hate', 'sexual', 'threat', 'self_harm', 'private_information', 'impersonation', 'other')),
	CONSTRAINT "reports_details_have_1_to_1000_characters" CHECK (char_length("reports"."details") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "trees" (
	"share_code" text PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"opening_day" date NOT NULL,
	"time_zone" text NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"gift_count" integer DEFAULT 0 NOT NULL,
	"hung_count" integer DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trees_share_code_is_well_formed" CHECK ("trees"."share_code" ~ '^[0-9A-Za-z]{8}$'),
	CONSTRAINT "trees_name_has_1_to_40_characters" CHECK (char_length("trees"."name") between 1 and 40),
	CONSTRAINT "trees_type_is_known" CHECK ("trees"."type" in ('christmas', 'birthday', 'valentine')),
	CONSTRAINT "trees_counts_agree" CHECK ("trees"."gift_count" between 0 and "trees"."hung_count")
);
--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_share_code_trees_share_code_fk" FOREIGN KEY ("share_code") REFERENCES "public"."trees"("share_code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_share_code_gift_id_gifts_share_code_id_fk" FOREIGN KEY ("share_code","gift_id") REFERENCES "public"."gifts"("share_code","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_accounts" ADD CONSTRAINT "owner_accounts_user_id_owners_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_sessions" ADD CONSTRAINT "owner_sessions_user_id_owners_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_share_code_trees_share_code_fk" FOREIGN KEY ("share_code") REFERENCES "public"."trees"("share_code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_share_code_gift_id_gifts_share_code_id_fk" FOREIGN KEY ("share_code","gift_id") REFERENCES "public"."gifts"("share_code","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trees" ADD CONSTRAINT "trees_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "gifts_by_position" ON "gifts" USING btree ("share_code","position");--> statement-breakpoint
CREATE INDEX "owner_accounts_user_id" ON "owner_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "owner_sessions_user_id" ON "owner_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "owner_verifications_identifier" ON "owner_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "reports_by_target" ON "reports" USING btree ("share_code","gift_id");--> statement-breakpoint
CREATE INDEX "trees_owner_id" ON "trees" USING btree ("owner_id");