import { connect } from "../../api/platform/db/connect.ts";
import { codeOf } from "../seed/shape.ts";
import type { Place } from "./costs.ts";
import { OWNERS_PASSWORD, ownTrees } from "./owner.ts";
import type { Column } from "./worlds.ts";

/**
 * Requests that can be measured only once per tree, because they delete it or read all of it. Each is sent by an owner
 * of that tree alone.
 */
type Once = { name: string; ask: (place: Place, column: Column) => Promise<Response> };

const send = ({ apiUrl, cookie }: Place, method: string, path: string, body?: object) =>
  fetch(apiUrl + path, {
    method,
    headers: { cookie, origin: new URL(apiUrl).origin, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });

/** In this order: the second one deletes the tree. */
export const BEFORE_DELETING: readonly Once[] = [
  { name: "GET /owner/export, all gifts", ask: (place) => send(place, "GET", "/owner/export") },
  {
    name: "DELETE /owner/trees/{code}, once",
    ask: (place, { tree }) => send(place, "DELETE", `/owner/trees/${codeOf(tree)}`),
  },
];
export const WITH_THE_ACCOUNT: readonly Once[] = [
  {
    name: "DELETE /owner/account, once",
    ask: (place) => send(place, "DELETE", "/owner/account", { password: OWNERS_PASSWORD }),
  },
];

/** Measures the time until the last byte of each answer, in ms, for each column. The trees have opened before. */
export async function timesOfOnce(
  all: readonly Once[],
  { apiUrl, databaseUrl }: Pick<Place, "apiUrl" | "databaseUrl">,
  columns: readonly Column[],
): Promise<Map<string, number[]>> {
  const times = new Map(all.map(({ name }) => [name, [] as number[]]));
  for (const column of columns) {
    const code = codeOf(column.tree);
    const cookie = await ownTrees(apiUrl, databaseUrl, [code], `owner-of-${code}@example.org`);
    await open(databaseUrl, code);
    for (const { name, ask } of all) {
      const began = performance.now();
      const answer = await ask({ apiUrl, databaseUrl, siteUrl: null, cookie }, column);
      for await (const _piece of answer.body ?? []) {
        // Read to the end, but not stored.
      }
      if (!answer.ok) throw new Error(`${name} was answered with ${answer.status}`);
      times.get(name)?.push(performance.now() - began);
    }
  }
  return times;
}

async function open(databaseUrl: string, code: string): Promise<void> {
  const sql = connect(databaseUrl, { max: 1 });
  await sql`update trees set opens_at = now() - interval '2 days', opening_day = current_date - 2 where share_code = ${code}`;
  await sql.end();
}
