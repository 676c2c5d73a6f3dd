import { ApiError } from "#contract/errors";
import { uuidIn } from "#contract/ids";
import type { GiftOfSender } from "#contract/messages";
import type { Sealing, TreeSeal } from "../../platform/encryption/sealing.ts";
import { isSameSecret } from "../../platform/secrets.ts";
import type { Tools } from "../../platform/tools.ts";
import type { ReportedLine } from "../reports/reports.service.ts";
import type { Left } from "./leave-gifts.service.ts";
import type { TakeBackStore } from "./taking-back.store.ts";

/** A gift can be taken back until its tree opens, and for this long at least. */
const AT_LEAST_MS = 60 * 60 * 1000;
const KEY_PATTERN = /^([0-9a-z]{1,10})\.[\w-]{22}$/;

export type TakeBackService = ReturnType<typeof takeBackService>;
type Dependencies = Pick<Tools, "freshness" | "clock"> & { store: TakeBackStore; sealing: Sealing };

/**
 * Lets the sender of a gift take it back, and see what its owner replied, with a key that only they got. The key is the
 * second by which the gift was left, and a signature: nothing is stored (docs/decisions/038-take-back-links.md).
 */
export function takeBackService({ store, sealing, freshness, clock }: Dependencies) {
  /** Returns the gift with that key. Whether it is unknown or gone, or the key wrong, cannot be told. */
  async function find(code: string, named: string, key: string) {
    const id = uuidIn(named);
    const leftAt = leftAtIn(key);
    const found = id === null || leftAt === null ? undefined : await store.find(code, id);
    const seal = found && (await sealing.toOpen(code, found.treeKey));
    if (id === null || leftAt === null || !found || !seal || !isSameSecret(keyOf(seal, id, leftAt), key))
      throw new ApiError("message_not_found");
    const untilMs = (opensAtMs: number) => Math.max(opensAtMs, leftAt * 1000 + AT_LEAST_MS);
    const { giftAssetId, treeName, treeType, ownerName, sealedReply } = found;
    const gift: GiftOfSender = {
      id,
      giftAssetId,
      treeName,
      treeType,
      ownerName,
      reply: sealedReply && seal.open("reply", id, sealedReply),
      isTooLate: clock().getTime() >= untilMs(found.opensAtMs),
    };
    return { gift, untilMs, seal };
  }

  return {
    async keyFor({ receipt: { shareCode, id }, leftAt }: Left): Promise<string> {
      const seal = await sealing.toSeal(shareCode);
      if (!seal) throw new ApiError("tree_not_found");
      return keyOf(seal, id, leftAt);
    },

    async look(code: string, named: string, key: string): Promise<GiftOfSender> {
      const { gift } = await find(code, named, key);
      if (gift.isTooLate && gift.reply === null) throw new ApiError("too_late");
      return gift;
    },

    /** Returns the id of the gift with that key. */
    idOf: async (code: string, named: string, key: string): Promise<string> => (await find(code, named, key)).gift.id,

    /** Returns the line that the owner sent back, for the sender's report of it. */
    async lineToReport(code: string, named: string, key: string): Promise<ReportedLine> {
      const { gift, seal } = await find(code, named, key);
      const { id, reply } = gift;
      if (!reply) throw new ApiError("message_not_found");
      return {
        // Another line is another report.
        reporterHash: seal.sign("report reply", id, reply),
        sealedFor: (report) => seal.seal("reported text", report, reply),
      };
    },

    async takeBack(code: string, named: string, key: string): Promise<{ id: string }> {
      const { gift, untilMs } = await find(code, named, key);
      const { id, isTooLate } = gift;
      if (isTooLate) throw new ApiError("too_late");
      const nowMs = clock().getTime();
      const taken = await freshness.changing([code], store.takeBack(code, id, nowMs, untilMs));
      if (taken === "too_late") throw new ApiError("too_late");
      if (taken === "gone") throw new ApiError("message_not_found");
      return { id };
    },
  };
}

function keyOf(seal: TreeSeal, id: string, leftAt: number): string {
  const second = leftAt.toString(36);
  return `${second}.${seal.sign("take back", id, second)}`;
}

/** Returns the second that a key names, still unproven; null if it is no key. */
function leftAtIn(key: string): number | null {
  const [, second] = KEY_PATTERN.exec(key) ?? [];
  return second === undefined ? null : Number.parseInt(second, 36);
}
