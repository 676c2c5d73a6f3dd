import { and, eq, sql } from "drizzle-orm";
import type { Language } from "#contract/languages";
import { SESSIONS_MAX } from "#contract/limits";
import type { MailKind } from "#contract/mails";
import { type AccountDeleted, forEachChoice } from "#contract/owners";
import type { Database, Transaction } from "../../platform/db/client.ts";
import { deleteHeldTree, type GoingTree, isHeldBy } from "../../platform/db/delete-tree.ts";
import {
  type Confirmed,
  endGrants,
  holdConfirmed,
  holdOwner,
  inLine,
  isStill,
  type Proof,
  type RightPassword,
  type Session,
  transactionOf,
  waitsBriefly,
  writeFor,
} from "../../platform/db/hold-owner.ts";
import { mailJobs, ownerAccounts, ownerLinks, ownerSessions, owners, trees } from "../../platform/db/schema.ts";
import { countersNaming, forgetCounters } from "../../platform/rate-limits/rate-limits.store.ts";
import type { Settings } from "./accounts.schemas.ts";

export type NewAccount = { email: string; name: string; language: Language; passwordHash: string };
type NewJob = Omit<typeof mailJobs.$inferInsert, "id">;
type Deletion = { by: Proof; record?: (within: Transaction) => Promise<unknown>; isWithoutGifts?: boolean };
export type AccountStore = ReturnType<typeof accountStore>;

export function accountStore(database: Database) {
  const isOf = (ownerId: string) => eq(owners.id, ownerId);
  const credentials = database
    .select({ ownerId: owners.id, hash: ownerAccounts.password })
    .from(owners)
    .innerJoin(ownerAccounts, eq(ownerAccounts.userId, owners.id))
    .where(and(eq(owners.email, sql.placeholder("email")), eq(ownerAccounts.providerId, "credential")))
    .prepare("credentials_of");

  async function treesOf(ownerId: string, within: Transaction = database): Promise<string[]> {
    const { shareCode } = trees;
    const own = await within.select({ shareCode }).from(trees).where(isHeldBy(ownerId)).orderBy(shareCode);
    return own.map(({ shareCode }) => shareCode);
  }

  return {
    /** Returns the hash to compare a password with, or undefined if no account has the e-mail. */
    async credentialsOf(email: string): Promise<RightPassword | undefined> {
      const [found] = await credentials.execute({ email });
      return found && { ownerId: found.ownerId, hash: found.hash ?? "", email };
    },

    /** Returns the same by owner, with their address. `isProven`: they have proved that they read its mail. */
    async holderOf(ownerId: string): Promise<(RightPassword & { isProven: boolean }) | undefined> {
      const [found] = await database
        .select({ hash: ownerAccounts.password, email: owners.email, provenAt: owners.emailProvenAt })
        .from(owners)
        .innerJoin(ownerAccounts, eq(ownerAccounts.userId, owners.id))
        .where(and(isOf(ownerId), eq(ownerAccounts.providerId, "credential")));
      return found && { ownerId, hash: found.hash ?? "", email: found.email, isProven: found.provenAt !== null };
    },

    /**
     * Creates an account and queues the mail that confirms it, or another kind. If there is one already, queues a mail
     * that says so.
     */
    async signUp(
      { email, name, language, passwordHash }: NewAccount,
      { now, isForConfirmed, kind = "confirm_email" }: { now: Date; isForConfirmed: boolean; kind?: MailKind },
    ): Promise<void> {
      await database.execute(sql`
        with owner as (
          insert into owners (email, name, language) values (${email}, ${name}, ${language})
          on conflict (email) do nothing returning id
        ), account as (
          insert into owner_accounts (user_id, account_id, provider_id, password)
          select id, id::text, 'credential', ${passwordHash} from owner
        )
        insert into mail_jobs (kind, owner_id, is_for_confirmed, due_at)
        select kind, id, ${isForConfirmed}, ${now.toISOString()}::timestamptz from (
          select ${kind}::text as kind, id from owner
          union all select 'known_email', id from owners where email = ${email}
        ) as mail`);
    },

    /** Confirms an address on the operator's word, as a link to it would; returns false if it is confirmed already. */
    confirm: (ownerId: string, now: Date): Promise<boolean> =>
      transactionOf(database, ownerId, async (transaction) => {
        if ((await holdOwner(transaction, ownerId)).isProven) return false;
        await transaction.update(owners).set({ emailVerified: true, emailProvenAt: now }).where(isOf(ownerId));
        await endGrants(transaction, ownerId);
        return true;
      }),

    find: async (ownerId: string) => {
      const [found] = await database.select().from(owners).where(isOf(ownerId));
      if (!found) return undefined;
      const { id, email, name, emailProvenAt, language, hidesMildWords, createdAt } = found;
      const choices = forEachChoice((choice) => found[choice]);
      const settings = { language, ...choices, hidesMildWords: hidesMildWords === true };
      return { id, email, name, isEmailConfirmed: emailProvenAt !== null, ...settings, createdAt };
    },

    async change(by: Session, { hidesMildWords, ...settings }: Settings): Promise<void> {
      // Stays null until it is chosen for the first time.
      const hides = sql<
        boolean | null
      >`case when ${hidesMildWords} or ${owners.hidesMildWords} is not null then ${hidesMildWords}::boolean end`;
      const changes = { ...settings, ...(hidesMildWords !== undefined && { hidesMildWords: hides }) };
      await writeFor(database, by, (within) =>
        within
          .update(owners)
          .set({ ...changes, updatedAt: sql`now()` })
          .where(isOf(by.ownerId)),
      );
    },

    /**
     * Switches them off at this address: at a later one, they are the choice of whoever reads it. In a line of its own:
     * whoever has a link that does this could otherwise keep the account's owner from signing in.
     */
    async stopGiftMails({ id, email }: { id: string; email: string }): Promise<void> {
      const isOn = and(isOf(id), eq(owners.email, email), owners.giftMails, waitsBriefly());
      const off = { giftMails: false, updatedAt: sql`now()` };
      await inLine(`unsubscribing ${id}`, () => database.update(owners).set(off).where(isOn));
    },

    /** The address that a change waits for: its mail is queued, or its link is still valid. */
    async newEmailOf(ownerId: string, now: Date): Promise<string | null> {
      const [waiting] = await database.execute<{ email: string }>(sql`
        select address as email from mail_jobs where owner_id = ${ownerId} and kind = 'confirm_new_email'
        union all
        select email from owner_links
        where owner_id = ${ownerId} and purpose = 'change_email' and expires_at > ${now.toISOString()}::timestamptz
        limit 1`);
      return waiting?.email ?? null;
    },

    /**
     * Ends a change of address that waits; returns whether one did. A confirmation under way comes first: it holds the
     * same rows in another order.
     */
    cancelNewEmail: (by: Session): Promise<boolean> =>
      writeFor(database, by, (within) => endNewEmail(within, by.ownerId)),

    isStill: (proof: RightPassword): Promise<boolean> => inLine(proof.ownerId, () => isStill(database, proof)),

    /**
     * Replaces a password that was confirmed, and returns whether it still was. Ends all sessions, passkeys and links,
     * but links to the address of an unconfirmed account.
     */
    async changePassword(confirmed: Confirmed, passwordHash: string): Promise<boolean> {
      return transactionOf(database, confirmed.ownerId, async (transaction) => {
        if (!(await holdConfirmed(transaction, confirmed))) return false;
        await transaction
          .update(ownerAccounts)
          .set({ password: passwordHash })
          .where(eq(ownerAccounts.userId, confirmed.ownerId));
        await endGrants(transaction, confirmed.ownerId);
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
          isTold: sql<boolean>`exists (select from push_devices where session_id = owner_sessions.id)`,
        })
        .from(ownerSessions)
        // The library sets the expiry by the system clock, so compare it with the database's clock.
        .where(and(eq(ownerSessions.userId, ownerId), sql`${ownerSessions.expiresAt} > now()`))
        .orderBy(ownerSessions.createdAt),

    /**
     * Returns the rest of what is stored of an account, for its owner to save: what neither the account nor its lists and
     * trees show. Nothing that signs somebody in: no password, token or key, and none of their hashes and ids. Until the
     * address is proven, links to sign in concern its mailbox's reader alone.
     */
    async recordsOf(ownerId: string): Promise<Record<string, unknown>> {
      const list = (item: string, from: string) =>
        sql.raw(`(select coalesce(json_agg(json_build_object(${item})), '[]') from ${from})`);
      const [row] = await database.execute<{ records: Record<string, unknown> }>(sql`
        with me as (select * from owners where id = ${ownerId})
        select json_build_object(
          'emailProvenAt', email_proven_at, 'lastDigestAt', digest_at, 'updatedAt', updated_at, 'visitedAt', visited_at,
          'moderator', ${list("'addedAt', added_at, 'removedAt', removed_at, 'mails', mails, 'toldAt', told_at", "moderators join me on owner_id = me.id")},
          'sessions', ${list(
            "'device', user_agent, 'since', s.created_at, 'seen', s.updated_at, 'expiresAt', expires_at, 'isTold', exists (select from push_devices where session_id = s.id)",
            "owner_sessions s join me on user_id = me.id",
          )},
          'passkeys', ${list(
            "'name', p.name, 'transports', transports, 'counter', counter, 'createdAt', p.created_at, 'lastUsedAt', last_used_at",
            "passkeys p join me on owner_id = me.id",
          )},
          'links', ${list("'purpose', purpose, 'email', l.email, 'expiresAt', expires_at", "owner_links l join me on owner_id = me.id where email_proven_at is not null or purpose <> 'reset_password'")},
          'mails', ${list(
            "'kind', kind, 'shareCode', share_code, 'address', coalesce(address, me.email), 'reason', reason, 'digest', digest, 'attempts', attempts, 'queuedAt', queued_at, 'dueAt', due_at",
            "mail_jobs join me on owner_id = me.id",
          )}
          ) as records from me`);
      const own: { tree: object; reports: object[] }[] = [];
      for (const code of await treesOf(ownerId)) {
        own.push(
          ...(await database.execute<(typeof own)[number]>(sql`
            select json_build_object('shareCode', share_code, 'createdAt', created_at, 'giftsEver', hung_count,
                'giftsSeen', seen_position, 'giftsTold', news_after, 'newsDueAt', news_due_at, 'pushAfter', push_after, 'pushDueAt', push_due_at, 'isOpeningTold', is_opening_told,
                'isReminderTold', is_reminder_told, 'deletionToldAt', expiry_told_at,
                'gathersUntil', gathers_until) as tree,
              (select coalesce(json_agg(json_build_object('shareCode', share_code, 'reason', reason, 'details', details, 'createdAt', created_at)), '[]')
                from reports where share_code = ${code} and is_owners) as reports
            from trees where share_code = ${code} and owner_id = ${ownerId}`)),
        );
      }
      const organizes: object[] = [];
      const organizing = database.select({ code: trees.shareCode }).from(trees).where(eq(trees.organizerId, ownerId));
      for (const { code } of await organizing)
        organizes.push(
          ...(await database.execute(sql`
            select share_code as "shareCode", name, owner_name as "ownerName", organizer_name as "organizerName", type, look,
              opening_day::text as "openingDay", time_zone as "timeZone", is_paused as "isPaused", gift_count as "giftCount",
              taken_down_for as "takenDownFor", claim_hash is not null as "hasClaimLink", expiry_told_at as "deletionToldAt", created_at as "createdAt"
            from trees where share_code = ${code} and organizer_id = ${ownerId}`)),
        );
      return {
        ...row?.records,
        organizes,
        reports: own.flatMap(({ reports }) => reports),
        trees: own.map(({ tree }) => tree),
      };
    },

    async endOldestSessions(ownerId: string): Promise<void> {
      await transactionOf(database, ownerId, async (transaction) => {
        await holdOwner(transaction, ownerId);
        await transaction.execute(sql`
          delete from owner_sessions where id in (
            select id from owner_sessions where user_id = ${ownerId} order by created_at desc, id offset ${SESSIONS_MAX}
          )`);
      });
    },

    endSession: (id: string, ownerId: string): Promise<boolean> =>
      inLine(ownerId, () => endSession(database, id, ownerId)),

    /** Ends one of an owner's sessions for another of them, or the same. */
    endSessionFor: (id: string, by: Session): Promise<boolean> =>
      writeFor(database, by, (within) => endSession(within, id, by.ownerId)),

    treesOf,

    /**
     * Deletes an owner with all their data in one transaction, and returns counts of it; undefined if the owner was
     * already deleted, or what proved who may do it does not count any more. Holds the owner after the trees: deleting
     * those may take half a minute. `record` is part of the same transaction. `isWithoutGifts`: deletes nothing if a tree has
     * ever had a gift.
     */
    async delete(
      ownerId: string,
      { by, record, isWithoutGifts = false }: Deletion,
    ): Promise<AccountDeleted | undefined> {
      const refused = new Error("what proved who may delete the account does not count any more");
      // Gifts that arrive now wait for the tree's row lock, and then find no tree. One tree a statement.
      const holdTrees = async (within: Transaction) => {
        const { shareCode, hungCount } = trees;
        const going: GoingTree[] = [];
        for (const code of await treesOf(ownerId, within)) {
          const isTree = and(eq(shareCode, code), isHeldBy(ownerId), waitsBriefly());
          going.push(...(await within.select({ shareCode, hungCount }).from(trees).where(isTree).for("update")));
        }
        if (isWithoutGifts && going.some(({ hungCount }) => hungCount > 0)) throw refused;
        return going;
      };
      const deletion = async (transaction: Transaction) => {
        const going = await holdTrees(transaction);
        const codes = sql`any(${sql.param(going.map(codeOf))}::text[])`;
        const [counted] = await transaction.execute<AccountDeleted>(sql`
          select ${going.length}::integer as trees, 0 as gifts, 0 as messages, 0 as reports,
            (select count(*) from owner_sessions where user_id = ${ownerId})::integer as sessions,
            (select count(*) from passkeys where owner_id = ${ownerId})::integer as passkeys,
            (select count(*) from owner_links where owner_id = ${ownerId})::integer as links,
            (select count(*) from mail_jobs where owner_id = ${ownerId} or share_code = ${codes}
              or address in (select email from owners where id = ${ownerId}))::integer as mails,
            (select count(*) from hiding_lists where owner_id = ${ownerId})::integer as "hidingLists",
            (select count(*) from idempotency_keys where share_code = ${codes})::integer as counts`);
        for (const tree of going) {
          if (counted) await countTree(transaction, tree, counted);
          await deleteHeldTree(transaction, tree);
        }
        if (!(await holdConfirmed(transaction, by))) throw refused;
        // They were created meanwhile.
        const late = await holdTrees(transaction);
        for (const tree of late) await deleteHeldTree(transaction, tree);
        await transaction.execute(
          sql`delete from mail_jobs where address in (select email from owners where id = ${ownerId})`,
        );
        const counters = await forgetCounters(transaction, countersNaming(ownerId, [...going, ...late].map(codeOf)));
        const gone = await transaction.delete(owners).where(isOf(ownerId));
        if (gone.count === 0 || !counted) return undefined;
        await record?.(transaction);
        return { ...counted, counts: counted.counts + counters };
      };
      return inLine(`deletion ${ownerId}`, () => database.transaction(deletion)).catch((error) => {
        if (error === refused) return undefined;
        throw error;
      });
    },

    async askForMails(jobs: NewJob[]): Promise<void> {
      await database.insert(mailJobs).values(jobs);
    },

    async askForConfirmation(by: Session, dueAt: Date): Promise<void> {
      const job = { kind: "confirm_email", ownerId: by.ownerId, dueAt } as const;
      await writeFor(database, by, (within) => within.insert(mailJobs).values(job));
    },

    /**
     * Queues the mails of a change of address, in place of one that waits, only if a password that was checked is still
     * the owner's; returns whether it is.
     */
    async askForNewEmail(confirmed: Confirmed, jobs: NewJob[]): Promise<boolean> {
      return transactionOf(database, confirmed.ownerId, async (transaction) => {
        if (!(await holdConfirmed(transaction, confirmed))) return false;
        await endNewEmail(transaction, confirmed.ownerId);
        await transaction.insert(mailJobs).values(jobs);
        return true;
      });
    },
  };
}

async function endSession(within: Transaction, id: string, ownerId: string): Promise<boolean> {
  const isOne = and(eq(ownerSessions.id, id), eq(ownerSessions.userId, ownerId));
  const ended = await within.delete(ownerSessions).where(isOne);
  return ended.count > 0;
}

/** Ends a change of address that waits for its link: first the mail, as `endGrants` does. Returns whether one did. */
async function endNewEmail(within: Transaction, ownerId: string): Promise<boolean> {
  const isMail = and(eq(mailJobs.ownerId, ownerId), eq(mailJobs.kind, "confirm_new_email"));
  const isLink = and(eq(ownerLinks.ownerId, ownerId), eq(ownerLinks.purpose, "change_email"));
  const mails = await within.delete(mailJobs).where(isMail);
  const links = await within.delete(ownerLinks).where(isLink);
  return mails.count + links.count > 0;
}

async function countTree(within: Transaction, { shareCode }: GoingTree, counts: AccountDeleted): Promise<void> {
  const amount = (table: string) =>
    sql`(select count(*) from ${sql.identifier(table)} where share_code = ${shareCode})::integer`;
  const [tree] = await within.execute<Record<"gifts" | "messages" | "reports" | "counts", number>>(sql`
    select ${amount("gifts")} as gifts, ${amount("messages")} as messages, ${amount("reports")} as reports,
      ${amount("gift_idempotency_keys")} as counts`);
  for (const name of ["gifts", "messages", "reports", "counts"] as const) counts[name] += tree?.[name] ?? 0;
}

const codeOf = ({ shareCode }: GoingTree) => shareCode;
