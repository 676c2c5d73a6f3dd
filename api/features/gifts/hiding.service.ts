import { ApiError } from "#contract/errors";
import type { HiddenEntry } from "#contract/hiding";
import { HIDDEN_ENTRIES_MAX } from "#contract/limits";
import type { Session } from "../../platform/db/hold-owner.ts";
import { openList, sealList } from "../../platform/encryption/derived-keys.ts";
import { type KeySource, withKeyInUse } from "../../platform/encryption/key-source.ts";
import type { Log } from "../../platform/log.ts";
import type { HidingStore, SealedList } from "./hiding.store.ts";
import { compared, type Hides, hiddenBy } from "./hiding-matches.ts";

export type HidingService = ReturnType<typeof hidingService>;

/**
 * An owner's private list of words and senders to hide. It is compared with the gifts whenever the owner reads them,
 * so that a change counts at once for all gifts, and nothing of it is stored with them (docs/decisions/040).
 */
export function hidingService({ store, keys, log }: { store: HidingStore; keys: KeySource; log: Log }) {
  /** A damaged list counts as empty. A missing key is an error, as for texts: they could not be read either. */
  function opened(ownerId: string, stored: SealedList | undefined): HiddenEntry[] {
    if (!stored) return [];
    const messageKey = keys.find(stored.keyId);
    if (!messageKey) {
      log.error("a list of words to hide is sealed with a message key that is missing", { key: stored.keyId });
      throw new ApiError("service_unavailable");
    }
    const list = openList(messageKey, ownerId, stored.sealed);
    if (list === null) log.error("cannot decrypt a list of words to hide: it is damaged");
    return list === null ? [] : JSON.parse(list);
  }

  async function change(by: Session, changed: (entries: HiddenEntry[]) => HiddenEntry[]): Promise<HiddenEntry[]> {
    let entries: HiddenEntry[] = [];
    await withKeyInUse(keys, log, (key) =>
      store.change(by, (stored) => {
        entries = changed(opened(by.ownerId, stored));
        return sealList(key, by.ownerId, JSON.stringify(entries));
      }),
    );
    return entries;
  }

  const list = async (ownerId: string): Promise<HiddenEntry[]> => opened(ownerId, (await store.find(ownerId)).list);

  return {
    list,

    /** Returns what tells which gifts the owner's list or their choice about mild words hides. */
    async filterOf(ownerId: string): Promise<Hides> {
      const hidden = await store.find(ownerId);
      return hiddenBy(opened(ownerId, hidden.list), hidden.foldsOffence);
    },

    acceptsMildWords: store.acceptsMildWords,

    add: (by: Session, entry: HiddenEntry): Promise<HiddenEntry[]> =>
      change(by, (entries) => {
        if (entries.some((each) => isSame(each, entry))) return entries;
        if (entries.length >= HIDDEN_ENTRIES_MAX)
          throw new ApiError("validation_failed", [{ field: "text", reason: "list_full" }]);
        return [entry, ...entries];
      }),

    remove: (by: Session, entry: HiddenEntry): Promise<HiddenEntry[]> =>
      change(by, (entries) => entries.filter((each) => !isSame(each, entry))),
  };
}

const isSame = (one: HiddenEntry, other: HiddenEntry) =>
  one.kind === other.kind && compared(one.text) === compared(other.text);
