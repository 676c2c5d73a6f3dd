import { Elysia } from "elysia";
import { success } from "../../http/answers.ts";
import { shareCodeIn } from "../../http/fields.ts";
import { jsonBody } from "../../http/json-body.ts";
import { requireOwner } from "../accounts/sign-in/require-owner.ts";
import type { OwnerService } from "../accounts/sign-in/sign-in.service.ts";
import type { OwnersReportService } from "./owners-reports.service.ts";
import { ownersReportBody } from "./reports.schemas.ts";

export const ownersReportRoutes = (owners: OwnerService, ownersReports: OwnersReportService) =>
  new Elysia({ name: "owners' reports", prefix: "/owner" }).use(requireOwner(owners)).post(
    "/trees/:code/messages/:id/report",
    async ({ by, params, body, set }) => {
      set.status = 202;
      return success(await ownersReports.receive(shareCodeIn(params), by, params.id, body));
    },
    { body: ownersReportBody, parse: jsonBody },
  );
