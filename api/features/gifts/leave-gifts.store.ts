import { sql } from "drizzle-orm";
import type { Day } from "#contract/days";
import { type Database, preparedStatement } from "../../platform/db/client.ts";
import { isLocked } from "../../platform/db/error-code.ts";
import type { StoredReceipt } from "../../platform/db/schema.ts";

/** A gift as it is stored: its public fields, and what is sealed for the owner. */
export type SealedGift = {
  id: string;
  giftAssetId: string;
  shownName: string | null;
  sealedName: Buffer;
  sealedText: Buffer;
};
type Leaving = SealedGift & { claim: { ids: readonly string[]; bodyHash: string } | null; refusal: object | null };
/** The day on the tree, when it ends, the next evening there, and since when first answers count. */
type Here = { day: Day; dayEnds: Date; evening: Date; since: Date };
/** Result of a gift; see `leave_gifts` for the meaning of each. */
export type GiftOutcome =
  | [kind: "left", giftCount: number, createdAt: string, gathersUntil: string | null]
  | [kind: "repeat", bodyHash: string, answer: StoredReceipt, dayEnds: string]
  | [kind: "refused" | "unknown_tree" | "paused"];
export type LeavingStore = ReturnType<typeof leavingStore>;

/** How often a call waits for a locked tree: five times 100 ms, and in between its connection serves other trees. */
const LOCK_TRIES = 5;

/** `aheadMs`: how far the clock that tells the day is ahead of the database's. */
export function leavingStore(database: Database, aheadMs: () => number) {
  return {
    /** Leaves gifts on one tree, all or none; returns null if the tree no longer has the key that sealed them. */
    async leave(
      code: string,
      sealedWith: Buffer,
      gifts: readonly Leaving[],
      here: Here,
    ): Promise<GiftOutcome[] | null> {
      const values = {
        code,
        sealedWith,
        sent: JSON.stringify(gifts.map(toJson)),
        here: JSON.stringify({ ...here, aheadMs: aheadMs() }),
      };
      for (let tries = 1; ; tries += 1) {
        try {
          const [row] = await giftsLeft(database, values);
          return row?.outcomes ?? null;
        } catch (error) {
          if (!isLocked(error) || tries === LOCK_TRIES) throw error;
        }
      }
    },
  };
}

const toJson = ({ claim, refusal, sealedName, sealedText, ...gift }: Leaving) => ({
  ...gift,
  isRefused: refusal !== null,
  ids: claim?.ids,
  bodyHash: claim?.bodyHash,
  sealedName: sealedName.toString("base64"),
  sealedText: sealedText.toString("base64"),
});

const giftsLeft = preparedStatement<{ outcomes: GiftOutcome[] | null }>(
  "gifts_left",
  sql`
    select leave_gifts(
      ${sql.placeholder("code")}::text, ${sql.placeholder("sealedWith")}::bytea, ${sql.placeholder("sent")}::json,
      ${sql.placeholder("here")}::json
    ) as outcomes`,
);
