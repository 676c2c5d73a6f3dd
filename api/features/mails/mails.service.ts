import { mailboxOf } from "#contract/emails";
import { CONFIRM_LINK_MS } from "#contract/limits";
import { GIFT_MAILS, type LinkPurpose, type MailKind } from "#contract/mails";
import { describeError, type Log } from "../../../shared/observability/log.ts";
import { dayIn } from "../../../shared/time-zones.ts";
import type { Clock } from "../../platform/clock.ts";
import { causeOf, isRefusedForGood, type Transport } from "../../platform/mail/transport.ts";
import type { Measures } from "../../platform/observability/measures.ts";
import { queueRounds } from "../../platform/queue-rounds.ts";
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts";
import { hashOfToken, newToken } from "../../platform/secrets.ts";
import type { LinkStore } from "../accounts/links/links.store.ts";
import type { Unsubscribing } from "../accounts/links/unsubscribing.ts";
import type { AccountKey } from "../accounts/sign-in/password-check.ts";
import type { Announcements } from "./announcements.store.ts";
import { composeMail, signInLinkMs } from "./compose.ts";
import type { Claimed, HiddenAmong, MailJob, MailStore } from "./mails.store.ts";

/**
 * A mail is given up after this many attempts, over about 17 hours. The notice that a tree expires is retried as long
 * as the tree exists.
 */
const TRIES_MAX = 12;
const isNotice = (kind: MailKind) => kind === "tree_expires" || kind === "tree_unclaimed";
const isGivenUp = ({ kind, attempts }: MailJob) => !isNotice(kind) && attempts >= TRIES_MAX;
/** A mail that a tree opens "today" is useless two days later. */
const NEWS_MS = 2 * 24 * 60 * 60 * 1000;
/** 18:00 of the third day before a tree opens at 00:00. */
const REMINDER_MS = 54 * 60 * 60 * 1000;
const isGiftMail = (kind: MailKind) => GIFT_MAILS.some((each) => each === kind);

const LINKS: Partial<Record<MailKind, { purpose: LinkPurpose; msFor: (mail: MailJob) => number }>> = {
  confirm_email: { purpose: "confirm_email", msFor: () => CONFIRM_LINK_MS },
  confirm_new_email: { purpose: "change_email", msFor: () => CONFIRM_LINK_MS },
  reset_password: { purpose: "reset_password", msFor: signInLinkMs },
};

type Dependencies = {
  store: MailStore;
  announcements: Announcements;
  hiddenAmong: HiddenAmong;
  links: LinkStore;
  unsubscribing: Unsubscribing;
  transport: Transport;
  limits: RateLimits;
  accountKey: AccountKey;
  clock: Clock;
  log: Log;
  siteUrl: string;
  /** The operator's address for questions; null if `CONTACT_EMAIL` is not set. */
  contactEmail: string | null;
  measures: Measures | undefined;
};

/** Sends queued mails. Every replica may run it: each mail is sent by only one of them. */
export function postOffice({ store, announcements, links, unsubscribing, transport, ...dependencies }: Dependencies) {
  const { hiddenAmong, limits, accountKey, clock, log, siteUrl, contactEmail, measures } = dependencies;
  /**
   * Queues mails and notifications about trees, and what waits for moderators, only if no other mail is due. Many trees open at midnight:
   * queuing their mails gradually makes no other mail wait for them.
   */
  async function announce(): Promise<number> {
    const now = clock();
    const after = (ms: number) => new Date(now.getTime() + ms);
    const gifts = await announcements.gifts(now);
    const openings = await announcements.openings(now, after(-NEWS_MS));
    const reminders = await announcements.reminders(now, after(REMINDER_MS));
    return gifts + openings + reminders + (await announcements.digests(now)) + (await announcements.queue(now));
  }

  /** Returns whether the mail needs no further attempt. */
  async function deliver(claimed: Claimed): Promise<boolean> {
    const { id } = claimed;
    const mail = await store.read(claimed, clock(), hiddenAmong);
    if (mail && (await isWanted(mail)) && (await hasRoom(mail))) {
      try {
        await send(id, mail);
      } catch (error) {
        measures?.mailFailed(causeOf(error));
        const isFinal = isGivenUp(mail) || isRefusedForGood(error);
        log.warn(isFinal ? "mail given up" : "mail not sent, will retry", {
          kind: mail.kind,
          ...describeError(error),
        });
        if (!isFinal) return false;
      }
    }
    await store.done(id);
    return true;
  }

  async function send(id: string, mail: MailJob): Promise<void> {
    const token = await tokenFor(mail);
    // A password change cancels queued mails. One during this send did not see the new link yet, so drop the link
    // here.
    if (token && !(await store.isWaiting(id))) return links.drop(hashOfToken(token));
    const unsubscribe = isGiftMail(mail.kind)
      ? unsubscribing.tokenOf({ id: mail.ownerId, email: mail.address })
      : undefined;
    await transport.send(composeMail(mail, { siteUrl, contactEmail, now: clock(), token, unsubscribe }));
    measures?.mailSent(mail.kind);
    log.info(transport.isOutbox ? "mail written to the outbox" : "mail sent", { kind: mail.kind });
  }

  async function isWanted(mail: MailJob): Promise<boolean> {
    const { kind, isEmailConfirmed, isProven, openingMails, giftMails, address, openingDay, timeZone } = mail;
    if (kind === "confirm_email") return !isProven;
    // It was claimed, while the mail was about to be sent.
    if (kind === "tree_unclaimed" && !mail.isUnclaimed) return false;
    if (isNotice(kind)) return isEmailConfirmed;
    if (kind === "tree_opens") return isEmailConfirmed && openingMails;
    if (isGiftMail(kind) && !(isEmailConfirmed && giftMails)) return false;
    if (kind === "moderation_queue") return mail.queue !== null && mail.queue.reports + mail.queue.texts > 0;
    if (kind === "tree_digest") return mail.news.length > 0;
    // It opened, while the mail could not be sent.
    if (kind === "tree_reminder") return openingDay !== null && openingDay > dayIn(timeZone ?? "UTC", clock());
    return kind !== "confirm_new_email" || !(await store.isTaken(address));
  }

  /**
   * Whether the mailbox may get this mail. One whose reader has never confirmed anything gets few, whoever asked for
   * them, and whatever the addresses look like. Links to sign in at its own address have a count that no other
   * address can use up. A mail that is tried again has been counted.
   */
  async function hasRoom({ kind, address, attempts, isEmailConfirmed, isForConfirmed }: MailJob): Promise<boolean> {
    const isToStranger = !isEmailConfirmed || kind === "confirm_new_email" || kind === "known_email";
    if (!isToStranger) return true;
    if (attempts > 1) return true;
    const mailbox = mailboxOf(address);
    const isOwnLink = kind === "reset_password" && address === mailbox;
    const keys = [accountKey(isOwnLink ? `${kind} ${mailbox}` : mailbox)];
    const isFree =
      (isEmailConfirmed || !isForConfirmed) &&
      (await limits.takeIfFree([{ policy: "mailsPerUnconfirmedMailbox", keys }])) !== null;
    if (!isFree) log.info("mail left out: too many to this mailbox, or for one address", { kind });
    return isFree;
  }

  /**
   * Creates the token when the mail is sent, not when it is queued, so that nothing but the mail itself ever stores
   * it.
   */
  async function tokenFor(mail: MailJob): Promise<string | undefined> {
    const { kind, ownerId, address } = mail;
    const link = LINKS[kind];
    if (!link) return undefined;
    const token = newToken();
    const expiresAt = new Date(clock().getTime() + link.msFor(mail));
    await links.keep({ tokenHash: hashOfToken(token), ownerId, purpose: link.purpose, email: address, expiresAt });
    return token;
  }

  const hangUp = () => transport.hangUp();
  return { announce, ...queueRounds({ claim: () => store.claim(clock()), deliver, announce, hangUp, log }) };
}
