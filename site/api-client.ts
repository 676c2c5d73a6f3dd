import type { Failure } from "#contract/errors";
import type { Language } from "#contract/languages";
import type { GiftReceipt, GiftsDeleted, GiftsPage, ListedGift, OwnersGift } from "#contract/messages";
import type { DoneAct, QueueEntry, QueuePage } from "#contract/moderation";
import type { Account, AccountDeleted, Owner, OwnersSession, SessionOwner } from "#contract/owners";
import type { OwnersTree, Tree } from "#contract/trees";
import { sayApiAway } from "./api-away.ts";
import { askApi } from "./ask-api.ts";
import { visitorHeaders } from "./visitor-headers.ts";

export type NewTree = { name: string; type: string; openingDay: string; timeZone: string };
export type NewGift = {
  shareCode: string;
  senderName: string;
  message: string;
  giftAssetId: string;
  showSenderName: boolean;
};
export type NewReport = { shareCode: string; reason: string; messageId?: string; details?: string };
export type NewOwnersReport = { reason: string; details?: string; includesText: boolean };
export type ServiceStatus = { status: string; version: string; time: string };

/** What the API answered: the data, or its refusal. `cookies` are for the visitor's browser. */
export type Answer<Data, More = unknown> =
  | ({ ok: true; data: Data; cookies: string[] } & More)
  | { ok: false; status: number; error: Failure["error"]; retryAfter?: string | null };

export type ApiClient = ReturnType<typeof apiClient>;

/** Gifts on one page of a tree. */
const GIFTS_SHOWN = 60;
const WAIT_MS = 10_000;
/** What is deleted may have a million gifts. Less than a connection to the site may idle. */
const DELETION_WAIT_MS = 28_000;

/** Who the API is asked for: an address, what proxies said of it, a session, and what the browser calls itself. */
export type Visitor = {
  address: string | undefined;
  forwardedFor: string | null;
  cookie: string | null;
  userAgent?: string | null;
};

/** The way to the API for one visitor: nothing else of their request travels along. */
export function apiClient({ address, forwardedFor, cookie, userAgent }: Visitor) {
  async function call<Data, More = unknown>(
    method: string,
    path: string,
    body?: object,
    { idempotencyKey, isCurrent }: { idempotencyKey?: string; isCurrent?: boolean } = {},
  ): Promise<Answer<Data, More>> {
    // Left unsaid, `fetch` would ask for compression, which is work for nothing between two programs side by side.
    const accepted = { accept: "application/json", "accept-encoding": "identity" };
    const headers = new Headers({ ...accepted, ...visitorHeaders(address) });
    if (cookie) headers.set("cookie", cookie);
    if (userAgent) headers.set("user-agent", userAgent);
    if (forwardedFor) headers.set("x-forwarded-for", forwardedFor);
    if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
    if (isCurrent) headers.set("cache-control", "no-cache");
    if (body) headers.set("content-type", "application/json");
    try {
      const response = await askApi(path, {
        method,
        headers,
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(method === "DELETE" ? DELETION_WAIT_MS : WAIT_MS),
      });
      const answer = await response.json();
      if (!answer.success) {
        const retryAfter = response.headers.get("retry-after");
        return { ok: false, status: response.status, error: answer.error, retryAfter };
      }
      return { ...answer, ok: true, cookies: response.headers.getSetCookie() };
    } catch (error) {
      sayApiAway(error);
      return { ok: false, status: 503, error: { code: "service_unavailable", message: "", requestId: "" } };
    }
  }

  return {
    /** `isCurrent` asks for no answer from the API's memory, which may be two seconds old. */
    tree: (code: string, isCurrent = false) => call<Tree>("GET", `/v1/trees/${code}`, undefined, { isCurrent }),
    gifts: (code: string, cursor: string | null, { limit = GIFTS_SHOWN, isCurrent = false } = {}) =>
      call<ListedGift[], { page: GiftsPage }>(
        "GET",
        `/v1/messages/${code}?limit=${limit}${cursorPart(cursor)}`,
        undefined,
        { isCurrent },
      ),
    hangGift: (gift: NewGift, idempotencyKey?: string) =>
      call<GiftReceipt>("POST", "/v1/messages", gift, { idempotencyKey }),
    report: (report: NewReport, idempotencyKey?: string) =>
      call<{ id: string }>("POST", "/v1/reports", report, { idempotencyKey }),
    status: () => call<ServiceStatus>("GET", "/v1/status"),

    session: () => call<{ owner: SessionOwner | null }>("GET", "/auth/get-session"),
    signUp: (email: string, password: string, language: Language) =>
      call<{ email: string }>("POST", "/auth/sign-up/email", { email, password, language }),
    signIn: (email: string, password: string) =>
      call<{ owner: Owner }>("POST", "/auth/sign-in/email", { email, password }),
    signOut: () => call<{ signedOut: true }>("POST", "/auth/sign-out", {}),
    askForReset: (email: string) => call<{ email: string }>("POST", "/auth/request-password-reset", { email }),
    resetPassword: (token: string, password: string) =>
      call<{ changed: true }>("POST", "/auth/reset-password", { token, password }),
    confirmEmail: (token: string, password?: string) =>
      call<{ email: string }>("POST", "/auth/confirm-email", { token, password }),

    account: () => call<Account>("GET", "/owner/account"),
    changeAccount: (changes: object) => call<Account>("PATCH", "/owner/account", changes),
    askForConfirmation: () => call<{ email: string }>("POST", "/owner/account/confirmation", {}),
    changeEmail: (email: string, password: string) =>
      call<{ email: string }>("POST", "/owner/account/email", { email, password }),
    changePassword: (password: string, newPassword: string) =>
      call<{ changed: true }>("POST", "/owner/account/password", { password, newPassword }),
    sessions: () => call<OwnersSession[]>("GET", "/owner/sessions"),
    endSession: (id: string) => call<{ id: string }>("DELETE", `/owner/sessions/${encodeURIComponent(id)}`),
    deleteAccount: (password: string) => call<{ deleted: AccountDeleted }>("DELETE", "/owner/account", { password }),

    queue: (cursor: string | null) =>
      call<QueueEntry[], { page: QueuePage }>("GET", `/moderation/queue?limit=10${cursorPart(cursor)}`),
    history: (cursor: string | null) =>
      call<DoneAct[], { page: { next: string | null } }>("GET", `/moderation/history?limit=30${cursorPart(cursor)}`),
    moderate: (act: object, idempotencyKey?: string) =>
      call<{ id: string }>("POST", "/moderation/acts", act, { idempotencyKey }),

    ownTrees: () => call<OwnersTree[]>("GET", "/owner/trees"),
    ownTree: (code: string) => call<OwnersTree>("GET", ownTreePath(code)),
    plantTree: (tree: NewTree, idempotencyKey?: string) =>
      call<OwnersTree>("POST", "/owner/trees", tree, { idempotencyKey }),
    changeTree: (code: string, changes: object) => call<OwnersTree>("PATCH", ownTreePath(code), changes),
    fellTree: (code: string) => call<{ shareCode: string }>("DELETE", ownTreePath(code)),
    deleteGifts: (code: string, ids: readonly string[]) =>
      call<GiftsDeleted>("POST", `${ownTreePath(code)}/messages/delete`, { ids }),
    reportGift: (code: string, id: string, report: NewOwnersReport) =>
      call<{ id: string }>("POST", `${ownTreePath(code)}/messages/${encodeURIComponent(id)}/report`, report),
    ownMessages: (code: string, cursor: string | null, limit = 60) =>
      call<OwnersGift[], { page: GiftsPage }>(
        "GET",
        `${ownTreePath(code)}/messages?limit=${limit}${cursorPart(cursor)}`,
      ),
  };
}

// The code comes out of a page's address, and may be anything.
const ownTreePath = (code: string) => `/owner/trees/${encodeURIComponent(code)}`;
const cursorPart = (cursor: string | null) => (cursor ? `&cursor=${encodeURIComponent(cursor)}` : "");
