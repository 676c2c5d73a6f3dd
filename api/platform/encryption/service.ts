import { LRUCache } from "lru-cache";
import { ApiError } from "#contract/errors";
import type { Log } from "../../log.ts";
import { batcher } from "../batching/batcher.ts";
import type { KeySource } from "./key-source.ts";
import { CannotOpen } from "./sealed-bytes.ts";
import type { SealingStore, Transaction } from "./store.ts";
import {
  makeTreeKey,
  openField,
  type SealedField,
  type StoredTreeKey,
  sealField,
  signGift,
  unwrapTreeKey,
  wrapTreeKey,
} from "./tree-key.ts";

/** Seals and opens the texts of one tree. */
export type TreeSeal = {
  /** The tree's key as stored: sealed texts are accepted only if the tree still has this key. */
  wrapped: Buffer;
  seal(field: SealedField, id: string, text: string): Buffer;
  /** Returns null if the text cannot be opened. */
  open(field: SealedField, id: string, sealed: Buffer): string | null;
  sign(use: "take back", id: string, text: string): string;
};
export type Sealing = ReturnType<typeof sealing>;

/** A tree's key, as stored and unwrapped. */
type OpenedKey = { wrapped: Buffer; treeKey: Buffer };

const TREES_REMEMBERED = 2 ** 16;
const TRIES = 5;
const BOUNDS = { groupMax: 64, groupsAtOnce: 2, waitingMax: 5000 };

/** Encrypts what only a tree's owner may read. The database never sees the plaintext, or a key to it. */
export function sealing(store: SealingStore, keys: KeySource, log: Log) {
  const remembered = new LRUCache<string, OpenedKey>({ max: TREES_REMEMBERED });

  /** Batches concurrent lookups of tree keys that are not cached. */
  const find = batcher<string, StoredTreeKey | undefined>(async (codes) => {
    const found = await store.findEach([...new Set(codes)]);
    return codes.map((code) => ({ value: found.get(code) }));
  }, BOUNDS);

  function sealOf(shareCode: string, { keyId, wrapped }: StoredTreeKey): TreeSeal | null {
    const known = remembered.get(shareCode);
    if (known?.wrapped.equals(wrapped)) return sealWith(shareCode, known);
    const messageKey = keys.find(keyId);
    if (!messageKey) return unavailable("a tree's key is wrapped with a message key that is missing", keyId);
    const treeKey = unwrapped(() => unwrapTreeKey(messageKey, wrapped, shareCode));
    if (!treeKey) return null;
    const opened = { wrapped, treeKey };
    remembered.set(shareCode, opened);
    return sealWith(shareCode, opened);
  }

  /** A key read a moment ago may have been rewrapped since, and its message key retired: then it is read again. */
  async function sealNow(shareCode: string, stored: StoredTreeKey): Promise<TreeSeal | null> {
    let latest = stored;
    for (let tries = 0; tries < TRIES && !keys.find(latest.keyId); tries += 1) {
      const found = await find(shareCode);
      if (!found || found.wrapped.equals(latest.wrapped)) break;
      latest = found;
    }
    return sealOf(shareCode, latest);
  }

  function unavailable(trouble: string, keyId: string): never {
    log.error(trouble, { keyId });
    throw new ApiError("service_unavailable");
  }

  return {
    /** Returns what seals a tree's texts, making its key on first use; undefined if there is no such tree. */
    async toSeal(shareCode: string, within?: Transaction): Promise<TreeSeal | undefined> {
      const known = remembered.get(shareCode);
      if (known) return sealWith(shareCode, known);
      const found = within ? undefined : await find(shareCode);
      if (found) return (await sealNow(shareCode, found)) ?? unavailable("a tree's key is damaged", found.keyId);
      for (let tries = 0; tries < TRIES; tries += 1) {
        const [messageKey] = keys.keys();
        const proposed = wrapTreeKey(messageKey, makeTreeKey(), shareCode);
        const { stored, hasTree, isInUse } = await store.findOrMake(shareCode, proposed, within);
        if (stored) return (await sealNow(shareCode, stored)) ?? unavailable("a tree's key is damaged", stored.keyId);
        if (!hasTree) return undefined;
        // A concurrent call made the tree's key first: try again.
        if (isInUse) continue;
        // Another call may have reloaded the keys already.
        keys.reload();
        if (keys.keys()[0].id === messageKey.id) unavailable("the message key is out of use", messageKey.id);
      }
      throw new ApiError("service_unavailable");
    },

    /** Returns what opens a tree's texts, or null if its key is damaged and nothing can be opened. */
    toOpen: sealNow,

    /** Evicts a cached key that turned out not to be the tree's: it was rewrapped since, or never committed. */
    forget: (shareCode: string) => void remembered.delete(shareCode),
  };
}

const sealWith = (shareCode: string, { wrapped, treeKey }: OpenedKey): TreeSeal => ({
  wrapped,
  seal: (field, id, text) => sealField(treeKey, field, shareCode, id, text),
  open: (field, id, sealed) => openField(treeKey, field, shareCode, id, sealed),
  sign: (use, id, text) => signGift(treeKey, use, shareCode, id, text),
});

function unwrapped(unwrap: () => Buffer): Buffer | null {
  try {
    return unwrap();
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}
