ALTER TABLE "moderation_acts" DROP CONSTRAINT "moderation_acts_act_is_known";--> statement-breakpoint
ALTER TABLE "moderation_acts" DROP CONSTRAINT "moderation_acts_reason_fits_the_act";
