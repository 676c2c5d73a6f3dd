CREATE TABLE "moderation_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" integer GENERATED ALWAYS AS IDENTITY (sequence name "moderation_acts_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"moderator_id" uuid NOT NULL,
	"act" text NOT NULL,
	"share_code" text NOT NULL,
	"gift_id" uuid,
	"undoes" uuid,
	"reason" text NOT NULL,
	"sealed_note" "bytea",
	"acted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "moderation_acts_position_unique" UNIQUE("position"),
	CONSTRAINT "moderation_acts_undoes_unique" UNIQUE("undoes"),
	CONSTRAINT "moderation_acts_act_is_known" CHECK ("moderation_acts"."act" in ('dismiss', 'take_down_gift', 'take_down_tree', 'undo')),
	CONSTRAINT "moderation_acts_reason_fits_the_act" CHECK ("moderation_acts"."act" = 'dismiss' and "moderation_acts"."reason" in ('no_rule_broken', 'cannot_tell', 'false_report') or "moderation_acts"."act" = 'take_down_gift' and "moderation_acts"."reason" in ('spam', 'harassment', 'hate', 'sexual', 'threat', 'self_harm', 'private_information', 'impersonation', 'other') or "moderation_acts"."act" = 'take_down_tree' and "moderation_acts"."reason" in ('spam', 'harassment', 'hate', 'sexual', 'threat', 'self_harm', 'private_information', 'impersonation', 'other') or "moderation_acts"."act" = 'undo' and "moderation_acts"."reason" in ('mistake', 'owner_objected', 'mended')),
	CONSTRAINT "moderation_acts_undo_names_an_act" CHECK (("moderation_acts"."act" = 'undo') = ("moderation_acts"."undoes" is not null)),
	CONSTRAINT "moderation_acts_target_fits_the_act" CHECK (case "moderation_acts"."act" when 'take_down_gift' then "moderation_acts"."gift_id" is not null when 'take_down_tree' then "moderation_acts"."gift_id" is null else true end),
	CONSTRAINT "moderation_acts_note_is_sealed" CHECK (substring("moderation_acts"."sealed_note" from 1 for 1) = '\x01'::bytea and (octet_length("moderation_acts"."sealed_note") - 29) % 64 = 0 and octet_length("moderation_acts"."sealed_note") between 93 and 2077)
);
--> statement-breakpoint
CREATE TABLE "moderators" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "moderators_owner_id_unique" UNIQUE("owner_id")
);
--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "taken_down_for" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "is_owners" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "sealed_text" "bytea";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "act_id" uuid;--> statement-breakpoint
ALTER TABLE "trees" ADD COLUMN "taken_down_for" text;--> statement-breakpoint
ALTER TABLE "moderation_acts" ADD CONSTRAINT "moderation_acts_moderator_id_moderators_id_fk" FOREIGN KEY ("moderator_id") REFERENCES "public"."moderators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_acts" ADD CONSTRAINT "moderation_acts_undoes_moderation_acts_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."moderation_acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderators" ADD CONSTRAINT "moderators_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "moderation_acts_moderator_id" ON "moderation_acts" USING btree ("moderator_id");--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_act_id_moderation_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."moderation_acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_waiting" ON "reports" USING btree ("share_code","gift_id","created_at") WHERE "reports"."act_id" is null;--> statement-breakpoint
CREATE INDEX "reports_act_id" ON "reports" USING btree ("act_id");--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_taken_down_for_is_known" CHECK ("gifts"."taken_down_for" in ('spam', 'harassment', 'hate', 'sexual', 'threat', 'self_harm', 'private_information', 'impersonation', 'other'));--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_text_is_sealed" CHECK (substring("reports"."sealed_text" from 1 for 1) = '\x01'::bytea and (octet_length("reports"."sealed_text") - 29) % 64 = 0 and octet_length("reports"."sealed_text") between 93 and 2077);--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_text_is_its_owners_choice" CHECK ("reports"."sealed_text" is null or ("reports"."is_owners" and "reports"."gift_id" is not null));--> statement-breakpoint
ALTER TABLE "trees" ADD CONSTRAINT "trees_taken_down_for_is_known" CHECK ("trees"."taken_down_for" in ('spam', 'harassment', 'hate', 'sexual', 'threat', 'self_harm', 'private_information', 'impersonation', 'other'));--> statement-breakpoint
-- What was done stays written as it was done: no bug and no hand at the tables changes or removes an act.
CREATE FUNCTION "refuse_change_of_acts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'moderation_acts is append-only' USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "moderation_acts_are_append_only" BEFORE UPDATE OR DELETE ON "moderation_acts" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_acts"();--> statement-breakpoint
CREATE TRIGGER "moderation_acts_are_never_emptied" BEFORE TRUNCATE ON "moderation_acts" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_acts"();
