import { apart } from "#contract/characters";
import { dayIn } from "#contract/days";
import type { MailKind } from "#contract/mails";
import { treeDeletionDay } from "#contract/retention";
import { html } from "./html.ts";
import { type Letter, plainText } from "./letter.ts";
import { wordsIn } from "./locales/locales.ts";
import type { Words } from "./locales/types.ts";
import type { MailJob } from "./store.ts";
import type { Mail } from "./transport.ts";

/** The page of the site that each kind of mail links to, in the mail's language. */
const PLACES: Record<MailKind, (job: MailJob, token: string) => string> = {
  confirm_email: (_, token) => `/confirm-email?token=${token}`,
  confirm_new_email: (_, token) => `/confirm-email?token=${token}`,
  reset_password: (_, token) => `/reset-password?token=${token}`,
  known_email: () => "/reset-password",
  email_change_asked: () => "/reset-password",
  tree_opens: ({ shareCode }) => `/my-trees/${shareCode}`,
  tree_expires: ({ shareCode }) => `/my-trees/${shareCode}`,
  tree_taken_down: ({ shareCode }) => `/my-trees/${shareCode}`,
};

/** `token` is only set for mails whose link needs one. */
type Surroundings = { siteUrl: string; contactEmail: string | null; now: Date; token?: string };

/** Returns the mail for a job, as of `now`. */
export function composeMail(job: MailJob, { siteUrl, contactEmail, now, token = "" }: Surroundings): Mail {
  const site = `${siteUrl}/${job.language}`;
  const words = wordsIn[job.language];
  const { subject, lines, link } = words.mails[job.kind];
  const about = {
    url: site + PLACES[job.kind](job, token),
    // A tree's name is its owner's text: only send it to a confirmed address.
    treeName: apart((job.isEmailConfirmed ? job.treeName : job.shareCode) ?? ""),
    isOpeningToday: isOpeningToday(job, now),
    giftCount: job.giftCount ?? 0,
    expiresOn: deletionDay(job, words),
    address: job.address,
    contactEmail,
    reason: job.reason ?? "other",
  };
  const letter: Letter = {
    subject: subject(about),
    lines: lines(about),
    ...(link && { link: { words: link, url: about.url } }),
    small: [words.why(siteUrl), ...(job.kind === "tree_opens" ? [words.settings(`${site}/account`)] : [])],
  };
  const messageId = `<${job.id}@${new URL(siteUrl).hostname}>`;
  const parts = { text: plainText(letter), html: html(letter, job.language) };
  return { messageId, to: job.address, subject: letter.subject, ...parts };
}

/** Compares days, since a mail that was delayed here or by the mail server may be sent on a later day. */
function isOpeningToday({ openingDay, timeZone }: MailJob, now: Date): boolean {
  return timeZone !== null && dayIn(timeZone, now) === openingDay;
}

function deletionDay({ openingDay, timeZone, expiryToldAt }: MailJob, words: Words): string {
  if (!openingDay || !timeZone || !expiryToldAt) return "";
  return words.day(treeDeletionDay({ openingDay, timeZone }, expiryToldAt));
}
