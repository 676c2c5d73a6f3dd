import type { components } from "./schema.ts";

type Schemas = components["schemas"];
export type Tree = Schemas["Tree"];
export type Gift = Schemas["Gift"];
export type NewGift = Schemas["NewGift"];
export type GiftReceipt = Schemas["GiftReceipt"];
export type NewReport = Schemas["NewReport"];
export type ReportReceipt = Schemas["ReportReceipt"];
export type Status = Schemas["Status"];
export type Page = Schemas["Page"];
/** One invalid field, or one exceeded limit. */
export type ErrorDetail = NonNullable<Schemas["Failure"]["error"]["details"]>[number];

export type ClientOptions = {
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
  /** How often a request is sent again after a network error or an answer that says to retry; 3 if omitted. */
  retries?: number;
  /** The longest time to wait before one retry, in milliseconds; 30,000 if omitted. A longer `Retry-After` is thrown. */
  maxWaitMs?: number;
};
export type ListOptions = {
  /** Gifts per page, 1 to 200; 100 if omitted. */
  limit?: number;
  /** `page.next` of the page before. */
  cursor?: string;
};
export type SendOptions = {
  /** 1 to 255 visible ASCII characters; random if omitted. The same key with the same body has an effect only once. */
  idempotencyKey?: string;
};

/** An answer of the API with an error. `code` is stable; `message` is for people. */
export class TreeGiftingError extends Error {
  override readonly name = "TreeGiftingError";
  constructor(
    /** The HTTP status. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: readonly ErrorDetail[],
    /** Names the request in the server's log; null if the answer did not come from the API. */
    readonly requestId: string | null,
    /** Seconds until a retry makes sense; null if the API did not say. */
    readonly retryAfter: number | null,
  ) {
    super(message);
  }
}

export type Client = ReturnType<typeof treeGifting>;

const RETRIED = new Set(["rate_limited", "service_unavailable", "idempotency_in_progress"]);
const FIRST_WAIT_MS = 500;

/** A client for the API at `baseUrl`, such as `https://api.tree.example`. It sends no credentials and stores nothing. */
export function treeGifting(baseUrl: string, options: ClientOptions = {}) {
  const { retries = 3, maxWaitMs = 30_000 } = options;
  const root = baseUrl.replace(/\/$/, "");

  async function request<Answer>(path: string, init?: RequestInit): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      const backoffMs = Math.min(FIRST_WAIT_MS * 2 ** attempt, maxWaitMs);
      try {
        return await requestOnce(`${root}${path}`, init);
      } catch (error) {
        const waitMs = waitBefore(error, backoffMs);
        if (waitMs === null || waitMs > maxWaitMs || attempt >= retries) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  }

  async function requestOnce<Answer>(url: string, init?: RequestInit): Promise<Answer> {
    const response = await (options.fetch ?? fetch)(url, init);
    const body = await response.json().catch(() => null);
    if (response.ok && body?.success) return body;
    const {
      code = "unknown",
      message = `HTTP status ${response.status}`,
      details = [],
      requestId = null,
    } = body?.error ?? {};
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    throw new TreeGiftingError(
      response.status,
      code,
      message,
      details,
      requestId,
      Number.isNaN(seconds) ? null : seconds,
    );
  }

  const post = async <Data>(path: string, body: object, key = crypto.randomUUID() as string): Promise<Data> => {
    const headers = { "content-type": "application/json", "idempotency-key": key };
    return (await request<{ data: Data }>(path, { method: "POST", headers, body: JSON.stringify(body) })).data;
  };
  const listGifts = (shareCode: string, { limit, cursor }: ListOptions = {}) => {
    const query = new URLSearchParams({ ...(limit && { limit: String(limit) }), ...(cursor && { cursor }) });
    return request<{ data: Gift[]; page: Page }>(`/v1/messages/${encodeURIComponent(shareCode)}?${query}`);
  };

  return {
    /** Whether the service works. */
    status: async () => (await request<{ data: Status }>("/v1/status")).data,

    /** The public part of a tree. Throws `tree_not_found` or `invalid_code`. */
    getTree: async (shareCode: string) =>
      (await request<{ data: Tree }>(`/v1/trees/${encodeURIComponent(shareCode)}`)).data,

    /** One page of a tree's gifts, newest first. `page.next` is the cursor of the next page, or null. */
    listGifts,

    /** All gifts of a tree, newest first, page by page. */
    async *allGifts(shareCode: string, limit = 200): AsyncGenerator<Gift, void> {
      let cursor: string | undefined;
      do {
        const { data, page } = await listGifts(shareCode, { limit, cursor });
        yield* data;
        cursor = page.next ?? undefined;
      } while (cursor);
    },

    /** Leaves a gift. Retries are safe: all attempts carry the same idempotency key. */
    leaveGift: (gift: NewGift, { idempotencyKey }: SendOptions = {}) =>
      post<GiftReceipt>("/v1/messages", gift, idempotencyKey),

    /** Reports a tree, or one of its gifts. */
    report: (report: NewReport, { idempotencyKey }: SendOptions = {}) =>
      post<ReportReceipt>("/v1/reports", report, idempotencyKey),
  };
}

/** Milliseconds to wait before the next attempt; null if another attempt cannot help. */
function waitBefore(error: unknown, backoffMs: number): number | null {
  // `fetch` throws a TypeError if there was no answer.
  if (!(error instanceof TreeGiftingError)) return error instanceof TypeError ? backoffMs : null;
  if (!RETRIED.has(error.code) && error.status < 502) return null;
  return error.retryAfter === null ? backoffMs : error.retryAfter * 1000;
}
