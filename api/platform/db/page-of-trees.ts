import { and, desc, type SQL, sql } from "drizzle-orm";
import type { TreePlace, TreesRequest } from "../paging.ts";
import type { Database } from "./client.ts";
import { trees } from "./schema.ts";

/**
 * Prepares the pages of an account's trees, newest first: which they are, and then each by its code; and where a page ends.
 * `isTheirs` has a placeholder `account`. Without prepare(), Drizzle makes Postgres plan each query again.
 */
export function pageOfTrees(database: Database, name: string, isTheirs: SQL) {
  const isAfter = sql`
    (${trees.createdAt}, ${trees.shareCode}) < (${sql.placeholder("createdAt")}::timestamptz, ${sql.placeholder("shareCode")})`;
  const createdAt = sql<string>`to_char(${trees.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  const places = database
    .select({ shareCode: trees.shareCode, createdAt })
    .from(trees)
    .where(and(isTheirs, isAfter))
    .orderBy(desc(trees.createdAt), desc(trees.shareCode))
    .limit(sql.placeholder("limit"))
    .prepare(name);

  return async <Tree>(
    account: string,
    { limit, after }: TreesRequest,
    find: (code: string, account: string) => Promise<Tree | undefined>,
  ): Promise<{ trees: Tree[]; last: TreePlace | null }> => {
    // One extra row tells whether another page follows.
    const found = await places.execute({ account, limit: limit + 1, ...after });
    const page = found.slice(0, limit);
    const each = await Promise.all(page.map(({ shareCode }) => find(shareCode, account)));
    const last = (found.length > limit && page.at(-1)) || null;
    return { trees: each.filter((tree) => tree !== undefined), last };
  };
}
