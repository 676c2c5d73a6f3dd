import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { asksForCurrent, sendCacheable, setRateLimitHeaders, success, successPage } from "../../http/answers.ts";
import { jsonBody, shareCodeIn } from "../../http/input.ts";
import { pageQuery, pageRequest } from "../../http/paging.ts";
import type { ResolveClient } from "../../platform/client-identity/address.ts";
import { idempotencyKeyIn } from "../../platform/idempotency/idempotency.ts";
import { type ResponseCache, type ResponseCacheDependencies, responseCache } from "../../platform/response-cache.ts";
import { type NewGift, newGiftBody } from "./gifts.schemas.ts";
import type { GiftService } from "./gifts.service.ts";
import type { GiftPageRequest, GiftStore } from "./gifts.store.ts";
import type { Left } from "./leave-gifts.service.ts";
import type { ResolveDevice } from "./sender-device.ts";

const PREFIX = "/v1/messages";
export const CACHE_BYTES = 16 * 1024 * 1024;

export const keyOfPage = ({ code, limit, below }: GiftPageRequest): string => `${code} ${limit} ${below}`;

export const pageAnswers = (
  gifts: GiftStore,
  dependencies: ResponseCacheDependencies,
): ResponseCache<GiftPageRequest> =>
  responseCache<GiftPageRequest>({
    ...dependencies,
    kind: "pages",
    maxBytes: CACHE_BYTES,
    keyOf: keyOfPage,
    async read(lookup) {
      const page = await gifts.page(lookup);
      if (!page) return undefined;
      const { next, giftCount, version, opensAtMs } = page;
      const { code, limit } = lookup;
      const link = next ? `<${PREFIX}/${code}?limit=${limit}&cursor=${next}>; rel="next"` : undefined;
      return { version, turnsMs: [opensAtMs], link, answer: () => successPage(page.gifts, { next, limit, giftCount }) };
    },
  });

export const giftRoutes = (gifts: GiftService, answers: ResponseCache<GiftPageRequest>, callerOf: ResolveClient) =>
  new Elysia({ name: "gifts", prefix: PREFIX })
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
        const { receipt } = await answerGift({ body, request, server, set }, { gifts, callerOf });
        return success(receipt);
      },
      { body: newGiftBody, parse: jsonBody },
    );

type Posting = Parameters<ResolveClient>[0] & {
  body: NewGift;
  set: { headers: Record<string, string | number>; status?: number | string };
};

type Answering = { gifts: GiftService; callerOf: ResolveClient; deviceOf?: ResolveDevice };

/** Leaves a posted gift, whether it came from a program or, with a device, from the site's form, and sets the headers. */
export async function answerGift(
  { body, request, server, set }: Posting,
  { gifts, callerOf, deviceOf }: Answering,
): Promise<Left> {
  const idempotencyKey = idempotencyKeyIn(request.headers);
  const caller = await callerOf({ request, server });
  const device = deviceOf?.(request, set, body.shareCode);
  const { statuses, ...left } = await gifts.leave(body, { caller, idempotencyKey, device });
  setRateLimitHeaders(set.headers, statuses);
  set.headers["cache-control"] = "no-store";
  set.status = 201;
  return left;
}
