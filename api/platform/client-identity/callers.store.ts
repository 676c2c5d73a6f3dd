import { lt } from "drizzle-orm";
import type { Day } from "#contract/days";
import type { Database } from "../db/client.ts";
import { addressKeys } from "../db/schema.ts";

export type CallerStore = ReturnType<typeof callerStore>;

export function callerStore(database: Database) {
  return {
    /** Keeps a day's proposed key, unless another replica kept one first, and drops older ones. Returns all keys. */
    async keysSince(first: Day, proposed: { day: Day; key: string }) {
      await database.insert(addressKeys).values(proposed).onConflictDoNothing();
      await database.delete(addressKeys).where(lt(addressKeys.day, first));
      return database.select().from(addressKeys);
    },
  };
}
