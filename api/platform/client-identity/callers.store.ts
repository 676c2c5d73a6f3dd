import { eq, lt } from "drizzle-orm";
import type { Day } from "#contract/days";
import type { Database } from "../db/client.ts";
import { addressKeys } from "../db/schema.ts";

export type CallerStore = ReturnType<typeof callerStore>;

export function callerStore(database: Database) {
  return {
    /** Returns the day's key: the proposed one, unless another replica stored one first. */
    async keyOf(day: Day, proposed: string): Promise<string> {
      await database.insert(addressKeys).values({ day, key: proposed }).onConflictDoNothing();
      const [stored] = await database.select().from(addressKeys).where(eq(addressKeys.day, day));
      return stored?.key ?? proposed;
    },

    keys: () => database.select().from(addressKeys),

    async dropBefore(day: Day): Promise<void> {
      await database.delete(addressKeys).where(lt(addressKeys.day, day));
    },
  };
}
