import { Elysia } from "elysia";
import { jsonBody } from "../http/json-body.ts";
import { success } from "../http/success.ts";
import type { ReportService } from "./service.ts";
import { newReportBody } from "./shapes.ts";

/** The way to report what breaks the community guidelines. */
export const reportRoutes = (reports: ReportService) =>
  new Elysia({ name: "reports", prefix: "/v1/reports" }).post(
    "",
    async ({ body, set }) => {
      set.status = 202;
      return success(await reports.receive(body));
    },
    { body: newReportBody, parse: jsonBody },
  );
