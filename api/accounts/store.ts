import { and, eq, ne, sql } from "drizzle-orm";
import type { Language } from "#contract/languages";
import type { Database, Transaction } from "../db/client.ts";
import { mailJobs, ownerAccounts, ownerSessions, owners } from "../db/schema.ts";
import { countersOfTree } from "../rate-limits/store.ts";
import { fellHeld, type GoingTree } from "../trees/felling.ts";
import { dropLinks } from "./links/store.ts";

export type NewAccount = { email: string; name: string; language: Language; passwordHash: string };
export type Settings = { name?: string; language?: Language; openingMails?: boolean };
/** What was an owner's and is gone: how many of each. */
export type Deleted = { trees: number; gifts: number; messages: number; sessions: number };
export type AccountStore = ReturnType<typeof accountStore>;

export function accountStore(database: Database) {
  const isOf = (ownerId: string) => eq(owners.id, ownerId);
  const credentials = database
    .select({ ownerId: owners.id, hash: ownerAccounts.password })
    .from(owners)
    .innerJoin(ownerAccounts, eq(ownerAccounts.userId, owners.id))
    .where(and(eq(owners.email, sql.placeholder("email")), eq(ownerAccounts.providerId, "credential")))
    .prepare("credentials_of");

  return {
    /** What a password is compared with; undefined where nobody has an account with the e-mail. */
    async credentialsOf(email: string): Promise<{ ownerId: string; hash: string } | undefined> {
      const [found] = await credentials.execute({ email });
      return found && { ownerId: found.ownerId, hash: found.hash ?? "" };
    },

    /** Makes an account and asks for the mail that confirms it; where there is one already, asks for a mail that says so. */
    async signUp({ email, name, language, passwordHash }: NewAccount, now: Date): Promise<void> {
      await database.execute(sql`
        with owner as (
          insert into owners (email, name, language) values (${email}, ${name}, ${language})
          on conflict (email) do nothing returning id
        ), account as (
          insert into owner_accounts (user_id, account_id, provider_id, password)
          select id, id::text, 'credential', ${passwordHash} from owner
        )
        insert into mail_jobs (kind, owner_id, due_at)
        select 'confirm_email', id, ${now.toISOString()}::timestamptz from owner
        union all select 'known_email', id, ${now.toISOString()}::timestamptz from owners where email = ${email}`);
    },

    find: async (ownerId: string) => {
      const [found] = await database.select().from(owners).where(isOf(ownerId));
      if (!found) return undefined;
      const { id, email, name, emailVerified, language, openingMails, createdAt } = found;
      return { id, email, name, isEmailConfirmed: emailVerified, language, openingMails, createdAt };
    },

    async change(ownerId: string, settings: Settings): Promise<void> {
      await database
        .update(owners)
        .set({ ...settings, updatedAt: sql`now()` })
        .where(isOf(ownerId));
    },

    /** Sets another password. Every other session ends, and with them what links were on their way. */
    async changePassword(ownerId: string, passwordHash: string, sessionKept: string): Promise<void> {
      await database.transaction(async (transaction) => {
        await transaction
          .update(ownerAccounts)
          .set({ password: passwordHash })
          .where(eq(ownerAccounts.userId, ownerId));
        await transaction
          .delete(ownerSessions)
          .where(and(eq(ownerSessions.userId, ownerId), ne(ownerSessions.id, sessionKept)));
        await dropLinks(transaction, ownerId);
      });
    },

    listSessions: (ownerId: string) =>
      database
        .select({
          id: ownerSessions.id,
          device: ownerSessions.userAgent,
          since: ownerSessions.createdAt,
          seen: ownerSessions.updatedAt,
        })
        .from(ownerSessions)
        // The library sets the end by the system's clock, so the database's own is asked.
        .where(and(eq(ownerSessions.userId, ownerId), sql`${ownerSessions.expiresAt} > now()`))
        .orderBy(ownerSessions.createdAt),

    /** Ends an owner's session; says whether there was one. */
    async endSession(id: string, ownerId: string): Promise<boolean> {
      const isOne = and(eq(ownerSessions.id, id), eq(ownerSessions.userId, ownerId));
      const ended = await database.delete(ownerSessions).where(isOne).returning({ id: ownerSessions.id });
      return ended.length > 0;
    },

    /** Deletes an owner with everything that was the owner's, and counts it: all of it goes, or nothing. Undefined where somebody was quicker. */
    async delete(ownerId: string): Promise<Deleted | undefined> {
      return database.transaction(async (transaction) => {
        // Gifts that arrive in this moment wait for the tree's row, and then find no tree.
        const own = await transaction.execute<GoingTree>(sql`
          select share_code as "shareCode", hung_count as "hungCount" from trees where owner_id = ${ownerId}
          order by share_code for update`);
        const [counted] = await transaction.execute<Deleted>(sql`
          with own as (select share_code from trees where owner_id = ${ownerId})
          select (select count(*) from own)::integer as trees,
            (select count(*) from gifts join own using (share_code))::integer as gifts,
            (select count(*) from messages join own using (share_code))::integer as messages,
            (select count(*) from owner_sessions where user_id = ${ownerId})::integer as sessions`);
        await transaction.execute(
          sql`delete from mail_jobs where address in (select email from owners where id = ${ownerId})`,
        );
        await forgetCodes(
          transaction,
          own.map(({ shareCode }) => shareCode),
        );
        for (const tree of own) await fellHeld(transaction, tree);
        const gone = await transaction.delete(owners).where(isOf(ownerId)).returning({ id: owners.id });
        if (!counted || gone.length === 0) return undefined;
        const { trees, gifts, messages, sessions } = counted;
        return { trees, gifts, messages, sessions };
      });
    },

    /** Asks for mails, each by its kind, the owner and where else it goes. */
    async askForMails(jobs: Omit<typeof mailJobs.$inferInsert, "id">[]): Promise<void> {
      await database.insert(mailJobs).values(jobs);
    },
  };
}

/**
 * Takes share codes out of what hangs on no tree's row: counters, and first answers that name one. A counter that a gift
 * holds at this moment is left, to be swept away in its time: that gift may be waiting for one of our trees.
 */
async function forgetCodes(within: Transaction, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return;
  const counters = codes.flatMap(countersOfTree);
  await within.execute(sql`
    delete from rate_counters where key = any(array(
      select key from rate_counters where key = any(${sql.param(counters)}::text[]) for update skip locked
    ))`);
  await within.execute(sql`delete from idempotency_keys where share_code = any(${sql.param([...codes])}::text[])`);
}
