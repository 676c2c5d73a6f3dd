import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { asksForCurrent, type ReadAnswer, sendCacheable } from "../../http/caching.ts";
import { shareCodeIn } from "../../http/fields.ts";
import { jsonBody } from "../../http/json-body.ts";
import { pageQuery, pageRequest } from "../../http/paging.ts";
import { setRateLimitHeaders } from "../../http/rate-limit-headers.ts";
import type { ResolveClient } from "../../http/resolve-client.ts";
import { type ResponseCache, type ResponseCacheDependencies, responseCache } from "../../http/response-cache.ts";
import { success, successPageOf } from "../../http/success.ts";
import { cursorBelow } from "../../paging.ts";
import { idempotencyKeyIn } from "../../platform/idempotency/service.ts";
import type { Left } from "./create-gifts.ts";
import type { GiftPageRequest, ListedPage } from "./gift-pages.ts";
import { type NewGift, newGiftBody } from "./schemas.ts";
import type { MessageService } from "./service.ts";

const PREFIX = "/v1/messages";
const CACHE_BYTES = 16 * 1024 * 1024;
/**
 * A page has up to 30 kB: larger batches would delay requests for short pages. With fewer batches at once, Postgres
 * would idle while pages are sent.
 */
const BOUNDS = { groupMax: 8, groupsAtOnce: 4, waitingMax: 5000 };

/** Cached responses for public pages of gifts. */
export const pageAnswers = (
  messages: MessageService,
  rooms: ResponseCacheDependencies,
): ResponseCache<GiftPageRequest> =>
  responseCache<GiftPageRequest>({
    ...rooms,
    kind: "pages",
    maxBytes: CACHE_BYTES,
    bounds: BOUNDS,
    codeOf: ({ code }) => code,
    keyOf: ({ code, limit, below }) => `${code} ${limit} ${below}`,
    async read(requests) {
      const pages = new Map((await messages.listEach(requests)).map((page) => [page.place, page]));
      return requests.map((each, i) => answerOf(pages.get(i + 1), each));
    },
  });

/** Public routes: a tree's gifts, and creating one. */
export const messageRoutes = (
  messages: MessageService,
  answers: ResponseCache<GiftPageRequest>,
  callerOf: ResolveClient,
) =>
  new Elysia({ name: "messages", prefix: PREFIX })
    .get(
      "/:code",
      async ({ params, query, request, set }) => {
        const range = pageRequest(query);
        const page = await answers.find({ code: shareCodeIn(params), ...range }, asksForCurrent(request.headers));
        if (!page) throw new ApiError("tree_not_found");
        return sendCacheable(page, request, set);
      },
      { query: pageQuery },
    )
    .post(
      "",
      async ({ body, request, server, set }) => {
        const { receipt } = await leaveGift(messages, callerOf)({ body, request, server, set });
        return success(receipt);
      },
      { body: newGiftBody, parse: jsonBody },
    );

type Posting = Parameters<ResolveClient>[0] & {
  body: NewGift;
  set: { headers: Record<string, string | number>; status?: number | string };
};

/** Returns what handles a posted gift, whether it came from a program or from the site's form. */
export const leaveGift =
  (messages: MessageService, callerOf: ResolveClient) =>
  async ({ body, request, server, set }: Posting): Promise<Left> => {
    const idempotencyKey = idempotencyKeyIn(request.headers);
    const caller = await callerOf({ request, server });
    const { statuses, ...left } = await messages.leave(body, { caller, idempotencyKey });
    setRateLimitHeaders(set.headers, statuses);
    set.headers["cache-control"] = "no-store";
    set.status = 201;
    return left;
  };

function answerOf(page: ListedPage | undefined, { code, limit }: GiftPageRequest): (() => ReadAnswer) | undefined {
  if (!page) return undefined;
  const { gifts, lowest, goesOn, giftCount, version, opensAtMs } = page;
  const next = goesOn ? cursorBelow(lowest) : null;
  const answer = {
    version,
    opensAtMs,
    body: successPageOf(gifts, { next, limit, giftCount }),
    link: next ? `<${PREFIX}/${code}?limit=${limit}&cursor=${next}>; rel="next"` : undefined,
  };
  return () => answer;
}
