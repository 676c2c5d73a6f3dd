import type { AppealReceipt, Appeals } from "#contract/appeals";
import type { Failure } from "#contract/errors";
import { formKey } from "#contract/ids";
import type { Language } from "#contract/languages";
import type {
  GiftHidden,
  GiftLeft,
  GiftOfSender,
  GiftReplied,
  GiftsDeleted,
  GiftsOpened,
  GiftsPage,
  ListedGift,
  NamesChanged,
  OpeningPage,
  OwnersGift,
  OwnersPage,
  TreePage,
} from "#contract/messages";
import type { DoneAct, ModeratorMails, QueueEntry, QueuePage } from "#contract/moderation";
import type {
  Account,
  AccountDeleted,
  HiddenEntry,
  MailedLink,
  Owner,
  OwnersSession,
  SessionOwner,
} from "#contract/owners";
import type { Passkey } from "#contract/passkeys";
import type { PushOffer } from "#contract/push";
import type { ClaimableTree, OwnersTree, Tree, TreesPage } from "#contract/trees";
import { showApiUnavailable } from "./api-unavailable.ts";
import { askApi, type Visitor, visitorHeaders } from "./ask-api.ts";
import { derivedKey } from "./forms/derived-key.ts";

export type NewTree = {
  name: string;
  ownerName?: string;
  organizerName?: string;
  type: string;
  look?: string;
  openingDay: string;
  timeZone: string;
};
export type NewGift = {
  shareCode: string;
  senderName: string;
  message: string;
  giftAssetId: string;
  showSenderName: boolean;
};
/** As what an account has a tree: as its owner, or as the organizer who prepares it for somebody. */
export type Role = "trees" | "organizing";
/** What a private link names: a gift, and the key that takes it back. */
export type PrivateLink = { code: string; id: string; key: string };
export type NewReport = { shareCode: string; reason: string; messageId?: string; details?: string };
export type NewOwnersReport = { reason: string; details?: string; includesText: boolean };
export type ServiceStatus = { status: string; version: string; time: string };

/** The API's response: data or an error. `cookies` are to be set in the visitor's browser. */
export type Answer<Data, More = unknown> =
  | ({ ok: true; data: Data; cookies: string[] } & More)
  | {
      ok: false;
      status: number;
      error: Failure["error"];
      retryAfter?: string | null;
      cookies?: readonly string[];
    };

export type ApiClient = ReturnType<typeof apiClient>;

export const SIGNED_OUT: Answer<{ owner: SessionOwner | null }> = { ok: true, data: { owner: null }, cookies: [] };

/** Gifts on one page of a tree. */
const GIFTS_SHOWN = 60;
const TREES_SHOWN = 60;
/**
 * All that a page reads must arrive in this time. An API or a database that is silent is noticed before
 * (shared/observability/circuit-breaker.ts); this is for one that is slow.
 */
const READS_WAIT_MS = 1900;
/**
 * A form that was sent is not given up so soon: nobody could say then whether it arrived. One that waits for a lock, the
 * API itself gives up and undoes in less than two seconds (api/platform/db/client.ts), and a gift in five: this is for
 * one that is being done.
 */
const SENDING_WAIT_MS = 10_000;
/** A deletion, or leaving a tree, may cover a million gifts. Shorter than the idle timeout of a connection to the site. */
const DELETION_WAIT_MS = 28_000;

/** Each API path that was read, with the ETag of its response, or null if it had none. */
export type Reads = { path: string; tag: string | null }[];

/** The `Cookie` header of a browser that was sent these cookies. */
const sent = (cookies: readonly string[]) => cookies.map((each) => each.split(";")[0]).join("; ");

const UNAVAILABLE = {
  ok: false,
  status: 503,
  error: { code: "service_unavailable", message: "", requestId: "" },
} as const;

/** The API client for one visitor. Nothing else of their request is forwarded. Every read is recorded in `reads`. */
export function apiClient(visitor: Visitor, reads?: Reads) {
  const { address, forwardedFor, cookie, userAgent } = visitor;
  /** Once a call was not answered, the page does not wait for another. */
  let isAway = false;
  let readsSignal: AbortSignal | undefined;

  function signalFor(method: string, isDeletion: boolean): AbortSignal {
    if (method === "GET") {
      readsSignal ??= AbortSignal.timeout(READS_WAIT_MS);
      return readsSignal;
    }
    // What a page reads after its form was answered has a time of its own.
    readsSignal = undefined;
    return AbortSignal.timeout(isDeletion ? DELETION_WAIT_MS : SENDING_WAIT_MS);
  }

  function visitorsHeaders(): Headers {
    // By default `fetch` asks for compression, which is wasted work between two local processes.
    const accepted = { accept: "application/json", "accept-encoding": "identity" };
    const headers = new Headers({ ...accepted, ...visitorHeaders(address) });
    if (cookie) headers.set("cookie", cookie);
    if (userAgent) headers.set("user-agent", userAgent);
    if (forwardedFor) headers.set("x-forwarded-for", forwardedFor);
    // Rendered pages are cached themselves (server/response-cache.ts), so they must be made from current data.
    headers.set("cache-control", "no-cache");
    return headers;
  }

  /** The API's status for this read, if nothing changed 304; 503 if there is none. */
  async function statusNow({ path, tag }: Reads[number]): Promise<number> {
    const headers = visitorsHeaders();
    headers.set("if-none-match", tag ?? "");
    const answer = await askApi(path, { headers, signal: signalFor("GET", false) }).catch(() => null);
    return answer?.status ?? 503;
  }

  async function call<Data, More = unknown>(
    method: string,
    path: string,
    body?: object,
    { sentAs, isDeletion = method === "DELETE" }: { sentAs?: { once: string | undefined }; isDeletion?: boolean } = {},
  ): Promise<Answer<Data, More>> {
    if (isAway) return UNAVAILABLE;
    const headers = visitorsHeaders();
    if (sentAs) headers.set("idempotency-key", formKey(sentAs.once) ?? derivedKey(visitor, [path, body]));
    if (body) headers.set("content-type", "application/json");
    try {
      const response = await askApi(path, {
        method,
        headers,
        body: body && JSON.stringify(body),
        signal: signalFor(method, isDeletion),
      });
      if (method === "GET") reads?.push({ path, tag: response.ok ? response.headers.get("etag") : null });
      const answer = await response.json();
      isAway ||= response.status === 503;
      if (!answer.success) {
        const retryAfter = response.headers.get("retry-after");
        const cookies = response.headers.getSetCookie();
        return { ok: false, status: response.status, error: answer.error, retryAfter, cookies };
      }
      const treeOwner = response.headers.get("x-tree-owner") ?? undefined;
      return { ...answer, ok: true, cookies: response.headers.getSetCookie(), treeOwner };
    } catch (error) {
      if (method === "GET") reads?.push({ path, tag: null });
      showApiUnavailable(error);
      isAway = true;
      return UNAVAILABLE;
    }
  }

  async function ownGifts<Page extends OwnersPage>(
    code: string,
    list: string,
  ): Promise<Answer<OwnersGift[], { page: Page }>> {
    const answer = await call<OwnersGift[], { page: Page }>("GET", `${ownTreePath(code)}/${list}`);
    if (!answer.ok || answer.page.tree) return answer;
    // An API of 1.1.0, while the programs are upgraded one by one. Until 1.3.0.
    const tree = await call<OwnersTree>("GET", ownTreePath(code));
    return tree.ok ? { ...answer, page: { ...answer.page, tree: tree.data } } : tree;
  }

  return {
    /** The client of the session that an answer began; without one, this client's. */
    of: ({ cookies }: { cookies: readonly string[] }) =>
      apiClient({ ...visitor, cookie: sent(cookies) || cookie }, reads),
    /** Whether the API's responses to these reads are still the same; null if it cannot say. */
    async areUnchanged(reads: Reads): Promise<boolean | null> {
      const statuses = await Promise.all(reads.map(statusNow));
      return statuses.some((status) => status >= 500) ? null : statuses.every((status) => status === 304);
    },

    tree: (code: string) => call<Tree>("GET", `/v1/trees/${code}`),
    treePage: (code: string, cursor: string | null) =>
      call<TreePage, { treeOwner?: string }>("GET", `/site/trees/${code}?limit=${GIFTS_SHOWN}${cursorPart(cursor)}`),
    gifts: (code: string, cursor: string | null, limit: number) =>
      call<ListedGift[], { page: GiftsPage }>("GET", `/v1/messages/${code}?limit=${limit}${cursorPart(cursor)}`),
    /** `once` is the idempotency key that the form carried, here and below. */
    addGift: (gift: NewGift, once: string | undefined) =>
      call<GiftLeft>("POST", "/site/gifts", gift, { sentAs: { once } }),
    giftOfSender: (gift: PrivateLink) => call<GiftOfSender>("GET", privatePath(gift)),
    takeBack: (gift: PrivateLink) => call<{ id: string }>("DELETE", privatePath(gift)),
    reportReply: (gift: PrivateLink, report: { reason: string; details?: string }) =>
      call<{ id: string }>("POST", privatePath(gift, "/report"), report),
    pushOffer: () => call<PushOffer>("GET", "/site/push"),
    areSendersTold: (gift: PrivateLink) => call<{ told: boolean }>("GET", privatePath(gift, "/devices")),
    tellSender: (gift: PrivateLink, device: object) => call<object>("POST", privatePath(gift, "/devices"), device),
    stopTellingSender: (gift: PrivateLink) => call<object>("DELETE", privatePath(gift, "/devices")),
    report: (report: NewReport, once: string | undefined) =>
      call<{ id: string }>("POST", "/v1/reports", report, { sentAs: { once } }),
    /** Its idempotency key follows from the texts: a form that was changed since is another appeal. */
    appeal: (appeal: { includesText: boolean }) =>
      call<AppealReceipt>("POST", "/site/appeals", appeal, { sentAs: { once: undefined } }),
    status: () => call<ServiceStatus>("GET", "/v1/status"),

    /** Who is signed in, or in an outage that nobody can say. Without a session cookie the API is not called. */
    session: async () =>
      cookie?.includes("session_token=")
        ? call<{ owner: SessionOwner | null }>("GET", "/auth/get-session")
        : SIGNED_OUT,
    signUp: (email: string, password: string, language: Language) =>
      call<{ email: string }>("POST", "/auth/sign-up/email", { email, password, language }),
    signIn: (email: string, password: string) =>
      call<{ owner: Owner }>("POST", "/auth/sign-in/email", { email, password }),
    signOut: () => call<{ signedOut: true }>("POST", "/auth/sign-out", {}),
    askForReset: (email: string) => call<{ email: string }>("POST", "/auth/request-password-reset", { email }),
    lookAtLink: (token: string) => call<MailedLink>("POST", "/auth/link", { token }),
    signInByLink: (token: string) => call<{ owner: Owner }>("POST", "/auth/sign-in/link", { token }),
    resetPassword: (token: string, password: string, language: Language) =>
      call<{ changed: true }>("POST", "/auth/reset-password", { token, password, language }),
    confirmEmail: (token: string, password?: string) =>
      call<{ email: string }>("POST", "/auth/confirm-email", { token, password }),
    unsubscribe: (token: string) => call<{ unsubscribed: true }>("POST", "/auth/unsubscribe", { token }),

    account: () => call<Account>("GET", "/owner/account"),
    changeAccount: (changes: object) => call<Account>("PATCH", "/owner/account", changes),
    askForConfirmation: () => call<{ isEmailConfirmed: boolean }>("POST", "/owner/account/confirmation", {}),
    changeEmail: (email: string, password: string) =>
      call<{ email: string }>("POST", "/owner/account/email", { email, password }),
    cancelNewEmail: () => call<{ isCanceled: boolean }>("DELETE", "/owner/account/email"),
    changePassword: (password: string, newPassword: string) =>
      call<{ changed: true }>("POST", "/owner/account/password", { password, newPassword }),
    sessions: () => call<OwnersSession[]>("GET", "/owner/sessions"),
    endSession: (id: string) => call<{ id: string }>("DELETE", `/owner/sessions/${encodeURIComponent(id)}`),
    tellOwner: (device: object) => call<object>("POST", "/owner/sessions/device", device),
    stopTellingOwner: (id: string) => call<object>("DELETE", `/owner/sessions/${encodeURIComponent(id)}/device`),
    passkeys: () => call<Passkey[]>("GET", "/owner/passkeys"),
    removePasskey: (id: string) => call<{ id: string }>("DELETE", `/owner/passkeys/${encodeURIComponent(id)}`),
    deleteAccount: (password: string) => call<{ deleted: AccountDeleted }>("DELETE", "/owner/account", { password }),

    hidden: () => call<HiddenEntry[]>("GET", "/owner/hiding"),
    hide: (entry: { kind: string; text: string }) => call<HiddenEntry[]>("POST", "/owner/hiding", entry),
    unhide: (entry: { kind: string; text: string }) => call<HiddenEntry[]>("POST", "/owner/hiding/remove", entry),

    queue: (cursor: string | null) =>
      call<QueueEntry[], { page: QueuePage }>("GET", `/moderation/queue?limit=10${cursorPart(cursor)}`),
    history: (cursor: string | null) =>
      call<DoneAct[], { page: { next: string | null } }>("GET", `/moderation/history?limit=30${cursorPart(cursor)}`),
    moderate: (act: object, once: string | undefined) =>
      call<{ id: string }>("POST", "/moderation/acts", act, { sentAs: { once } }),

    moderatorMails: () => call<ModeratorMails>("GET", "/moderation/mails"),
    changeModeratorMails: (isOn: boolean) => call<ModeratorMails>("PATCH", "/moderation/mails", { isOn }),

    appeals: () => call<Appeals>("GET", "/moderation/appeals"),
    settleAppeal: (id: string) => call<{ id: string }>("DELETE", `/moderation/appeals/${encodeURIComponent(id)}`),

    /** Counts a page that is made for this visitor alone; refused if there were too many. */
    visit: () => call<object>("POST", "/site/visits"),

    ownTrees: (cursor: string | null, role: Role = "trees") =>
      call<OwnersTree[], { page: TreesPage }>("GET", `/owner/${role}?limit=${TREES_SHOWN}${cursorPart(cursor)}`),
    ownTree: (code: string, role?: Role) => call<OwnersTree>("GET", ownTreePath(code, role)),
    createTree: (tree: NewTree, once: string | undefined, role: Role) =>
      call<OwnersTree>("POST", `/owner/${role}`, tree, { sentAs: { once } }),
    changeTree: (code: string, changes: object, role: Role) =>
      call<OwnersTree>("PATCH", ownTreePath(code, role), changes),
    deleteTree: (code: string, role: Role) => call<{ shareCode: string }>("DELETE", ownTreePath(code, role)),
    deleteGiftsUnread: (code: string, ids: readonly string[]) =>
      call<GiftsDeleted>("POST", `${ownTreePath(code, "organizing")}/gifts/delete`, { ids }),
    makeClaimLink: (code: string, password: string) =>
      call<{ token: string }>("POST", `${ownTreePath(code, "organizing")}/link`, { password }),
    lookAtClaim: (shareCode: string, token: string) =>
      call<ClaimableTree>("POST", "/site/claims", { shareCode, token }),
    claim: (shareCode: string, token: string) => call<OwnersTree>("POST", "/owner/claims", { shareCode, token }),
    gather: (code: string) => call<OwnersTree>("POST", `${ownTreePath(code)}/gathering`, {}),
    hideGift: (code: string, id: string, isHidden: boolean) =>
      call<GiftHidden>("PATCH", `${ownTreePath(code)}/messages/${encodeURIComponent(id)}`, { isHidden }),
    /** Without a line, one that was sent before stays. */
    reply: (code: string, id: string, reply: { line?: string }) =>
      call<GiftReplied>("PUT", `${ownTreePath(code)}/messages/${encodeURIComponent(id)}/reply`, reply),
    takeReplyBack: (code: string, id: string) =>
      call<GiftReplied>("DELETE", `${ownTreePath(code)}/messages/${encodeURIComponent(id)}/reply`),
    changeNames: (code: string, names: { show: string[]; hide: string[] }) =>
      call<NamesChanged>("POST", `${ownTreePath(code)}/messages/names`, names),
    deleteGifts: (code: string, ids: readonly string[]) =>
      call<GiftsDeleted>("POST", `${ownTreePath(code)}/messages/delete`, { ids }),
    reportGift: (code: string, id: string, report: NewOwnersReport) =>
      call<{ id: string }>("POST", `${ownTreePath(code)}/messages/${encodeURIComponent(id)}/report`, report),
    ownMessages: (code: string, cursor: string | null, limit = GIFTS_SHOWN) =>
      ownGifts<OwnersPage>(code, `messages?limit=${limit}${cursorPart(cursor)}`),
    /** `here` is the cursor of the newest page of gifts that the owner sees. */
    markSeen: (code: string, here: string) =>
      call<{ shareCode: string }>("POST", `${ownTreePath(code)}/seen`, { cursor: here }),
    /** The page at a cursor; without one, with the next gift to unwrap. */
    openingPage: (code: string, before: string | null) =>
      ownGifts<OpeningPage>(code, `opening?limit=${GIFTS_SHOWN}${cursorPart(before)}`),
    markOpened: (code: string, ids: readonly string[]) =>
      call<GiftsOpened>("POST", `${ownTreePath(code)}/opening`, { ids }),
  };
}

// The code comes from a page's URL and may be anything.
const ownTreePath = (code: string, role: Role = "trees") => `/owner/${role}/${encodeURIComponent(code)}`;
const privatePath = ({ code, id, key }: PrivateLink, more = "") =>
  `/site/gifts/${code}/${encodeURIComponent(id)}${more}?key=${encodeURIComponent(key)}`;
const cursorPart = (cursor: string | null) => (cursor ? `&cursor=${encodeURIComponent(cursor)}` : "");
