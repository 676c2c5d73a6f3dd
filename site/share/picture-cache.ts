import { LRUCache } from "lru-cache";
import { ApiError } from "#contract/errors";
import { fairQueue } from "../../shared/fair-queue.ts";

export type Png = Uint8Array<ArrayBuffer>;

/** Whose picture it is, and whether somebody still waits for it. */
export type Asker = { owner: string; signal: AbortSignal };
/** Paints missing pictures, one at a time, and caches them. */
export type PictureCache<What> = {
  /**
   * Returns the picture of that name. Concurrent callers share one painting. Throws an ApiError if too many pictures
   * wait, or if nobody waits for this one any more.
   */
  get: (name: string, what: What, asker: Asker) => Promise<Png>;
};

const WAITING_AT_MOST = 40;

/**
 * An LRU cache of pictures, at most `bytesAtMost` in total. Owners of trees take turns, so that one who renames many trees
 * delays nobody else by more than a picture.
 */
export function pictureCache<What>(
  paint: (what: What) => Promise<Png>,
  { bytesAtMost, waitingAtMost = WAITING_AT_MOST }: { bytesAtMost: number; waitingAtMost?: number },
): PictureCache<What> {
  const cached = new LRUCache<string, Png>({
    maxSize: bytesAtMost,
    sizeCalculation: (picture) => picture.byteLength,
  });
  const enqueue = fairQueue(1, waitingAtMost);
  const awaited = new Map<string, { picture: Promise<Png>; signals: AbortSignal[] }>();

  async function paintAndKeep(name: string, what: What): Promise<Png> {
    const picture = await paint(what);
    cached.set(name, picture);
    return picture;
  }

  return {
    async get(name, what, { owner, signal }) {
      const known = cached.get(name);
      if (known) return known;
      // Not by name alone: trees of two owners may look the same, and each has its own place in the queue.
      const key = `${owner} ${name}`;
      const already = awaited.get(key);
      already?.signals.push(signal);
      if (already) return already.picture;
      const signals = [signal];
      const picture = enqueue({ isKnown: false, groups: [owner] }, async () => {
        if (signals.every(({ aborted }) => aborted)) throw new ApiError("too_busy");
        return cached.get(name) ?? paintAndKeep(name, what);
      }).finally(() => awaited.delete(key));
      awaited.set(key, { picture, signals });
      return picture;
    },
  };
}
