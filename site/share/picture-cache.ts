import { LRUCache } from "lru-cache";

export type Png = Uint8Array<ArrayBuffer>;

/** Paints missing pictures and caches them. */
export type PictureCache<What> = {
  /** Returns the picture of that name. Concurrent callers share one painting. */
  get: (name: string, what: What) => Promise<Png>;
};

/** Too many pictures are queued: retry later. */
export class PainterBusy extends Error {}

const WAITING_AT_MOST = 40;

/** An LRU cache of pictures, at most `bytesAtMost` in total. */
export function pictureCache<What>(
  paint: (what: What) => Promise<Png>,
  { bytesAtMost, waitingAtMost = WAITING_AT_MOST }: { bytesAtMost: number; waitingAtMost?: number },
): PictureCache<What> {
  const cached = new LRUCache<string, Png>({
    maxSize: bytesAtMost,
    sizeCalculation: (picture) => picture.byteLength,
  });
  const awaited = new Map<string, Promise<Png>>();

  async function paintAndKeep(name: string, what: What): Promise<Png> {
    try {
      const picture = await paint(what);
      cached.set(name, picture);
      return picture;
    } finally {
      awaited.delete(name);
    }
  }

  return {
    async get(name, what) {
      const known = cached.get(name) ?? awaited.get(name);
      if (known) return known;
      if (awaited.size >= waitingAtMost) throw new PainterBusy();
      const painting = paintAndKeep(name, what);
      awaited.set(name, painting);
      return painting;
    },
  };
}
