import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { STATUS_WAIT_MAX_MS } from "#contract/limits";
import { version } from "../../../package.json";
import { success } from "../../http/answers.ts";
import type { Clock } from "../../platform/clock.ts";
import { type Database, databaseAnswers } from "../../platform/db/client.ts";

/** The API's root, which links to the documentation, and its status. */
export const statusRoutes = (
  database: Database,
  clock: Clock,
  { apiUrl, siteUrl }: { apiUrl: string; siteUrl: string },
) =>
  new Elysia({ name: "status", prefix: "/v1" })
    .get("", () =>
      success({
        name: "Tree Gifting API",
        version,
        description: `${siteUrl}/openapi.json`,
        documentation: `${apiUrl}/docs`,
        guides: `${siteUrl}/guides/`,
        status: `${apiUrl}/v1/status`,
      }),
    )
    .get("/status", async ({ set }) => {
      set.headers["cache-control"] = "no-store";
      // Half a second less, for a busy machine to respond in time.
      if (!(await databaseAnswers(database, STATUS_WAIT_MAX_MS - 500))) throw new ApiError("service_unavailable");
      return success({ status: "ok", version, time: clock().toISOString(), checks: { database: "ok" } });
    });
