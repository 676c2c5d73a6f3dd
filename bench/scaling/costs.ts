import type { Sql } from "postgres";
import { connect } from "../../api/platform/db/connect.ts";
import { codeOf } from "../seed/shape.ts";
import { median } from "../statistics.ts";
import type { Column } from "./worlds.ts";

/** The programs' addresses, and the session for requests to owners' and moderators' routes. */
export type Place = { apiUrl: string; siteUrl: string | null; databaseUrl: string; cookie: string };
/** A request and how often to send it. `ready` prepares it outside of the measured time, and passes on its result. */
export type Cost = {
  name: string;
  times?: number;
  ready?: (place: Place, column: Column) => Promise<string>;
  ask: (place: Place, column: Column, turn: number, made: string) => Promise<unknown>;
};

const TIMES = 100;
const WARM_UP = 10;
const DAY = "2026-12-24";

const get = async (url: string, cookie = "") => {
  const answer = await fetch(url, { headers: { cookie, accept: "*/*" }, redirect: "manual" });
  const size = (await answer.arrayBuffer()).byteLength;
  if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}`);
  return size;
};
const send = async (method: string, url: string, body: object, cookie = "") => {
  const own = { "idempotency-key": crypto.randomUUID(), origin: new URL(url).origin, cookie };
  const headers = { "content-type": "application/json", ...own };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${url} was answered with ${answer.status}: ${await answer.text()}`);
  return answer.text();
};
const v1 =
  (path: (column: Column) => string): Cost["ask"] =>
  (place, column) =>
    get(place.apiUrl + path(column));
const asOwner =
  (path: (column: Column) => string): Cost["ask"] =>
  (place, column) =>
    get(place.apiUrl + path(column), place.cookie);
const page =
  (path: (column: Column) => string): Cost["ask"] =>
  async ({ siteUrl, cookie }, column) =>
    siteUrl && get(siteUrl + path(column), cookie);
const code = ({ tree }: Column) => codeOf(tree);
const lastPage = Buffer.from("below:11").toString("base64url");
const gift = (column: Column) => ({
  shareCode: code(column),
  senderName: "Bob",
  message: "Hello!",
  giftAssetId: "star",
});
const idIn = (text: string): string => JSON.parse(text).data.id;
/** Adds a new gift for each request and returns its ID. */
const newGift: NonNullable<Cost["ready"]> = async ({ apiUrl }, column) =>
  idIn(await send("POST", `${apiUrl}/v1/messages`, gift(column)));
const tree = ({ apiUrl }: Place, column: Column) => `${apiUrl}/owner/trees/${code(column)}`;

/** All requests that concern one tree, or all trees. */
export const COSTS: readonly Cost[] = [
  { name: "GET /v1/trees/{code}", ask: v1((column) => `/v1/trees/${code(column)}`) },
  { name: "GET /v1/messages/{code}, 10 gifts", ask: v1((column) => `/v1/messages/${code(column)}?limit=10`) },
  { name: "the same, the last 10", ask: v1((column) => `/v1/messages/${code(column)}?limit=10&cursor=${lastPage}`) },
  { name: "POST /v1/messages", ask: ({ apiUrl }, column) => send("POST", `${apiUrl}/v1/messages`, gift(column)) },
  {
    name: "POST /v1/reports",
    ask: ({ apiUrl }, column) => send("POST", `${apiUrl}/v1/reports`, { shareCode: code(column), reason: "spam" }),
  },
  { name: "GET /v1/status", ask: v1(() => "/v1/status") },
  { name: "GET /owner/trees", ask: asOwner(() => "/owner/trees") },
  { name: "GET /owner/trees/{code}", ask: asOwner((column) => `/owner/trees/${code(column)}`) },
  {
    name: "GET /owner/trees/{code}/messages, 10",
    ask: asOwner((column) => `/owner/trees/${code(column)}/messages?limit=10`),
  },
  {
    name: "PATCH /owner/trees/{code}",
    ask: (place, column, turn) => send("PATCH", tree(place, column), { name: `Tree ${turn} of ${DAY}` }, place.cookie),
  },
  {
    name: "DELETE /owner/trees/{code}/messages/{id}",
    ready: newGift,
    ask: (place, column, _turn, id) => send("DELETE", `${tree(place, column)}/messages/${id}`, {}, place.cookie),
  },
  {
    name: "POST /owner/trees/{code}/messages/{id}/report",
    ready: newGift,
    ask: (place, column, _turn, id) =>
      send(
        "POST",
        `${tree(place, column)}/messages/${id}/report`,
        { reason: "spam", includesText: false },
        place.cookie,
      ),
  },
  { name: "GET /owner/account", ask: asOwner(() => "/owner/account") },
  { name: "GET /moderation/queue, 10", ask: asOwner(() => "/moderation/queue?limit=10") },
  {
    name: "POST /moderation/acts",
    times: 20,
    ready: async (place, column) => {
      const id = await newGift(place, column);
      await send("POST", `${place.apiUrl}/v1/reports`, { shareCode: code(column), messageId: id, reason: "spam" });
      return id;
    },
    ask: ({ apiUrl, cookie }, column, _turn, messageId) => {
      const act = { act: "take_down_gift", shareCode: code(column), messageId, reason: "spam" };
      return send("POST", `${apiUrl}/moderation/acts`, act, cookie);
    },
  },
  { name: "GET /moderation/history, 10", ask: asOwner(() => "/moderation/history?limit=10") },
  { name: "page of a tree", times: 20, ask: page((column) => `/send-message?tree=${code(column)}`) },
  { name: "page of an owner's tree", times: 20, ask: page((column) => `/my-trees/${code(column)}`) },
  { name: "page of an owner's trees", times: 20, ask: page(() => "/my-trees") },
  { name: "page of an account", times: 20, ask: page(() => "/account") },
  { name: "page of moderators' queue", times: 20, ask: page(() => "/moderation") },
  // Last, because the trees it creates would lengthen the owner's lists.
  {
    name: "POST /owner/trees",
    ask: ({ apiUrl, cookie }) => {
      const tree = { name: "Tree", type: "christmas", openingDay: "2027-12-25", timeZone: "Asia/Seoul" };
      return send("POST", `${apiUrl}/owner/trees`, tree, cookie);
    },
  },
];

/**
 * The median time of sequential requests, in ms, for each column; null if there is no server for them. Columns
 * alternate request by request, so that none pays for JIT compilation alone.
 */
export async function timesOf(
  { ready, ask, times = TIMES }: Cost,
  place: Place,
  columns: readonly Column[],
): Promise<(number | null)[]> {
  const took = columns.map((): number[] => []);
  for (let turn = -WARM_UP; turn < times; turn += 1) {
    for (const [i, column] of columns.entries()) {
      const made = (await ready?.(place, column)) ?? "";
      const began = performance.now();
      if ((await ask(place, column, turn, made)) === null) return columns.map(() => null);
      if (turn >= 0) took[i]?.push(performance.now() - began);
    }
  }
  return took.map(median);
}

/** Returns Postgres' plans of the hot statements for that tree. */
export async function plansOf(databaseUrl: string, statements: Record<string, string>): Promise<string> {
  const sql = connect(databaseUrl, { max: 1 });
  const parts: string[] = [];
  for (const [name, statement] of Object.entries(statements)) {
    // The first run reads from disk what the second finds in memory.
    await explain(sql, statement);
    parts.push(`#### ${name}\n\n\`\`\`\n${await explain(sql, statement)}\n\`\`\``);
  }
  await sql.end();
  return parts.join("\n\n");
}

/** Rolls writes back, so that each statement is explained on the same rows. */
async function explain(sql: Sql, statement: string): Promise<string> {
  await sql.unsafe("begin");
  const plan = await sql.unsafe(`explain (analyze, buffers, costs off) ${statement}`);
  await sql.unsafe("rollback");
  return plan.map((row) => row["QUERY PLAN"]).join("\n");
}
