import { LRUCache } from "lru-cache";
import { ApiError } from "#contract/errors";
import type { Log } from "../../../shared/observability/log.ts";
import type { Transaction } from "../db/client.ts";
import {
  makeTreeKey,
  openText,
  type SealedField,
  type StoredTreeKey,
  sealText,
  signGift,
  type Use,
  unwrapTreeKey,
  wrapTreeKey,
} from "./cipher.ts";
import { type KeySource, withKeyInUse } from "./key-source.ts";
import type { SealingStore } from "./tree-keys.store.ts";

/** Seals and opens the texts of one tree. */
export type TreeSeal = {
  /** The tree's key as stored: sealed texts are accepted only if the tree still has this key. */
  wrapped: Buffer;
  seal(field: SealedField, id: string, text: string): Buffer;
  /** Returns null if the text cannot be opened. */
  open(field: SealedField, id: string, sealed: Buffer): string | null;
  sign(use: Use, id: string, text: string): string;
};
export type Sealing = ReturnType<typeof sealing>;

/** What gifts on a tree are sealed with, and the tree's time zone, which never changes. */
type SealInZone = TreeSeal & { timeZone: string };

const TREES_REMEMBERED = 2 ** 16;
const TRIES = 5;

/** Encrypts what only a tree's owner may read. The database never sees the plaintext, or a key to it. */
export function sealing(store: SealingStore, keys: KeySource, log: Log) {
  const remembered = new LRUCache<string, SealInZone>({ max: TREES_REMEMBERED });

  /**
   * Returns what opens a tree's texts, or null if its key is damaged and nothing can be opened. A key read a moment ago
   * may have been rewrapped since, and its message key retired: then it is read again.
   */
  async function toOpen(shareCode: string, stored: StoredTreeKey): Promise<TreeSeal | null> {
    let latest = stored;
    for (let tries = 0; tries < TRIES && !keys.find(latest.keyId); tries += 1) {
      const found = await store.find(shareCode);
      if (!found?.stored || found.stored.wrapped.equals(latest.wrapped)) break;
      latest = found.stored;
    }
    const { keyId, wrapped } = latest;
    const messageKey = keys.find(keyId);
    if (!messageKey) {
      log.error("a tree's key is wrapped with a message key that is missing", { keyId });
      throw new ApiError("service_unavailable");
    }
    const treeKey = unwrapTreeKey(messageKey, wrapped, shareCode);
    return treeKey && sealWith(shareCode, wrapped, treeKey);
  }

  /** Makes a tree's key, unless a concurrent call made it first, or the tree was deleted. */
  const makeKey = (shareCode: string, within?: Transaction): Promise<void> =>
    withKeyInUse(keys, log, async (messageKey) => {
      if (!(await store.isInUse(messageKey.id, within))) return false;
      await store.keep(shareCode, wrapTreeKey(messageKey, makeTreeKey(), shareCode), within);
      return true;
    });

  return {
    toOpen,

    /**
     * Returns what seals a tree's texts, making its key on first use, and the tree's time zone, which never changes;
     * undefined if there is no such tree.
     */
    async toSeal(shareCode: string, within?: Transaction): Promise<SealInZone | undefined> {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const known = remembered.get(shareCode);
        if (known) return known;
        const found = await store.find(shareCode, within);
        if (!found) return undefined;
        const { timeZone, stored } = found;
        if (!stored) {
          await makeKey(shareCode, within);
          continue;
        }
        const seal = await toOpen(shareCode, stored);
        if (!seal) {
          log.error("a tree's key is damaged", { keyId: stored.keyId });
          throw new ApiError("service_unavailable");
        }
        const tree = { ...seal, timeZone };
        remembered.set(shareCode, tree);
        return tree;
      }
      throw new ApiError("service_unavailable");
    },

    /** Evicts a cached key that turned out not to be the tree's: it was rewrapped since, or never committed. */
    forget: (shareCode: string) => void remembered.delete(shareCode),
  };
}

const sealWith = (shareCode: string, wrapped: Buffer, treeKey: Buffer): TreeSeal => ({
  wrapped,
  seal: (field, id, text) => sealText(treeKey, text, [field, shareCode, id]),
  open: (field, id, sealed) => openText(treeKey, sealed, [field, shareCode, id]),
  sign: (use, id, text) => signGift(treeKey, use, shareCode, id, text),
});
