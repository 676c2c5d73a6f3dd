import { Elysia } from "elysia";
import { setRateLimitHeaders, success } from "../../http/answers.ts";
import { jsonBody } from "../../http/json-body.ts";
import type { ResolveClient } from "../../http/resolve-client.ts";
import { idempotencyKeyIn } from "../../platform/idempotency/idempotency.ts";
import { newReportBody } from "./reports.schemas.ts";
import type { ReportService } from "./reports.service.ts";

export const reportRoutes = (reports: ReportService, callerOf: ResolveClient) =>
  new Elysia({ name: "reports", prefix: "/v1/reports" }).post(
    "",
    async ({ body, request, server, set }) => {
      const idempotencyKey = idempotencyKeyIn(request.headers);
      const caller = await callerOf({ request, server });
      const { receipt, statuses } = await reports.receive(body, { caller, idempotencyKey });
      setRateLimitHeaders(set.headers, statuses);
      set.headers["cache-control"] = "no-store";
      set.status = 202;
      return success(receipt);
    },
    { body: newReportBody, parse: jsonBody },
  );
