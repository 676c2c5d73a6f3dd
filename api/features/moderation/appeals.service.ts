import type { AppealedText, AppealField, AppealReceipt, Appeals } from "#contract/appeals";
import { ApiError } from "#contract/errors";
import { uuidIn } from "#contract/ids";
import type { Session } from "../../platform/db/hold-owner.ts";
import { openAppealed, sealAppealed } from "../../platform/encryption/derived-keys.ts";
import { type KeySource, withKeyInUse } from "../../platform/encryption/key-source.ts";
import type { Transaction } from "../../platform/idempotency/idempotency.store.ts";
import type { Repeater } from "../../platform/idempotency/idempotency.ts";
import { type OffensiveField, offencesIn } from "../../platform/moderate-text.ts";
import type { Tools } from "../../platform/tools.ts";
import type { Appeal, AppealStore } from "./appeals.store.ts";
import type { NewAppeal } from "./moderation.schemas.ts";

export type AppealService = ReturnType<typeof appealService>;

type Dependencies = Tools & { store: AppealStore; keys: KeySource };

const SHOWN = 20;
/** While so many texts wait, further appeals are stored without theirs: a flood would be more than anyone reads. */
const WAITING_MAX = 500;

/** Refusals by the word filter that the writer takes for a mistake (docs/decisions/047). */
export function appealService({ store, keys, clock, limits, idempotency, log }: Dependencies) {
  async function keep({ field, offence }: OffensiveField, text: string | null, within: Transaction): Promise<void> {
    const known = { id: crypto.randomUUID(), field: field as AppealField, ...offence };
    await withKeyInUse(keys, log, (key) => {
      const sealed = text === null ? { keyId: null, sealedText: null } : sealAppealed(key, known.id, text);
      return store.keep({ ...known, ...sealed }, clock(), within);
    });
  }

  function opened({ id, keyId, sealedText }: Appeal): string | null {
    const messageKey = keyId === null ? undefined : keys.find(keyId);
    const text = messageKey && sealedText ? openAppealed(messageKey, id, sealedText) : null;
    if (text === null) log.error("cannot decrypt a refused text: it is damaged, or its message key is missing");
    return text;
  }

  return {
    /**
     * Takes the texts of a refused form, and notes those that the word filter refuses: which rule did, and the text if
     * its writer includes it. A repeat gets the first answer.
     */
    async receive(appeal: NewAppeal, sender: Repeater): Promise<AppealReceipt> {
      const { includesText, ...texts } = appeal;
      const ofAddress = [
        { policy: "appealsPerAddress" as const, keys: sender.caller.countedAs },
        { policy: "appealsPerNetwork" as const, keys: sender.caller.networkCountedAs },
      ];
      const takeQuotas = async () => void (await limits.take(ofAddress));
      const work = async (transaction: Transaction): Promise<AppealReceipt> => {
        const refused = offencesIn(texts);
        if (refused.length === 0) throw new ApiError("not_refused");
        const hasRoom = includesText && (await store.countTexts(transaction)) < WAITING_MAX;
        // Each field is stored as one, so each counts as one.
        for (const [at, each] of refused.entries()) {
          if (at > 0) await limits.take(ofAddress);
          await limits.take([{ policy: "appealsPerService", keys: ["all"] }], transaction);
          await keep(each, hasRoom ? (texts[each.field as AppealField] ?? null) : null, transaction);
        }
        return { status: "received" };
      };
      return idempotency.once("POST /site/appeals", sender, appeal, work, { takeQuotas });
    },

    async list(): Promise<Appeals> {
      const [rows, waiting, counts] = await Promise.all([
        store.oldestTexts(SHOWN),
        store.countTexts(),
        store.countOthers(),
      ]);
      const texts = rows.map((row): AppealedText => {
        const { id, field, language, severity, createdAt } = row;
        return { id, field, language, severity, text: opened(row), createdAt: createdAt.toISOString() };
      });
      return { texts, waiting, counts };
    },

    /** Deletes an appeal that a moderator has dealt with. Another may have done so a moment ago. */
    async settle(named: string, by: Session): Promise<void> {
      const id = uuidIn(named);
      if (id !== null) await store.delete(id, by);
    },
  };
}
