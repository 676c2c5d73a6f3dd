import { Elysia } from "elysia";
import { isFormKey } from "#contract/ids";
import type { GiftLeft } from "#contract/messages";
import { setRateLimitHeaders, success } from "../../http/answers.ts";
import { jsonBody, shareCodeIn } from "../../http/input.ts";
import type { ResolveClient } from "../../platform/client-identity/address.ts";
import { idempotencyKeyIn } from "../../platform/idempotency/idempotency.ts";
import { replyReportBody } from "../reports/reports.schemas.ts";
import type { ReportService } from "../reports/reports.service.ts";
import { answerGift } from "./gifts.routes.ts";
import { keyQuery, newGiftBody } from "./gifts.schemas.ts";
import type { GiftService } from "./gifts.service.ts";
import type { ResolveDevice } from "./sender-device.ts";
import type { TakeBackService } from "./taking-back.service.ts";

type Dependencies = {
  gifts: GiftService;
  takingBack: TakeBackService;
  reports: ReportService;
  callerOf: ResolveClient;
  deviceOf: ResolveDevice;
};

/**
 * For the site's pages, and not part of the public API: leaves a gift like `POST /v1/messages`, but with a key that
 * takes it back; shows such a gift without its text, and with what its owner replied; reports that, and takes the gift
 * back.
 */
export const siteGiftRoutes = ({ gifts, takingBack, reports, callerOf, deviceOf }: Dependencies) =>
  new Elysia({ name: "site-gifts", prefix: "/site/gifts" })
    .post(
      "",
      async ({ body, request, server, set }) => {
        const left = await answerGift({ body, request, server, set }, { gifts, callerOf, deviceOf });
        const isSender = !left.isRepeat || isFormKey(idempotencyKeyIn(request.headers) ?? "");
        const answer: GiftLeft = { ...left.receipt, takeBackKey: isSender ? await takingBack.keyFor(left) : null };
        return success(answer);
      },
      { body: newGiftBody, parse: jsonBody },
    )
    .get(
      "/:code/:id",
      async ({ params, query: { key }, set }) => {
        set.headers["cache-control"] = "no-store";
        return success(await takingBack.look(shareCodeIn(params), params.id, key));
      },
      { query: keyQuery },
    )
    .post(
      "/:code/:id/report",
      async ({ params, query: { key }, body, request, server, set }) => {
        const shareCode = shareCodeIn(params);
        const line = await takingBack.lineToReport(shareCode, params.id, key);
        const reporter = { caller: await callerOf({ request, server }), idempotencyKey: null };
        const { receipt, statuses } = await reports.receive({ ...body, shareCode }, reporter, line);
        setRateLimitHeaders(set.headers, statuses);
        set.headers["cache-control"] = "no-store";
        set.status = 202;
        return success(receipt);
      },
      { body: replyReportBody, query: keyQuery, parse: jsonBody },
    )
    .delete(
      "/:code/:id",
      async ({ params, query: { key }, set }) => {
        set.headers["cache-control"] = "no-store";
        return success(await takingBack.takeBack(shareCodeIn(params), params.id, key));
      },
      { query: keyQuery },
    );
