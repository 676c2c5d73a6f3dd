-- 1.0 gave the role to accounts whose address was confirmed by its link alone: a stranger who had signed up with a
-- moderator's address moderated, too, and could take the role along to an address of their own. The operator gives it
-- again once the address is proven.
UPDATE "moderators" SET "removed_at" = now()
  WHERE "removed_at" IS NULL AND "owner_id" IN (SELECT "id" FROM "owners" WHERE "email_proven_at" IS NULL);
