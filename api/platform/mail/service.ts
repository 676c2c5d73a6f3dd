import { CONFIRM_LINK_MS, RESET_LINK_MS } from "#contract/limits";
import type { LinkPurpose, MailKind } from "#contract/mails";
import type { Clock } from "../../clock.ts";
import type { LinkStore } from "../../features/accounts/links/store.ts";
import { hashOfToken, newToken } from "../../features/accounts/links/token.ts";
import { describeError, type Log } from "../../log.ts";
import { composeMail } from "./compose.ts";
import type { Claimed, MailJob, MailStore } from "./store.ts";
import type { Transport } from "./transport.ts";

/** After so many tries, over some 17 hours, a mail is given up. That a tree will be deleted is said for as long as it stands. */
const TRIES_MAX = 12;
const isGivenUp = ({ kind, attempts }: MailJob) => kind !== "tree_expires" && attempts >= TRIES_MAX;
/** A mail that a tree opens "today" is worth nothing two days later. */
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

/** Sends what mails were asked for. Every replica may run it: each mail is one replica's business. */
export function postOffice({ store, links, transport, clock, log, siteUrl, contactEmail }: Dependencies) {
  let round: Promise<void> | undefined;
  let isEnding = false;

  async function deliverAll(): Promise<void> {
    while (!isEnding) {
      const claimed = await store.claim(clock());
      const ended = await Promise.all(claimed.map(deliver));
      // Nothing gets through: the mail server is away, and so are the others' mails for now.
      if (claimed.length > 0 && !ended.includes(true)) return;
      if (claimed.length === 0 && (await announce()) === 0) return;
    }
  }

  /** Only where no mail is due: of all the trees that open at midnight the mails are asked for as they can be sent, and no other waits for them. */
  function announce(): Promise<number> {
    const now = clock();
    return store.announceOpenings(now, new Date(now.getTime() - NEWS_MS));
  }

  /** Whether the mail needs no further try. */
  async function deliver({ id, mail }: Claimed): Promise<boolean> {
    if (mail && (await isWanted(mail))) {
      try {
        await send(id, mail);
      } catch (error) {
        const isFinal = isGivenUp(mail) || isRefusedForGood(error);
        log.warn(isFinal ? "mail given up" : "mail not sent, to be tried again", {
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
    // Another password stops what is on its way. One that came while this mail was in our hands did not find its link yet.
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

  /** Made here and not where the mail was asked for: between the two, only the mail itself holds it. */
  async function tokenFor({ kind, ownerId, address }: MailJob): Promise<string | undefined> {
    const link = LINKS[kind];
    if (!link) return undefined;
    const token = newToken();
    const expiresAt = new Date(clock().getTime() + link.ms);
    await links.keep({ tokenHash: hashOfToken(token), ownerId, purpose: link.purpose, email: address, expiresAt });
    return token;
  }

  return {
    /** Sends all that is due; a round that is under way is joined, not doubled. */
    deliver(): Promise<void> {
      round ??= deliverAll().finally(() => {
        transport.hangUp();
        round = undefined;
      });
      return round;
    },

    /** Begins with no other mail, and comes back when nothing is under way any more. */
    async settle(): Promise<void> {
      isEnding = true;
      await round?.catch(() => {});
    },
  };
}

/**
 * An address or a mail that the server answers with 5xx it will refuse tomorrow, too. A wrong password of ours is mended sooner, and so is
 * a sender that may not send: that is no fault of any mail's, and would lose them all.
 */
function isRefusedForGood(error: unknown): boolean {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  const isOfThisMail = code === "EMESSAGE" || (code === "EENVELOPE" && command !== "MAIL FROM");
  return isOfThisMail && Number(responseCode) >= 500;
}
