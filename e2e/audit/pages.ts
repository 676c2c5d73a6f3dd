import type { Seed } from "./seed.ts";

/** One page as the audits visit it. */
export type AuditedPage = {
  name: string;
  /** The path and query, in English; other languages add a prefix. */
  address: (seed: Seed) => string;
  /** The expected status; 200 by default. */
  status?: number;
  /** Signed in as the owner of the trees, or as a moderator. */
  isSignedIn?: true | "moderator";
  /** A form to send to the URL: the audited page is the answer. */
  sends?: Record<string, string>;
  /** Whether Lighthouse audits it too. For a page that is noindex on purpose, the indexing audit is skipped. */
  lighthouse?: "listed" | "not listed";
  /** The limit of bytes over the wire at a first visit, if it differs from the usual one. */
  bytesMax?: number;
};

/** Private pages are not compressed (docs/decisions/015-owners-pages-and-compression.md). */
export const UNCOMPRESSED_BYTES_MAX = 90_000;
/** A page of twenty reports, as when other tests have filled the queue. */
const QUEUE_BYTES_MAX = 130_000;
const emptyGift = { giftAssetId: "card", message: "", senderName: "" };
/** The word filter refuses it, and it is in no language. */
const RUDE = "🖕";
const refusedGift = { giftAssetId: "card", message: RUDE, senderName: RUDE };
const treeOfThePast = { name: "", type: "birthday", openingDay: "2020-02-02", timeZone: "Europe/London" };
const stranger = { email: "nobody@example.com", password: "not the password" };

/** Every page of the site. Add a new page here to have it audited and its size checked. */
export const PAGES: readonly AuditedPage[] = [
  { name: "home", address: () => "/", lighthouse: "listed" },

  { name: "tree", address: ({ open }) => `/send-message?tree=${open}`, lighthouse: "not listed" },
  { name: "tree-closed", address: ({ closed }) => `/send-message?tree=${closed}` },
  { name: "tree-60-gifts", address: ({ sixty }) => `/send-message?tree=${sixty}`, bytesMax: 100_000 },
  { name: "screen", address: ({ open }) => `/tree/${open}/screen` },
  { name: "screen-unknown", address: () => "/tree/zzzzzzzz/screen", status: 404 },
  { name: "tree-errors", address: ({ open }) => `/send-message?tree=${open}`, sends: emptyGift, status: 422 },
  { name: "tree-refused", address: ({ open }) => `/send-message?tree=${open}`, sends: refusedGift, status: 422 },
  {
    name: "tree-refused-told",
    address: ({ open }) => `/send-message?tree=${open}`,
    sends: { ...refusedGift, tellOperator: "message senderName" },
  },
  { name: "tree-unknown", address: () => "/send-message?tree=zzzzzzzz", status: 404 },
  { name: "tree-no-code", address: () => "/send-message", status: 400 },

  {
    name: "take-back",
    address: ({ closed, sent: { id, takeBackKey } }) => `/take-back?tree=${closed}&gift=${id}&key=${takeBackKey}`,
  },
  {
    name: "take-back-replied",
    address: ({ unwrapped, replied: { id, takeBackKey } }) =>
      `/take-back?tree=${unwrapped}&gift=${id}&key=${takeBackKey}`,
  },
  {
    name: "take-back-report",
    address: ({ unwrapped, replied: { id, takeBackKey } }) => `/report?tree=${unwrapped}&gift=${id}&key=${takeBackKey}`,
  },
  { name: "take-back-none", address: ({ open }) => `/take-back?tree=${open}` },
  { name: "take-back-done", address: ({ open }) => `/take-back?tree=${open}&done=none` },

  { name: "create", address: () => "/create", lighthouse: "listed" },
  { name: "create-errors", address: () => "/create", sends: treeOfThePast, status: 422, isSignedIn: true },
  {
    name: "create-refused",
    address: () => "/create",
    sends: { name: RUDE, type: "birthday", openingDay: "2030-02-02", timeZone: "Europe/London", tellOperator: "name" },
    isSignedIn: true,
  },
  { name: "sign-in", address: () => "/sign-in" },
  { name: "sign-in-errors", address: () => "/sign-in", sends: stranger, status: 422 },
  { name: "sign-up", address: () => "/sign-up" },

  { name: "reset-password", address: () => "/reset-password" },
  { name: "reset-password-sent", address: () => "/reset-password?sent" },
  { name: "reset-password-link", address: ({ signingIn }) => `/reset-password?token=${signingIn}` },
  {
    name: "reset-password-other-account",
    address: ({ signingIn }) => `/reset-password?token=${signingIn}`,
    isSignedIn: "moderator",
  },
  {
    name: "reset-password-expired",
    address: () => "/reset-password?token=none",
    sends: { token: "none", password: "correct horse battery" },
    status: 422,
  },
  { name: "confirm-email", address: ({ confirming }) => `/confirm-email?token=${confirming}` },
  {
    name: "confirm-email-other-account",
    address: ({ confirming }) => `/confirm-email?token=${confirming}`,
    isSignedIn: "moderator",
  },
  { name: "confirm-email-expired", address: () => "/confirm-email", sends: { token: "none" }, status: 422 },
  { name: "unsubscribe", address: () => "/unsubscribe?token=none" },
  { name: "unsubscribe-bad-link", address: () => "/unsubscribe?token=none", sends: {}, status: 422 },
  { name: "account", address: () => "/account", isSignedIn: true },
  {
    name: "account-errors",
    address: () => "/account",
    sends: { change: "password", password: "not the password", newPassword: "qwertyuiop" },
    status: 422,
    isSignedIn: true,
  },
  { name: "account-passkeys", address: () => "/account", isSignedIn: "moderator" },

  { name: "my-trees", address: () => "/my-trees", isSignedIn: true, lighthouse: "not listed" },
  { name: "my-tree", address: ({ open }) => `/my-trees/${open}`, isSignedIn: true, bytesMax: UNCOMPRESSED_BYTES_MAX },
  {
    name: "my-tree-closed",
    address: ({ closed }) => `/my-trees/${closed}`,
    isSignedIn: true,
    bytesMax: UNCOMPRESSED_BYTES_MAX,
  },
  {
    name: "my-tree-refused",
    address: ({ open }) => `/my-trees/${open}`,
    sends: { change: "thanks", thanks: RUDE },
    status: 422,
    isSignedIn: true,
    bytesMax: UNCOMPRESSED_BYTES_MAX,
  },
  {
    name: "my-tree-selecting",
    address: ({ open }) => `/my-trees/${open}?select=all`,
    isSignedIn: true,
    bytesMax: UNCOMPRESSED_BYTES_MAX,
  },
  { name: "delete-gifts", address: ({ open, gift }) => `/my-trees/${open}/delete?gift=${gift}`, isSignedIn: true },
  { name: "report-own-gift", address: ({ open, gift }) => `/my-trees/${open}/report?gift=${gift}`, isSignedIn: true },
  { name: "reply", address: ({ open, gift }) => `/my-trees/${open}/reply?gift=${gift}`, isSignedIn: true },
  {
    name: "reply-errors",
    address: ({ open, gift }) => `/my-trees/${open}/reply?gift=${gift}`,
    sends: { line: "x".repeat(101) },
    status: 422,
    isSignedIn: true,
  },
  { name: "names", address: ({ open }) => `/my-trees/${open}/names`, isSignedIn: true },
  { name: "hide-gift", address: ({ open, gift }) => `/my-trees/${open}/hide?gift=${gift}`, isSignedIn: true },
  {
    name: "opening",
    address: ({ open }) => `/my-trees/${open}/opening`,
    isSignedIn: true,
    bytesMax: UNCOMPRESSED_BYTES_MAX,
  },
  {
    name: "opening-gift",
    address: ({ open }) => `/my-trees/${open}/opening?gift=first`,
    isSignedIn: true,
    bytesMax: UNCOMPRESSED_BYTES_MAX,
  },
  {
    name: "opening-60-gifts",
    address: ({ sixty }) => `/my-trees/${sixty}/opening`,
    isSignedIn: true,
    bytesMax: UNCOMPRESSED_BYTES_MAX,
  },
  {
    name: "opening-done",
    address: ({ unwrapped }) => `/my-trees/${unwrapped}/opening?done`,
    isSignedIn: true,
    bytesMax: UNCOMPRESSED_BYTES_MAX,
  },
  {
    name: "keepsake",
    address: ({ open }) => `/my-trees/${open}/keepsake`,
    isSignedIn: true,
    bytesMax: UNCOMPRESSED_BYTES_MAX,
  },
  {
    name: "surprise",
    address: ({ surprise }) => `/organizing/${surprise}`,
    isSignedIn: true,
    bytesMax: UNCOMPRESSED_BYTES_MAX,
  },
  {
    name: "surprise-errors",
    address: ({ surprise }) => `/organizing/${surprise}`,
    sends: { change: "name", name: RUDE },
    status: 422,
    isSignedIn: true,
    bytesMax: UNCOMPRESSED_BYTES_MAX,
  },
  {
    name: "surprise-link",
    address: ({ prepared }) => `/organizing/${prepared}/link`,
    isSignedIn: "moderator",
  },
  { name: "surprise-form", address: ({ surprise }) => `/send-message?tree=${surprise}` },
  { name: "claim-gone", address: ({ surprise }) => `/claim?tree=${surprise}&key=none`, status: 410 },
  { name: "invitation", address: ({ closed }) => `/invitation/${closed}`, isSignedIn: true },

  {
    name: "moderation",
    address: () => "/moderation",
    isSignedIn: "moderator",
    lighthouse: "not listed",
    bytesMax: QUEUE_BYTES_MAX,
  },
  {
    name: "moderation-settled",
    address: () => "/moderation?settled",
    isSignedIn: "moderator",
    bytesMax: QUEUE_BYTES_MAX,
  },
  {
    name: "moderation-done",
    address: () => "/moderation?done=take_down_tree",
    isSignedIn: "moderator",
    bytesMax: QUEUE_BYTES_MAX,
  },
  {
    name: "moderation-history",
    address: () => "/moderation/history",
    isSignedIn: "moderator",
    bytesMax: UNCOMPRESSED_BYTES_MAX,
  },

  { name: "report", address: ({ open }) => `/report?tree=${open}` },
  { name: "report-errors", address: ({ open }) => `/report?tree=${open}`, sends: { reason: "" }, status: 422 },

  { name: "guides", address: () => "/guides/" },
  { name: "guide", address: () => "/guides/getting-started", lighthouse: "listed" },
  { name: "guide-api", address: () => "/guides/api" },
  { name: "guide-gifts", address: () => "/guides/gifts" },
  { name: "status", address: () => "/status" },
  { name: "offline", address: () => "/offline" },
  { name: "not-found", address: () => "/nothing-here", status: 404 },
  { name: "broken", address: () => "/500", status: 500 },
  { name: "away", address: () => "/503", status: 503 },
];
