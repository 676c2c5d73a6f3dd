import type { QueueCounts } from "#contract/mails";
import { dayInWords } from "../dates-in-words.ts";
import { type MailWords, sumOf } from "../mail-words.ts";

const list = new Intl.ListFormat("en-US", { type: "conjunction" });
const friends = (others: number) => (others === 1 ? ["a friend"] : others > 1 ? [`${others} friends`] : []);
const newGifts = (count: number) => (count === 1 ? "a new gift" : `${count} new gifts`);
const some = (amount: number, one: string, many: string) => (amount === 1 ? `one ${one}` : `${amount} ${many}`);
const waiting = ({ reports, texts }: QueueCounts) =>
  list.format([
    ...(reports > 0 ? [some(reports, "report", "reports")] : []),
    ...(texts > 0 ? [some(texts, "refused text", "refused texts")] : []),
  ]);
const inDays: Record<number, string> = { 1: "tomorrow", 2: "in two days", 3: "in three days" };

const reasons: MailWords["reasons"] = {
  spam: "advertising or spam",
  harassment: "harassment or bullying",
  hate: "hate speech",
  sexual: "sexual content",
  threat: "threats",
  self_harm: "self-harm or suicide",
  private_information: "private information",
  impersonation: "impersonation",
  other: "it breaks the community guidelines",
};

/** What mails say in English. */
export const en: MailWords = {
  pushes: {
    push_gifts: "New gifts on your tree",
    push_opens: "Your tree is open",
    push_opened: "A tree you left a gift on is open",
    push_replied: "You got a heart back for your gift",
  },
  mails: {
    confirm_email: {
      subject: () => "Confirm your email address",
      lines: () => [
        "Welcome to Tree Gifting! Confirm your email so we can tell you when your tree opens and help if you forget your password.",
        "The link works once and expires after 24 hours. Didn't sign up? Just ignore this email.",
      ],
      link: "Confirm my email",
    },
    known_email: {
      subject: () => "You already have an account",
      lines: () => [
        "Someone, probably you, tried to sign up for Tree Gifting with this email, but it already has an account. Nothing has changed.",
        "Sign in with your password. Forgot it? Set a new one.",
      ],
      link: "Set a new password",
    },
    reset_password: {
      subject: () => "Your sign-in link",
      lines: ({ linkHours }) => [
        "Here is your link to sign in to Tree Gifting. No password needed, and you can set a new one there.",
        `The link works once and expires after ${linkHours === 1 ? "one hour" : `${linkHours} hours`}. If you didn't ask for this, just ignore this email.`,
      ],
      link: "Sign in",
    },
    confirm_new_email: {
      subject: () => "Confirm your new email address",
      lines: () => [
        "You asked to use this email for your Tree Gifting account. Your old one stays in use until you confirm.",
        "The link works once and expires after 24 hours. Not you? Just ignore this email.",
      ],
      link: "Confirm my new email",
    },
    email_change_asked: {
      subject: () => "Your email address is about to change",
      lines: () => [
        "Someone asked to change your Tree Gifting account's email. It changes once the new address is confirmed.",
        "If that wasn't you, set a new password now. That cancels the change and signs you out on all devices.",
      ],
      link: "Set a new password",
    },
    tree_opens: {
      subject: ({ treeName, daysLeft }) => `“${treeName}” ${daysLeft === 0 ? "opens today" : "is open"}`,
      lines: ({ treeName, giftCount }) => [
        giftCount > 0
          ? `It's here! “${treeName}” is open and your friends' gifts are waiting.`
          : `It's here! “${treeName}” is open. There are no gifts yet, but it's not too late: share its link.`,
        ...(giftCount > 0 ? ["You can read the messages on your tree's page. We never put them in emails."] : []),
      ],
      link: "Open my tree",
    },
    tree_digest: {
      subject: ({ news }) => {
        const place = news.length === 1 ? `“${news[0]?.treeName}”` : "your trees";
        return `You have ${newGifts(sumOf(news))} on ${place}`;
      },
      lines: ({ news }) => [
        ...news.map(({ treeName, giftCount, names, others }) => {
          const senders = list.format([...names, ...friends(others)]);
          return `“${treeName}” has ${newGifts(giftCount)} from ${senders}.`;
        }),
        "From opening day on, you can read the messages on your tree's page. We never put them in emails.",
      ],
      link: "See my gifts",
    },
    tree_reminder: {
      subject: ({ treeName, daysLeft }) => `“${treeName}” opens ${inDays[daysLeft]}`,
      lines: ({ treeName, giftCount }) => [
        giftCount > 0
          ? `“${treeName}” has ${giftCount === 1 ? "one gift" : `${giftCount} gifts`} so far. There's still time: share its link with friends who haven't left one yet.`
          : `“${treeName}” has no gifts yet, but there's still time: share its link with your friends.`,
      ],
      link: "Share my tree",
    },
    tree_expires: {
      subject: ({ treeName, expiresOn }) => `“${treeName}” will be deleted on ${expiresOn}`,
      lines: ({ treeName, expiresOn }) => [
        `“${treeName}” opened about a year ago. On ${expiresOn}, we'll delete it, along with every gift and message on it. After that, we can't bring it back.`,
        "To keep the messages, save the keepsake on your tree's page, or save everything as a file in your account.",
      ],
      link: "Save my messages",
    },
    tree_unclaimed: {
      subject: ({ treeName, expiresOn }) => `“${treeName}” will be deleted on ${expiresOn}`,
      lines: ({ treeName, expiresOn }) => [
        `Nobody has claimed “${treeName}” yet. On ${expiresOn}, we'll delete it, along with every gift and message on it.`,
        "Give its link to the person it's for. You can make one on the tree's page.",
      ],
      link: "Make the link",
    },
    tree_taken_down: {
      subject: ({ treeName }) => (treeName ? `Your tree “${treeName}” was taken down` : "Your trees were taken down"),
      lines: ({ treeName, reason, contactEmail }) => [
        `A moderator took down ${treeName ? `your tree “${treeName}”` : "your trees"}. Visitors can't see ${treeName ? "it" : "them"} now. Reason: ${reasons[reason]}.`,
        contactEmail
          ? `If you think this is a mistake, reply to this email or write to ${contactEmail}.`
          : "If you think this is a mistake, tell the people who run the site.",
      ],
      link: "View on Tree Gifting",
    },
    tree_restored: {
      subject: ({ treeName }) => (treeName ? `Your tree “${treeName}” is back` : "Your trees are back"),
      lines: ({ treeName }) => [
        treeName
          ? `Visitors can see your tree “${treeName}” again. Its gifts and messages are as they were.`
          : "Visitors can see your trees again. Their gifts and messages are as they were.",
      ],
      link: "View on Tree Gifting",
    },
    tree_shared_no_more: {
      subject: ({ treeName }) => `You no longer share “${treeName}”`,
      lines: ({ treeName }) => [
        `From now on, every tree belongs to one person. “${treeName}” stays with the person who created it. It's no longer among your trees, and you can't read its messages anymore.`,
        "Your own trees haven't changed.",
      ],
      link: "See my trees",
    },
    moderation_queue: {
      subject: ({ queue }) =>
        queue.urgent > 0
          ? `Urgent: ${some(queue.urgent, "report", "reports")} of threats or self-harm`
          : `Waiting for a moderator: ${waiting(queue)}`,
      lines: ({ queue }) => [
        `Waiting for a moderator: ${waiting(queue)}.`,
        ...(queue.urgent > 0
          ? [`Someone may be in danger: ${some(queue.urgent, "report is", "reports are")} about threats or self-harm.`]
          : []),
        "You can stop these emails on the same page, as long as another moderator gets them.",
      ],
      link: "Review now",
    },
  },
  reasons,
  day: (day) => dayInWords(day, "en-US", { hasWeekday: false }),
  why: (siteUrl) => `You're getting this email because you have an account at ${siteUrl}`,
  unsubscribe: (url) => `Unsubscribe: ${url}`,
  settings: (accountUrl) => `Turn off opening-day emails in your account settings: ${accountUrl}`,
};
