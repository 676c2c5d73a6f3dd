import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { readEmail } from "#contract/emails";
import type { Database } from "../../platform/db/client.ts";
import { holdModerator, type Session, transactionOf } from "../../platform/db/hold-owner.ts";
import { hearsOfQueue, moderators, owners } from "../../platform/db/schema.ts";

export type Moderator = { email: string; since: Date };
/** The id under which the operator acts on the command line: a moderator without an account. */
export const OPERATOR_ID = "00000000-0000-4000-8000-000000000001";
export type ModeratorStore = ReturnType<typeof moderatorStore>;

/** Stores who may moderate. A row outlives the role, because acts reference it. */
export function moderatorStore(database: Database) {
  const isHeld = isNull(moderators.removedAt);
  const held = database
    .select({ id: moderators.id })
    .from(moderators)
    .where(and(eq(moderators.ownerId, sql.placeholder("owner")), isHeld))
    .prepare("moderator_of");

  async function accountOf(email: string): Promise<{ id: string; isConfirmed: boolean } | undefined> {
    const { id, emailProvenAt } = owners;
    const [found] = await database
      .select({ id, emailProvenAt })
      .from(owners)
      .where(eq(owners.email, readEmail(email) ?? ""));
    return found && { id: found.id, isConfirmed: found.emailProvenAt !== null };
  }

  return {
    whoIs: async (ownerId: string): Promise<string | undefined> => (await held.execute({ owner: ownerId }))[0]?.id,

    /**
     * Grants the role to an account whose holder has proved to read the address's mail; a link followed by somebody
     * else is no proof.
     */
    async add(email: string): Promise<"added" | "held already" | "unknown" | "not confirmed"> {
      const account = await accountOf(email);
      if (!account) return "unknown";
      if (!account.isConfirmed) return "not confirmed";
      const added = await database
        .insert(moderators)
        .values({ ownerId: account.id })
        .onConflictDoUpdate({
          target: moderators.ownerId,
          set: { addedAt: sql`now()`, removedAt: null, mails: true, toldAt: null },
          setWhere: sql`${moderators.removedAt} is not null`,
        });
      return added.count > 0 ? "added" : "held already";
    },

    /** Revokes the role; past acts stay in the history. */
    async remove(email: string): Promise<"removed" | "not held" | "unknown"> {
      const account = await accountOf(email);
      if (!account) return "unknown";
      const removed = await database
        .update(moderators)
        .set({ removedAt: sql`now()` })
        .where(and(eq(moderators.ownerId, account.id), isHeld));
      return removed.count > 0 ? "removed" : "not held";
    },

    hasMails: async (id: string): Promise<boolean> => {
      const [found] = await database.select({ mails: moderators.mails }).from(moderators).where(eq(moderators.id, id));
      return found?.mails === true;
    },

    /** Returns false, and changes nothing, if nobody else would hear of the queue. One changes theirs at a time. */
    changeMails: (by: Session, isOn: boolean): Promise<boolean> =>
      transactionOf(database, by.ownerId, async (within) => {
        await within.execute(sql`select pg_advisory_xact_lock(hashtextextended('moderators.mails', 0))`);
        await holdModerator(within, by);
        const others = within
          .select({ id: moderators.id })
          .from(moderators)
          .innerJoin(owners, eq(owners.id, moderators.ownerId))
          .where(and(hearsOfQueue, ne(owners.id, by.ownerId)));
        if (!isOn && (await others).length === 0) return false;
        await within.update(moderators).set({ mails: isOn }).where(eq(moderators.ownerId, by.ownerId));
        return true;
      }),

    /** Makes the operator known, whose acts the history lists; they hold no moderator's role. */
    async addOperator(): Promise<void> {
      await database.insert(moderators).values({ id: OPERATOR_ID, removedAt: sql`now()` }).onConflictDoNothing();
    },

    list: (): Promise<Moderator[]> =>
      database
        .select({ email: owners.email, since: moderators.addedAt })
        .from(moderators)
        .innerJoin(owners, eq(owners.id, moderators.ownerId))
        .where(isHeld)
        .orderBy(asc(moderators.addedAt)),
  };
}
