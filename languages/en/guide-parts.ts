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

const number = new Intl.NumberFormat("en");
const characters = (max: number) => `1 to ${number.format(max)} characters`;
const urgent = URGENT_REASONS.map((reason) => `\`${reason}\``).join(" or ");

/** What each quota counts, in the guide for operators. */
type Quotas = Partial<Record<RatePolicyKey, (within: string) => string>>;

/** The words of lists and tables in the guides, in English: the dictionary whose shape the others follow. */
export const guideParts = {
  operator: { first: "The operator of this site", within: "the operator of this site" },
  contact: "You can reach us at {email}.",
  /** The words of a button in quotation marks; null: in italics. */
  quoted: null as ((words: string) => string) | null,
  gifts: {
    about: (picture: string, shownFirstFor: readonly string[]) =>
      `${picture}.${shownFirstFor.length > 0 ? ` Shown first for: ${shownFirstFor.join(", ")}.` : ""}`,
  },
  /** A span of time: “10 minutes”. */
  span: (count: number, unit: "hour" | "minute" | "second") => `${count} ${unit}${count === 1 ? "" : "s"}`,
  errors: {
    label: "Error codes",
    columns: ["Status", "Code", "Message"],
    /** What each code means, where it is not the message that the API sends: null in English. */
    meanings: null as Record<PublicErrorCode, string> | null,
  },
  limits: {
    label: "Size limits",
    columns: ["Item", "Limit"],
    rows: [
      ["Share code", `${SHARE_CODE_LENGTH} letters and digits, case-sensitive`],
      ["Sender's name", `${characters(SENDER_NAME_MAX)}, on one line`],
      ["Message", `${characters(MESSAGE_MAX)}; line breaks, indentation and emoji are allowed`],
      ["Tree name", `${characters(TREE_NAME_MAX)}, on one line`],
      ["Report details", characters(REPORT_DETAILS_MAX)],
      ["Consecutive combining marks", `at most ${COMBINING_MARKS_MAX}`],
      ["Gifts per page", `1 to ${PAGE_LIMIT_MAX}; ${PAGE_LIMIT_DEFAULT} by default`],
      ["Request body", `at most ${BODY_MAX_BYTES / 1024} KiB`],
    ],
  },
  rateLimits: {
    label: "Rate limits",
    columns: ["Name", "Quota", "Window", "What counts"],
    counts: {
      postsPerAddress: "Gifts created from one address.",
      postsPerTree: "Gifts created on one tree, by all clients.",
      reportsPerAddress: "Reports from one address.",
      reportsPerTree:
        "Reports about one tree and its gifts, by all clients. Duplicates and reports of unknown gifts don't count.",
      reportsPerTreePerAddress: "The same, per address.",
      urgentReportsPerAddress: `Reports for ${urgent} from one address, counted separately from other reports.`,
      urgentReportsPerTree: `Reports for ${urgent} about one tree and its gifts, by all clients.`,
      urgentReportsPerTreePerAddress: "The same, per address.",
      requestsPerAddress: "All requests to /v1 from one address.",
      unknownCodesPerAddress:
        "Requests from one address for well-formed share codes that don't exist. Once this is used up, all /v1 requests from that address are rejected until one of them leaves the window.",
      rejectionsPerAddress:
        "Texts from one address that the word filter rejected. The same request again within a minute doesn't count. Once this is used up, the cool-down starts.",
      coolDownPerAddress: "The cool-down: no gifts can be created from this address until it ends.",
    } satisfies Record<PublicRatePolicyKey, string>,
  },
  reportReasons: { label: "Reasons for a report", columns: ["Reason", "Value in the API"] },
  tools: {
    columns: ["Tool", "Description", "Parameters"],
    parameters: (tool: string) => `Parameters of ${tool}`,
    parameterColumns: ["Parameter", "Type", "Description"],
    optional: (type: string) => `${type}, optional`,
    schema: "JSON Schema",
    /** What each tool and parameter is, where it differs from what agents are told: null in English. */
    inOwnWords: null as Record<
      string,
      { title: string; description: string; parameters: Record<string, string> }
    > | null,
  },
  configuration: {
    label: "Environment variables",
    columns: ["Variable", "Default", "Description"],
    variables: {
      API_PORT: { usually: "3000", what: "The port the API listens on." },
      API_PROCESSES: {
        usually: "1",
        what: "Number of API processes that share this port, for example one per core. More than one requires Linux. Each further process uses the next `OPS_PORT`.",
      },
      SITE_PORT: { usually: "4321", what: "The port the website listens on." },
      API_URL: {
        usually: "`SITE_URL` if that is set, or else `http://localhost:` and the port",
        what: "The API's public URL, if it has one of its own.",
      },
      SITE_URL: {
        usually: "`http://localhost:` and the port",
        what: "The website's public URL. If it starts with `https`, cookies are `Secure`. Passkeys are bound to its host name: if it changes, owners have to add theirs again. They don't work with an IP address.",
      },
      DATABASE_URL: {
        usually: "an embedded Postgres in `DATA_DIR`",
        what: "The connection string of any Postgres 14 or later. List several hosts as `postgres://user:password@one:5432,two:5432/tree`; the one that accepts writes is used. Add `?sslmode=verify-full` to encrypt the connection and check the server's certificate, and, if that certificate is from a private authority, `&sslrootcert=` with the path of the authority's certificate. Required on musl (Alpine) and Windows.",
      },
      DATABASE_DIRECT_URL: {
        usually: "none",
        what: "A direct connection to Postgres for migrations and locks, if `DATABASE_URL` goes through a pooler such as PgBouncer.",
      },
      DATABASE_CONNECTIONS: {
        usually: "16",
        what: "How many connections each API process opens, from 8 on, besides one for its lock. Fewer for a small plan of a managed Postgres.",
      },
      DATA_DIR: {
        usually: "`./data`",
        what: "The folder for the embedded database and the keys generated at the first start.",
      },
      SESSION_SECRET: {
        usually: "generated once, stored in `DATA_DIR/session.key`",
        what: "The key that signs owners' sessions, at least 32 characters. All instances must share it.",
      },
      MESSAGE_KEY: {
        usually: "generated once, stored in `DATA_DIR/message.key`; required with `DATABASE_URL`",
        what: "The key that encrypts messages: 32 bytes in base64, or several keys as `ID:KEY,ID:KEY`, with the one used for encryption first. All instances must share it. If you lose it, no one can ever read the messages again.",
      },
      MESSAGE_KEY_FILE: {
        usually: "none",
        what: "A file that contains the value of `MESSAGE_KEY`, such as a mounted secret. Set only one of the two. `DATABASE_URL`, `DATABASE_DIRECT_URL`, `SESSION_SECRET`, `INTERNAL_KEY`, `PUSH_KEY` and `SMTP_URL` can each be in a file too: add `_FILE` to the name.",
      },
      PUSH_KEY: {
        usually: "generated once, stored in `DATA_DIR/push.key`; with `DATABASE_URL` none: no notifications",
        what: "The key that signs notifications: 32 bytes in base64, the same for all instances. `npm run keys -- renew-push` forgets it.",
      },
      PUSH_SERVICES: {
        usually: "`fcm.googleapis.com` and others",
        what: "The push services that notifications may go to.",
      },
      API_INNER_URL: {
        usually: "`http://`, `LISTEN_HOST` or else `127.0.0.1`, and `API_PORT`",
        what: "The URL the website uses to reach the API, if the API runs on another host.",
      },
      INTERNAL_KEY: {
        usually: "generated at each start and passed to both programs",
        what: "The secret the website uses to authenticate to the API, at least 32 characters.",
      },
      TRUSTED_PROXIES: {
        usually: "none",
        what: "IP addresses or ranges whose `X-Forwarded-For` header is trusted, such as `10.0.0.0/8, 127.0.0.1`.",
      },
      OPERATOR_NAME: {
        usually: "none: texts say “the operator of this site”",
        what: "Who runs the site: a person or an organization, in at most 100 characters. Shown in the footer, at sign-up, and in guides such as privacy and terms.",
      },
      CONTACT_EMAIL: {
        usually: "none: no address is shown, and replies to emails go to `MAIL_FROM`",
        what: "Where people can reach you, such as `help@tree.example`. Shown in the footer, in guides such as privacy and terms, in `security.txt`, and on trees that a moderator took down, and used as the `Reply-To` of all emails. Set it for both programs.",
      },
      SIGN_UPS: {
        usually: "`open`",
        what: "Who may create an account: `open` for anyone, `closed` for no one, or `invite` for people you invite with `npm run admin`. Set it for both programs.",
      },
      SECURITY_CONTACT: {
        usually: "`CONTACT_EMAIL`, or else the reporting guide",
        what: "Where to report vulnerabilities, for `/.well-known/security.txt`: a `mailto:` or `https:` URL.",
      },
      WEBMCP_ORIGIN_TRIAL_TOKEN: {
        usually: "none",
        what: "A token that enables WebMCP in browsers that offer it as an origin trial, sent in the `Origin-Trial` header.",
      },
      SMTP_URL: {
        usually: "none: emails are saved in the folder `outbox` in `DATA_DIR`",
        what: "The mail server, such as `smtps://user:password@mail.example:465`. `smtp:` upgrades to TLS if the server supports it; add `?requireTLS=true` to require it.",
      },
      MAIL_FROM: {
        usually: "`no-reply@` and the website's host",
        what: "The sender of emails, such as `Tree Gifting <hello@tree.example>`. Required with `SMTP_URL`.",
      },
      RATE_LIMITS: { usually: "`on`", what: "Set to `off` for load tests. A warning is logged at startup." },
      LISTEN_HOST: {
        usually: "all addresses",
        what: "The IP address the website and the API listen on. Set it to `127.0.0.1` if the proxy runs on the same machine, so that no one can bypass it.",
      },
      OPS_PORT: {
        usually: "none: disabled",
        what: "The port for the API's metrics and health checks: `/metrics`, `/healthz`, `/readyz`.",
      },
      SITE_OPS_PORT: { usually: "none: disabled", what: "The port for the website's metrics and health checks." },
      OPS_HOST: {
        usually: "`127.0.0.1`",
        what: "The IP address those two ports listen on. Visitors must not be able to reach it.",
      },
      LEAD_SECONDS: {
        usually: "0.2",
        what: "How many seconds a program keeps accepting requests after it's told to stop, so that the proxy can switch to another instance. Up to 60.",
      },
      DRAIN_SECONDS: {
        usually: "10",
        what: "How many seconds requests in progress may still take when a program stops. Then they're cut off. Up to 60.",
      },
      LOG_LEVEL: {
        usually: "`info`",
        what: "`debug`, `info`, `warn` or `error`. Successful reads and rate-limited requests are logged at `debug`.",
      },
    },
    /** What a quota counts, within a span of time in words. */
    quotas: {
      postsPerAddress: (within) => `Gifts from one address within ${within}.`,
      postsPerTree: (within) => `Gifts on one tree within ${within}.`,
      reportsPerAddress: (within) => `Reports from one address within ${within}.`,
      reportsPerTree: (within) => `Reports about one tree within ${within}.`,
      reportsPerTreePerAddress: (within) => `Reports about one tree from one address within ${within}.`,
      urgentReportsPerAddress: (within) =>
        `Reports for ${urgent} from one address within ${within}. Other reports don't count.`,
      urgentReportsPerTree: (within) => `Reports for ${urgent} about one tree within ${within}.`,
      urgentReportsPerTreePerAddress: (within) => `The same from one address within ${within}.`,
      requestsPerAddress: (within) =>
        `Requests to \`/v1\` from one address within ${within}, counted per process. Opening emailed links, using them and requesting them each count separately, the last also per IPv6 /48 network.`,
      unknownCodesPerAddress: (within) =>
        `Share codes that don't exist, from one address within ${within}, counted per process.`,
      rejectionsPerAddress: (within) =>
        `Texts from one address that the word filter rejects within ${within}. After that, the cool-down starts.`,
      signInsPerAddress: (within) =>
        `Wrong passwords from one address within ${within}, in browsers that haven't signed in to the account before.`,
      signInsPerNetwork: (within) => `The same from one IPv6 /48 network within ${within}.`,
      signInsPerAccount: (within) =>
        `The same for one account within ${within}. Links sent by email still work, and so do browsers that signed in before.`,
      signInsPerDevice: (within) =>
        `Wrong passwords within ${within} in one browser that signed in to the account before.`,
      passwordsPerSession: (within) => `Wrong passwords on the account page within ${within}, in one session.`,
      signUpsPerAddress: (within) => `Accounts created from one address within ${within}.`,
      signUpsPerNetwork: (within) => `Accounts created from one IPv6 /48 network within ${within}.`,
      linkMailsPerAccount: (within) =>
        `Links to sign in, and, counted separately, links to confirm its email, that one account gets within ${within}. After that, none are sent, and the last one still works.`,
      addressChangesPerAccount: (within) =>
        `Changes of email address that one account asks for within ${within}. After that, no emails are sent for them.`,
      mailsPerUnconfirmedMailbox: (within) =>
        `Emails to one mailbox within ${within} until someone confirms an address there, whatever plus-tags and dots are used. Links to sign in that go to the mailbox's own address count separately.`,
      mailboxesPerAddress: (within) =>
        `Different mailboxes that emails are requested for from one address within ${within}. After that, only confirmed accounts get theirs.`,
      treesPerOwner: (within) => `Trees created by one owner within ${within}.`,
      pagesPerAddress: (within) =>
        `Pages made for one visitor, such as the one after leaving a gift, from one address within ${within}, per process.`,
      requestsPerOwner: (within) => `Requests from one signed-in device of an owner within ${within}, per process.`,
      renamesPerOwner: (within) => `Changes of name or look on one owner's trees within ${within}.`,
      devicesPerAddress: (within) => `Devices to notify from one address within ${within}.`,
      appealsPerAddress: (within) =>
        `Texts refused by the word filter that are reported as a mistake from one address within ${within}.`,
      appealsPerNetwork: (within) => `The same from one IPv6 /48 network within ${within}.`,
      appealsPerService: (within) => `The same from all addresses within ${within}.`,
    } satisfies Quotas as Quotas,
  },
};

export type GuideParts = typeof guideParts;
