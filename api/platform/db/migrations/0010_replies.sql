ALTER TABLE "messages" ADD COLUMN "sealed_reply" "bytea";--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_reply_is_sealed" CHECK (substring("messages"."sealed_reply" from 1 for 1) = '\x01'::bytea and (octet_length("messages"."sealed_reply") - 29) % 64 = 0 and octet_length("messages"."sealed_reply") between 93 and 477) NOT VALID;--> statement-breakpoint
-- As for every sealed text: the planner keeps no samples of it.
ALTER TABLE "messages" ALTER COLUMN "sealed_reply" SET STATISTICS 0;
