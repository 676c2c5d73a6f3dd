import { sql } from "drizzle-orm";
import { Elysia } from "elysia";
import { Refusal } from "#contract/errors";
import { STATUS_WAIT_MAX_MS } from "#contract/limits";
import { version } from "../../package.json";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/client.ts";
import { success } from "../http/success.ts";

/** The door sign: which addresses there are, and whether the service works right now. */
export const statusRoutes = (database: Database, clock: Clock) =>
  new Elysia({ name: "status", prefix: "/v1" })
    .get("", () => success({ name: "Tree Gifting API", version, endpoints }))
    .get("/status", async ({ set }) => {
      set.headers["cache-control"] = "no-store";
      if (!(await answersInTime(database))) throw new Refusal("service_unavailable");
      return success({ status: "ok", version, time: clock().toISOString(), checks: { database: "ok" } });
    });

const endpoints = [
  "GET /v1/trees/{code}",
  "GET /v1/messages/{code}",
  "POST /v1/messages",
  "POST /v1/reports",
  "GET /v1/status",
];

async function answersInTime(database: Database): Promise<boolean> {
  const asked = database.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  return Promise.race([asked, Bun.sleep(STATUS_WAIT_MAX_MS - 200).then(() => false)]);
}
