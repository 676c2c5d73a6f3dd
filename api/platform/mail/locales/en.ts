import { dayInWords } from "../day-in-words.ts";
import type { Words } from "./types.ts";

const reasons: Words["reasons"] = {
  spam: "advertising or spam",
  harassment: "it harasses somebody",
  hate: "it spreads hate",
  sexual: "sexual content",
  threat: "it threatens somebody",
  self_harm: "somebody may hurt themselves",
  private_information: "it gives away private information",
  impersonation: "somebody pretends to be another person",
  other: "it breaks the community guidelines",
};

/** What mails say in English. */
export const en: Words = {
  mails: {
    confirm_email: {
      subject: () => "Confirm your e-mail address",
      lines: () => [
        "Welcome to Tree Gifting! Please confirm that this address is yours, so that we can write to you when your tree opens, and help you if you forget your password.",
        "The link works once, for 24 hours. If you did not sign up, you need do nothing.",
      ],
      link: "Confirm this address",
    },
    known_email: {
      subject: () => "You have an account already",
      lines: () => [
        "Somebody, probably you, wanted to sign up at Tree Gifting with this address. It has an account already, and nothing has changed.",
        "Sign in with your password. If you do not know it any more, you can set a new one.",
      ],
      link: "Set a new password",
    },
    reset_password: {
      subject: () => "Set a new password",
      lines: () => [
        "Somebody, probably you, asked for a new password at Tree Gifting. Follow the link to set one; you will be signed out everywhere else.",
        "The link works once, for one hour. If it was not you, you need do nothing: your password stays as it is.",
      ],
      link: "Set a new password",
    },
    confirm_new_email: {
      subject: () => "Confirm your new e-mail address",
      lines: () => [
        "You wanted this to be the address of your account at Tree Gifting. Please confirm that it is yours.",
        "The link works once, for 24 hours. Until then your former address stays. If you know nothing of this, you need do nothing.",
      ],
      link: "Confirm this address",
    },
    email_change_asked: {
      subject: () => "Your e-mail address is about to change",
      lines: () => [
        "Somebody who knows your password, probably you, wants another e-mail address for your account at Tree Gifting. It changes when the new address is confirmed.",
        "If it was not you, set a new password now: that stops the change, and signs everybody else out.",
      ],
      link: "Set a new password",
    },
    tree_opens: {
      subject: ({ treeName, isOpeningToday }) => `“${treeName}” ${isOpeningToday ? "opens today" : "is open"}`,
      lines: ({ treeName, giftCount }) => [
        giftCount > 0
          ? `The day has come: your tree “${treeName}” is open. Your friends' gifts wait to be unwrapped.`
          : `The day has come: your tree “${treeName}” is open. No gifts have arrived yet. It isn't too late: share its link.`,
        "Nobody but you can read the messages. They are on your page only, never in a mail.",
      ],
      link: "Open your tree",
    },
    tree_expires: {
      subject: ({ treeName, expiresOn }) => `“${treeName}” will be deleted on ${expiresOn}`,
      lines: ({ treeName, expiresOn }) => [
        `Your tree “${treeName}” opened more than a year ago. On ${expiresOn} it is deleted, with every gift and message on it. Nobody can bring it back after that.`,
        "To keep the messages, print the keepsake or save everything as a file. Both are on the tree's page.",
      ],
      link: "Take everything along",
    },
    tree_taken_down: {
      subject: ({ treeName }) => `Your tree “${treeName}” was taken down`,
      lines: ({ treeName, reason, contactEmail }) => [
        `A moderator took down your tree “${treeName}”, and nobody but you can see it now. The reason: ${reasons[reason]}.`,
        contactEmail
          ? `If you think this is a mistake, reply to this email or write to ${contactEmail}.`
          : "If you think this is a mistake, tell the people who run the site.",
      ],
      link: "See your tree",
    },
  },
  reasons,
  day: (day) => dayInWords(day, "en-GB"),
  why: (siteUrl) => `You get this mail because of your account at ${siteUrl}`,
  settings: (accountUrl) => `You can switch off mails about openings on your account's page: ${accountUrl}`,
};
