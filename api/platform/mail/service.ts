import { CONFIRM_LINK_MS, RESET_LINK_MS } from "#contract/limits";
import type { LinkPurpose, MailKind } from "#contract/mails";
import type { Clock } from "../../clock.ts";
import type { LinkStore } from "../../features/accounts/links/store.ts";
import { hashOfToken, newToken } from "../../features/accounts/links/token.ts";
import { describeError, type Log } from "../../log.ts";
import { composeMail } from "./compose.ts";
import type { Claimed, MailJob, MailStore } from "./store.ts";
import type { Transport } from "./transport.ts";

/**
 * A mail is given up after this many attempts, over about 17 hours. The notice that a tree expires is retried as long
 * as the tree exists.
 */
const TRIES_MAX = 12;
const isGivenUp = ({ kind, attempts }: MailJob) => kind !== "tree_expires" && attempts >= TRIES_MAX;
/** A mail that a tree opens "today" is useless two days later. */
const NEWS_MS = 2 * 24 * 60 * 60 * 1000;

const LINKS: Partial<Record<MailKind, { purpose: LinkPurpose; ms: number }>> = {
  confirm_email: { purpose: "confirm_email", ms: CONFIRM_LINK_MS },
  confirm_new_email: { purpose: "change_email", ms: CONFIRM_LINK_MS },
  reset_password: { purpose: "reset_password", ms: RESET_LINK_MS },
};

type Dependencies = {
  store: MailStore;
  links: LinkStore;
  transport: Transport;
  clock: Clock;
  log: Log;
  siteUrl: string;
  /** The operator's address for questions; null if `CONTACT_EMAIL` is not set. */
  contactEmail: string | null;
};

/** Sends queued mails. Every replica may run it: each mail is sent by only one of them. */
export function postOffice({ store, links, transport, clock, log, siteUrl, contactEmail }: Dependencies) {
  let round: Promise<void> | undefined;
  let isEnding = false;

  async function deliverAll(): Promise<void> {
    while (!isEnding) {
      const claimed = await store.claim(clock());
      const ended = await Promise.all(claimed.map(deliver));
      // Every mail failed, so the mail server is probably down: stop until the next run.
      if (claimed.length > 0 && !ended.includes(true)) return;
      if (claimed.length === 0 && (await announce()) === 0) return;
    }
  }

  /**
   * Announces openings only if no other mail is due. Many trees open at midnight: queuing their mails gradually makes
   * no other mail wait for them.
   */
  function announce(): Promise<number> {
    const now = clock();
    return store.announceOpenings(now, new Date(now.getTime() - NEWS_MS));
  }

  /** Returns whether the mail needs no further attempt. */
  async function deliver({ id, mail }: Claimed): Promise<boolean> {
    if (mail && (await isWanted(mail))) {
      try {
        await send(id, mail);
      } catch (error) {
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
    await transport.send(composeMail(mail, { siteUrl, contactEmail, now: clock(), token }));
    log.info("mail sent", { kind: mail.kind });
  }

  async function isWanted(mail: MailJob): Promise<boolean> {
    const { kind, isEmailConfirmed, openingMails, address } = mail;
    if (kind === "confirm_email") return !isEmailConfirmed;
    if (kind === "tree_expires") return isEmailConfirmed;
    if (kind === "tree_opens") return isEmailConfirmed && openingMails;
    return kind !== "confirm_new_email" || !(await store.isTaken(address));
  }

  /**
   * Creates the token when the mail is sent, not when it is queued, so that nothing but the mail itself ever stores
   * it.
   */
  async function tokenFor({ kind, ownerId, address }: MailJob): Promise<string | undefined> {
    const link = LINKS[kind];
    if (!link) return undefined;
    const token = newToken();
    const expiresAt = new Date(clock().getTime() + link.ms);
    await links.keep({ tokenHash: hashOfToken(token), ownerId, purpose: link.purpose, email: address, expiresAt });
    return token;
  }

  return {
    /** Sends everything that is due; joins a run in progress instead of starting another. */
    deliver(): Promise<void> {
      round ??= deliverAll().finally(() => {
        transport.hangUp();
        round = undefined;
      });
      return round;
    },

    /** Starts no further mail, and resolves when none is in progress. */
    async settle(): Promise<void> {
      isEnding = true;
      await round?.catch(() => {});
    },
  };
}

/**
 * Whether the server rejected this mail or its recipient with 5xx, which a retry would not change. A wrong SMTP
 * password or a rejected sender is not the mail's fault: the operator can fix it, and giving up would lose all mails.
 */
function isRefusedForGood(error: unknown): boolean {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  const isOfThisMail = code === "EMESSAGE" || (code === "EENVELOPE" && command !== "MAIL FROM");
  return isOfThisMail && Number(responseCode) >= 500;
}
