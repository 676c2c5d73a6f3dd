import { apart, unlinked } from "#contract/characters";
import { daysBetween } from "#contract/days";
import { CONFIRM_LINK_MS, RESET_LINK_MS } from "#contract/limits";
import type { MailKind } from "#contract/mails";
import type { MailWords } from "../../../languages/mail-words.ts";
import { mailsIn } from "../../../languages/mails.ts";
import { dayIn } from "../../../shared/time-zones.ts";
import type { Mail } from "../../platform/mail/transport.ts";
import { treeDeletionDay } from "../../platform/retention/expiry.ts";
import { html, type Letter, plainText } from "./letter.ts";
import type { MailJob } from "./mails.store.ts";

/** The page of the site that a mail links to, in its language. One that names no tree is about several of the owner's. */
function placeOf(job: MailJob, token: string): string {
  const { kind } = job;
  if (kind === "confirm_email" || kind === "confirm_new_email") return `/confirm-email?token=${token}`;
  if (kind === "reset_password") return `/reset-password?token=${token}`;
  if (kind === "known_email" || kind === "email_change_asked") return "/reset-password";
  if (kind === "moderation_queue") return "/moderation";
  const { shareCode } = treeIn(job);
  if (shareCode && job.isUnclaimed) return `/organizing/${shareCode}`;
  if (kind === "tree_opens" && job.giftCount) return `/my-trees/${shareCode}/opening`;
  return shareCode && kind !== "tree_shared_no_more" ? `/my-trees/${shareCode}` : "/my-trees";
}

/** The tree that a mail is about, if it is one. */
const treeIn = ({ kind, shareCode, treeName, news }: MailJob) =>
  kind === "tree_digest" && news.length === 1 && news[0] ? news[0] : { shareCode, treeName };

/** Mails about a tree that is there for everybody. */
const PICTURED: readonly MailKind[] = ["tree_opens", "tree_digest", "tree_reminder", "tree_expires"];

/** The tree's public picture, with its name in it: for those alone whose mail may say that name. */
function pictureOf(job: MailJob, siteUrl: string): string | undefined {
  const { shareCode, treeName } = treeIn(job);
  const isNamed = job.isEmailConfirmed && treeName !== shareCode;
  if (!shareCode || !isNamed || !PICTURED.includes(job.kind)) return undefined;
  return `${siteUrl}/share-picture/${shareCode}-${job.language}.png`;
}

/** `token` is only set for mails whose link needs one, `unsubscribe` for mails that one press switches off. */
type Surroundings = {
  siteUrl: string;
  contactEmail: string | null;
  now: Date;
  token?: string;
  unsubscribe?: string;
};

/**
 * A mailbox that nobody has confirmed gets few mails a day, whoever asks for them: a link to sign in works as long as
 * they count, so that one of them always does.
 */
export const signInLinkMs = ({ isEmailConfirmed }: MailJob) => (isEmailConfirmed ? RESET_LINK_MS : CONFIRM_LINK_MS);

export function composeMail(job: MailJob, surroundings: Surroundings): Mail {
  const { siteUrl, contactEmail, now, token = "", unsubscribe } = surroundings;
  const site = `${siteUrl}/${job.language}`;
  const words = mailsIn[job.language];
  const { subject, lines, link } = words.mails[job.kind];
  const about = {
    url: site + placeOf(job, token),
    // A tree's name is its owner's text: only send it to a confirmed address.
    treeName: readable((job.isEmailConfirmed ? job.treeName : job.shareCode) ?? ""),
    daysLeft: daysLeft(job, now),
    news: job.news.map((each) => ({ ...each, treeName: readable(each.treeName), names: each.names.map(readable) })),
    queue: job.queue ?? { reports: 0, urgent: 0, texts: 0 },
    giftCount: job.giftCount ?? 0,
    linkHours: signInLinkMs(job) / 3_600_000,
    expiresOn: deletionDay(job, words),
    address: job.address,
    contactEmail,
    reason: job.reason ?? "other",
  };
  const unsubscribeUrl = unsubscribe && `${site}/unsubscribe?token=${unsubscribe}`;
  const letter: Letter = {
    subject: subject(about),
    picture: pictureOf(job, siteUrl),
    lines: lines(about),
    ...(link && { link: { words: link, url: about.url } }),
    small: [
      words.why(siteUrl),
      ...(job.kind === "tree_opens" ? [words.settings(`${site}/account`)] : []),
      ...(unsubscribeUrl ? [words.unsubscribe(unsubscribeUrl)] : []),
    ],
  };
  const messageId = `<${job.id}@${new URL(siteUrl).hostname}>`;
  const parts = { text: plainText(letter), html: html(letter, job.language) };
  return { messageId, to: job.address, subject: letter.subject, ...parts, unsubscribeUrl };
}

/** Days until the tree opens. Compares days, since a mail that was delayed may be sent on a later one. */
function daysLeft({ openingDay, timeZone }: MailJob, now: Date): number {
  return openingDay && timeZone ? daysBetween(dayIn(timeZone, now), openingDay) : 0;
}

/** Names of trees and senders are strangers' words: none becomes a link, and each keeps its direction. */
const readable = (name: string) => apart(unlinked(name));

function deletionDay({ openingDay, timeZone, isUnclaimed, expiryToldAt }: MailJob, words: MailWords): string {
  if (!openingDay || !timeZone || !expiryToldAt) return "";
  return words.day(treeDeletionDay({ openingDay, timeZone, isUnclaimed }, expiryToldAt));
}
