import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { ownerLinks, secondOwnerInvitations } from "../db/schema.ts";
import { before, deleting, type Job } from "./job.ts";

/** Deletes expired invitations of second owners. */
export const invitations = (database: Database): Job =>
  deleting(
    "invitations of second owners",
    { database, table: secondOwnerInvitations, most: 1000 },
    (now) => sql`${secondOwnerInvitations.expiresAt} <= ${before(now, 0)}`,
  );

/** Deletes expired links from mails. */
export const links = (database: Database): Job =>
  deleting(
    "links",
    { database, table: ownerLinks, most: 1000 },
    (now) => sql`${ownerLinks.expiresAt} <= ${before(now, 0)}`,
  );
