import { and, eq, sql } from "drizzle-orm";
import type { Language } from "#contract/languages";
import { SESSIONS_MAX } from "#contract/limits";
import type { AccountDeleted } from "#contract/owners";
import type { Database, Transaction } from "../../platform/db/client.ts";
import { deleteHeldTree, type GoingTree } from "../../platform/db/delete-tree.ts";
import { mailJobs, ownerAccounts, ownerSessions, owners, trees } from "../../platform/db/schema.ts";
import { dropLinks, dropLinksElsewhere, holdOwner } from "./links/store.ts";

export type NewAccount = { email: string; name: string; language: Language; passwordHash: string };
export type Settings = { name?: string; language?: Language; openingMails?: boolean };
/** A password that was tried and right, by its hash. */
type Tried = { ownerId: string; hash: string };
type NewJob = Omit<typeof mailJobs.$inferInsert, "id">;
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

    /** The same of an owner, and the address that is theirs; `isProven` where they hold its mailbox for sure. */
    async holderOf(
      ownerId: string,
    ): Promise<{ ownerId: string; hash: string; email: string; isProven: boolean } | undefined> {
      const [found] = await database
        .select({ hash: ownerAccounts.password, email: owners.email, provenAt: owners.emailProvenAt })
        .from(owners)
        .innerJoin(ownerAccounts, eq(ownerAccounts.userId, owners.id))
        .where(and(isOf(ownerId), eq(ownerAccounts.providerId, "credential")));
      return found && { ownerId, hash: found.hash ?? "", email: found.email, isProven: found.provenAt !== null };
    },

    /**
     * Makes an account and asks for the mail that confirms it; where there is one already, asks for a mail that says so. Without
     * `sendsMail`, the mailbox has had enough of them.
     */
    async signUp({ email, name, language, passwordHash }: NewAccount, now: Date, sendsMail: boolean): Promise<void> {
      await database.execute(sql`
        with owner as (
          insert into owners (email, name, language) values (${email}, ${name}, ${language})
          on conflict (email) do nothing returning id
        ), account as (
          insert into owner_accounts (user_id, account_id, provider_id, password)
          select id, id::text, 'credential', ${passwordHash} from owner
        )
        insert into mail_jobs (kind, owner_id, due_at)
        select kind, id, ${now.toISOString()}::timestamptz from (
          select 'confirm_email' as kind, id from owner
          union all select 'known_email', id from owners where email = ${email}
        ) as mail where ${sendsMail}`);
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

    /** Whether a password that was tried is the owner's still. */
    isPasswordOf: (tried: Tried): Promise<boolean> => isStill(database, tried),

    /**
     * Sets another password in place of the one that was tried, and says whether it was the owner's still. Every session ends, and
     * with them what links were on their way. Only links to the address of an unconfirmed account stay good.
     */
    async changePassword(tried: Tried, passwordHash: string): Promise<boolean> {
      const { ownerId } = tried;
      return database.transaction(async (transaction) => {
        const { isConfirmed } = await holdOwner(transaction, ownerId);
        const changed = await transaction
          .update(ownerAccounts)
          .set({ password: passwordHash })
          .where(isTried(tried))
          .returning({ id: ownerAccounts.id });
        if (changed.length === 0) return false;
        await transaction.delete(ownerSessions).where(eq(ownerSessions.userId, ownerId));
        // Until then, anybody may have made the account: the links belong to the mailbox's reader.
        if (isConfirmed) await dropLinks(transaction, ownerId);
        else await dropLinksElsewhere(transaction, ownerId);
        return true;
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

    /** Ends an owner's oldest sessions where there are more than one account may have. */
    async endOldestSessions(ownerId: string): Promise<void> {
      await database.transaction(async (transaction) => {
        await holdOwner(transaction, ownerId);
        await transaction.execute(sql`
          delete from owner_sessions where id in (
            select id from owner_sessions where user_id = ${ownerId} order by created_at desc, id offset ${SESSIONS_MAX}
          )`);
      });
    },

    /** Ends an owner's session; says whether there was one. */
    async endSession(id: string, ownerId: string): Promise<boolean> {
      const isOne = and(eq(ownerSessions.id, id), eq(ownerSessions.userId, ownerId));
      const ended = await database.delete(ownerSessions).where(isOne).returning({ id: ownerSessions.id });
      return ended.length > 0;
    },

    /** The share codes of an owner's trees. */
    async treesOf(ownerId: string): Promise<string[]> {
      const own = await database.select({ code: trees.shareCode }).from(trees).where(eq(trees.ownerId, ownerId));
      return own.map(({ code }) => code);
    },

    /**
     * Deletes an owner with everything that was the owner's, and counts it: all of it goes, or nothing. Undefined where somebody
     * was quicker. `countersNaming` says which counters name the owner, or a tree of theirs.
     */
    async delete(
      ownerId: string,
      countersNaming: (codes: readonly string[]) => string[],
    ): Promise<AccountDeleted | undefined> {
      return database.transaction(async (transaction) => {
        await holdOwner(transaction, ownerId);
        // Gifts that arrive in this moment wait for the tree's row, and then find no tree.
        const own = await transaction.execute<GoingTree>(sql`
          select share_code as "shareCode", hung_count as "hungCount" from trees where owner_id = ${ownerId}
          order by share_code for update`);
        const [counted] = await transaction.execute<AccountDeleted>(sql`
          with own as (select share_code from trees where owner_id = ${ownerId})
          select (select count(*) from own)::integer as trees,
            (select count(*) from gifts join own using (share_code))::integer as gifts,
            (select count(*) from messages join own using (share_code))::integer as messages,
            (select count(*) from owner_sessions where user_id = ${ownerId})::integer as sessions`);
        await transaction.execute(
          sql`delete from mail_jobs where address in (select email from owners where id = ${ownerId})`,
        );
        const codes = own.map(({ shareCode }) => shareCode);
        await forgetCounters(transaction, countersNaming(codes));
        await forgetAnswers(transaction, codes);
        for (const tree of own) await deleteHeldTree(transaction, tree);
        const gone = await transaction.delete(owners).where(isOf(ownerId)).returning({ id: owners.id });
        return gone.length > 0 ? counted : undefined;
      });
    },

    /** Asks for mails, each by its kind, the owner and where else it goes. */
    async askForMails(jobs: NewJob[]): Promise<void> {
      await database.insert(mailJobs).values(jobs);
    },

    /** The same as long as a password that was tried is the owner's; says whether it is. */
    async askForMailsOf(tried: Tried, jobs: NewJob[]): Promise<boolean> {
      return database.transaction(async (transaction) => {
        if (!(await isStill(transaction, tried))) return false;
        await transaction.insert(mailJobs).values(jobs);
        return true;
      });
    },
  };
}

const isTried = ({ ownerId, hash }: Tried) => and(eq(ownerAccounts.userId, ownerId), eq(ownerAccounts.password, hash));

/** Waits for whoever sets another password at this moment, and they for us: what ends with the former one is there to be found. */
async function isStill(within: Transaction, tried: Tried): Promise<boolean> {
  const found = await within.select({ id: ownerAccounts.id }).from(ownerAccounts).where(isTried(tried)).for("share");
  return found.length > 0;
}

/**
 * Counters that hang on no row. One that a gift holds at this moment is left, to be swept away in its time: that gift may be waiting
 * for one of our trees.
 */
async function forgetCounters(within: Transaction, counters: readonly string[]): Promise<void> {
  await within.execute(sql`
    delete from rate_counters where key = any(array(
      select key from rate_counters where key = any(${sql.param([...counters])}::text[]) for update skip locked
    ))`);
}

/** First answers that are kept for repeats and name a tree. */
async function forgetAnswers(within: Transaction, codes: readonly string[]): Promise<void> {
  await within.execute(sql`delete from idempotency_keys where share_code = any(${sql.param([...codes])}::text[])`);
}
