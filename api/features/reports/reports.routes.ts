import { Elysia } from "elysia";
import { setRateLimitHeaders, success } from "../../http/answers.ts";
import { jsonBody, shareCodeIn } from "../../http/input.ts";
import type { ResolveClient } from "../../platform/client-identity/address.ts";
import { idempotencyKeyIn } from "../../platform/idempotency/idempotency.ts";
import { requireOwner } from "../accounts/sign-in/require-owner.ts";
import type { OwnerService } from "../accounts/sign-in/sign-in.service.ts";
import { newReportBody, ownersReportBody } from "./reports.schemas.ts";
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

export const ownersReportRoutes = (owners: OwnerService, reports: ReportService) =>
  new Elysia({ name: "owners' reports", prefix: "/owner" }).use(requireOwner(owners)).post(
    "/trees/:code/messages/:id/report",
    async ({ by, params, body, set }) => {
      set.status = 202;
      return success(await reports.receiveOwners(shareCodeIn(params), by, params.id, body));
    },
    { body: ownersReportBody, parse: jsonBody },
  );
