import type { PublicErrorCode } from "#contract/errors";
import {
  BODY_MAX_BYTES,
  COMBINING_MARKS_MAX,
  MESSAGE_MAX,
  PAGE_LIMIT_DEFAULT,
  PAGE_LIMIT_MAX,
  REPORT_DETAILS_MAX,
  SENDER_NAME_MAX,
  SHARE_CODE_LENGTH,
  TREE_NAME_MAX,
} from "#contract/limits";
import { URGENT_REASONS } from "#contract/moderation";
import type { PublicRatePolicyKey, RatePolicyKey } from "#contract/rate-limits";
import { RULES_FOR_AGENTS } from "#contract/rules";

const number = new Intl.NumberFormat("en");
const characters = (max: number) => `1 to ${number.format(max)} characters`;
const urgent = URGENT_REASONS.map((reason) => `\`${reason}\``).join(" or ");

/** What each quota counts, in the guide for operators. */
type Quotas = Partial<Record<RatePolicyKey, (within: string) => string>>;

/** The words of lists and tables in the guides, in English: the dictionary whose shape the others follow. */
export const guideParts = {
  operator: { first: "The operator of this site", within: "the operator of this site" },
  contact: "You can reach them at {email}.",
  gifts: { shownFirst: (occasions: string) => `Shown first for: ${occasions}.` },
  /** A span of time: “10 minutes”. */
  span: (count: number, unit: "hour" | "minute" | "second") => `${count} ${unit}${count === 1 ? "" : "s"}`,
  rules: RULES_FOR_AGENTS,
  errors: {
    label: "Error codes",
    columns: ["Status", "Code", "What the message says"],
    /** What each code means, where it is not the message that the API sends: null in English. */
    meanings: null as Record<PublicErrorCode, string> | null,
  },
  limits: {
    label: "Sizes",
    columns: ["What", "How much"],
    rows: [
      ["A share code", `${SHARE_CODE_LENGTH} letters and digits, case-sensitive`],
      ["A sender's name", `${characters(SENDER_NAME_MAX)}, on one line`],
      ["A message", `${characters(MESSAGE_MAX)}; line breaks, indentation and emoji are welcome`],
      ["A tree's name", `${characters(TREE_NAME_MAX)}, on one line`],
      ["Details of a report", characters(REPORT_DETAILS_MAX)],
      ["Combining marks in a row", `at most ${COMBINING_MARKS_MAX}`],
      ["Gifts on one page of a listing", `1 to ${PAGE_LIMIT_MAX}; ${PAGE_LIMIT_DEFAULT} by default`],
      ["The body of a request", `at most ${BODY_MAX_BYTES / 1024} KiB`],
    ],
  },
  rateLimits: {
    label: "Rate limits",
    columns: ["Name", "Quota", "Within", "What is counted"],
    counts: {
      postsPerAddress: "Gifts left from one address.",
      postsPerTree: "Gifts left on one tree, by everyone together.",
      reportsPerAddress: "Reports from one address.",
      reportsPerTree:
        "Reports about one tree and its gifts, by everyone together. A repeat or a report of an unknown gift doesn't count.",
      reportsPerTreePerAddress: "The same, from one address.",
      urgentReportsPerAddress: `Reports for ${urgent}, from one address, counted separately from all others.`,
      urgentReportsPerTree: `Reports for ${urgent} about one tree and its gifts, by everyone together.`,
      urgentReportsPerTreePerAddress: "The same, from one address.",
      requestsPerAddress: "All requests from one address to any address below /v1.",
      unknownCodesPerAddress:
        "Well-formed share codes that belong to no tree, asked for from one address. With the last one, nothing below /v1 answers this address until a turn comes back.",
      rejectionsPerAddress:
        "Texts that the word filter refused, from one address. With the last one, the cool-down begins.",
      coolDownPerAddress: "The cool-down: this address can leave no gift until the time is over.",
    } satisfies Record<PublicRatePolicyKey, string>,
  },
  reportReasons: { label: "Reasons for a report", columns: ["What is wrong", "For programs"] },
  tools: {
    columns: ["Tool", "What it is for", "Parameters"],
    parameters: (tool: string) => `Parameters of ${tool}`,
    parameterColumns: ["Parameter", "Type", "What it is"],
    optional: (type: string) => `${type}, optional`,
    schema: "JSON schema",
    /** What each tool and parameter is, where it differs from what agents are told: null in English. */
    inOwnWords: null as Record<
      string,
      { title: string; description: string; parameters: Record<string, string> }
    > | null,
  },
  configuration: {
    label: "Environment variables",
    columns: ["Variable", "Default", "What it is"],
    variables: {
      API_PORT: { usually: "3000", what: "Where the API listens." },
      API_PROCESSES: {
        usually: "1",
        what: "How many processes of the API share that port, such as one for each core. More than one on Linux only. The next processes' `OPS_PORT` count upwards.",
      },
      SITE_PORT: { usually: "4321", what: "Where the website listens." },
      API_URL: { usually: "`http://localhost:` and the port", what: "The API's public address." },
      SITE_URL: {
        usually: "`http://localhost:` and the port",
        what: "The website's public address. One that begins with `https` makes cookies `Secure`. Passkeys belong to its host name: with another one, owners add theirs again. An IP address has none.",
      },
      DATABASE_URL: {
        usually: "an embedded Postgres in `DATA_DIR`",
        what: "Any Postgres from 14 on. Several hosts as `postgres://user:password@one:5432,two:5432/tree`: the one that takes writes serves. Needed on musl (Alpine) and Windows.",
      },
      DATABASE_DIRECT_URL: {
        usually: "none",
        what: "Postgres itself, where `DATABASE_URL` leads through a pooler such as PgBouncer: for migrations and locks.",
      },
      DATA_DIR: { usually: "`./data`", what: "The embedded database, and the keys made at the first start." },
      SESSION_SECRET: {
        usually: "made once, kept in `DATA_DIR/session.key`",
        what: "Signs owners' sessions, at least 32 characters. Replicas must share it.",
      },
      MESSAGE_KEY: {
        usually: "made once, kept in `DATA_DIR/message.key`; needed with `DATABASE_URL`",
        what: "Seals messages: 32 bytes in base64, or several keys as `ID:KEY,ID:KEY`, the one that seals first. Replicas must share it. Without it nobody can ever read the messages again.",
      },
      MESSAGE_KEY_FILE: {
        usually: "none",
        what: "A file that holds what `MESSAGE_KEY` would, such as a mounted secret. Only one of the two may be set.",
      },
      API_INNER_URL: {
        usually: "`http://127.0.0.1:` and `API_PORT`",
        what: "Where the website reaches the API, if not beside it.",
      },
      INTERNAL_KEY: {
        usually: "made at each start, given to both programs",
        what: "Proves to the API that a request comes from the website, at least 32 characters.",
      },
      TRUSTED_PROXIES: {
        usually: "none",
        what: "Addresses or ranges whose `X-Forwarded-For` counts, such as `10.0.0.0/8, 127.0.0.1`.",
      },
      OPERATOR_NAME: {
        usually: "none: texts say “the operator of this site”",
        what: "Who runs the site: a person or an organization, in at most 100 characters. Shown in the footer, at sign-up, and in the privacy and terms guides.",
      },
      CONTACT_EMAIL: {
        usually: "none: no address is shown, and replies to mails go to `MAIL_FROM`",
        what: "Where people can reach you, such as `help@tree.example`. Shown in the footer, the privacy and terms guides, `security.txt`, and on a tree that a moderator took down; the `Reply-To` of all mails. Set it for both programs.",
      },
      SECURITY_CONTACT: {
        usually: "`CONTACT_EMAIL`, or else the guide to reporting",
        what: "Where to tell of a weakness, for `/.well-known/security.txt`: an address with `mailto:` or `https:`.",
      },
      WEBMCP_ORIGIN_TRIAL_TOKEN: {
        usually: "none",
        what: "A token for browsers that try WebMCP out on the sites of a trial, sent as the header `Origin-Trial`.",
      },
      SMTP_URL: {
        usually: "none: mails go to the folder `outbox` in `DATA_DIR`",
        what: "The mail server, such as `smtps://user:password@mail.example:465`. `smtp:` turns to TLS where the server offers it; `?requireTLS=true` insists.",
      },
      MAIL_FROM: {
        usually: "`no-reply@` and the website's host",
        what: "Whom mails come from, such as `Tree Gifting <hello@tree.example>`. Needed with `SMTP_URL`.",
      },
      RATE_LIMITS: { usually: "`on`", what: "`off` for load tests. A warning says so at the start." },
      OPS_PORT: {
        usually: "none: closed",
        what: "Where the API tells operators' programs how it is: `/metrics`, `/healthz`, `/readyz`.",
      },
      SITE_OPS_PORT: { usually: "none: closed", what: "Where the website tells them the same." },
      OPS_HOST: {
        usually: "`127.0.0.1`",
        what: "The address that both listen on for that. Keep it one that visitors cannot reach.",
      },
      LEAD_SECONDS: {
        usually: "0.2",
        what: "How long a program that is asked to stop goes on taking requests, so that a proxy looks elsewhere. Up to 60.",
      },
      LOG_LEVEL: {
        usually: "`info`",
        what: "`debug`, `info`, `warn` or `error`. Looks that were served, and requests that were too many, are lines at `debug`.",
      },
    },
    /** What a quota counts, within a span of time in words. */
    quotas: {
      postsPerAddress: (within) => `Gifts from one address within ${within}.`,
      postsPerTree: (within) => `Gifts on one tree within ${within}.`,
      reportsPerAddress: (within) => `Reports from one address within ${within}.`,
      reportsPerTree: (within) => `Reports about one tree within ${within}.`,
      reportsPerTreePerAddress: (within) => `How many of a tree's reports may come from one address within ${within}.`,
      urgentReportsPerAddress: (within) =>
        `Reports for ${urgent} from one address within ${within}. No other reports use these up.`,
      urgentReportsPerTree: (within) => `Reports for ${urgent} about one tree within ${within}.`,
      urgentReportsPerTreePerAddress: (within) => `How many of these may come from one address within ${within}.`,
      requestsPerAddress: (within) => `Requests to \`/v1\` from one address within ${within}, counted by each process.`,
      unknownCodesPerAddress: (within) =>
        `Share codes without a tree, from one address within ${within}, counted by each process.`,
      rejectionsPerAddress: (within) =>
        `Texts that the word filter refuses, from one address within ${within}. Then posting waits.`,
      signInsPerAddress: (within) =>
        `Wrong passwords from one address within ${within}, in browsers that are new to the account.`,
      signInsPerNetwork: (within) => `The same from one IPv6 /48 network within ${within}.`,
      signInsPerAccount: (within) =>
        `The same for one account within ${within}. A mailed link still works, and so do browsers that signed in before.`,
      signInsPerDevice: (within) =>
        `Wrong passwords within ${within} in a browser that signed in to the account before.`,
      passwordsPerSession: (within) => `Wrong passwords on the account page within ${within}, in one session.`,
      signUpsPerAddress: (within) => `Accounts made from one address within ${within}.`,
      signUpsPerNetwork: (within) => `Accounts made from one IPv6 /48 network within ${within}.`,
      tagSignUpsPerMailbox: (within) => `Accounts made with plus-tags of one mailbox's address within ${within}.`,
      signUpMailsPerMailbox: (within) =>
        `Sign-up mails to one address without a plus-tag within ${within}. No more are sent.`,
      confirmationMailsPerAccount: (within) =>
        `Links to confirm one account's address, requested within ${within}. No more are sent.`,
      addressMailsPerMailbox: (within) =>
        `Mails to one mailbox to confirm a new address, within ${within}. No more are sent.`,
      resetMailsPerAccount: (within) => `Links for a new password to one account within ${within}. No more are sent.`,
      linkMailsPerTaggedAddress: (within) =>
        `The same for an account whose address has a plus-tag, and requested links to confirm it, within ${within}.`,
      resetsPerAddress: (within) =>
        `Links for a new password requested from one address within ${within}. Beyond that, each account gets one.`,
      treesPerOwner: (within) => `Trees that one owner creates within ${within}.`,
    } satisfies Quotas as Quotas,
  },
};

export type GuideParts = typeof guideParts;
