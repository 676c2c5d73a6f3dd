import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import type { Company } from "../company/service.ts";
import { MAX_AGE_SECONDS } from "../http/caching.ts";
import { type Measures, unmeasured } from "../ops/measures.ts";
import { gather } from "../together/gather.ts";
import type { KeptTree, TreeStore } from "./store.ts";

/** A tree as it was in the database when it was asked for, or at most so many seconds earlier. */
export type SeenTree = { kept: KeptTree; ageSeconds: number };
type Remembered = { kept: KeptTree; readAtMs: number };
export type TreeLookUp = ReturnType<typeof treeLookUp>;

/** Some 600 bytes each. */
const TREES_REMEMBERED = 20_000;
/** Short of what answers publish, so that something is left of it for caches further out. */
const REMEMBERED_MS = (MAX_AGE_SECONDS - 1) * 1000;
/** A look-up takes less than a millisecond: only where the database is slow does a second group set out beside the first. */
const BOUNDS = { groupMax: 64, groupsAtOnce: 2, waitingMax: 5000, patienceMs: 2 };

/**
 * Finds trees for everybody's eyes. Questions that come together are one statement, sent after they came. Only a
 * process that is alone on its database remembers what it saw: it makes every change itself, and forgets with each.
 */
export function treeLookUp(
  store: Pick<TreeStore, "findEach">,
  clock: Clock,
  company: Company,
  measures: Measures = unmeasured,
) {
  const remembered = new LRUCache<string, Remembered>({ max: TREES_REMEMBERED });
  /** For each group under way, what was changed meanwhile: it may have been read before the change. */
  const underWay = new Set<Set<string>>();

  async function findTogether(codes: readonly string[]) {
    const changed = new Set<string>();
    underWay.add(changed);
    const readAtMs = clock().getTime();
    try {
      const found = await store.findEach([...new Set(codes)]);
      const seen = new Map(found.map((kept) => [kept.shareCode, { kept, ageSeconds: 0 }]));
      for (const kept of found) {
        const { shareCode } = kept;
        if (!changed.has(shareCode) && !changed.has(ALL)) remembered.set(shareCode, { kept, readAtMs });
      }
      return codes.map((code) => ({ answer: seen.get(code) }));
    } finally {
      underWay.delete(changed);
    }
  }

  const ask = gather<string, SeenTree | undefined>(findTogether, BOUNDS);

  function recall(code: string): SeenTree | undefined {
    if (!company.isAlone()) return undefined;
    const seen = remembered.get(code);
    if (!seen) return undefined;
    const ageMs = clock().getTime() - seen.readAtMs;
    // A clock that was put back must not make old things new.
    return ageMs >= 0 && ageMs <= REMEMBERED_MS ? { kept: seen.kept, ageSeconds: Math.ceil(ageMs / 1000) } : undefined;
  }

  return {
    /** The tree with that code, or undefined where there is none. */
    async find(code: string): Promise<SeenTree | undefined> {
      const seen = recall(code);
      measures.recalled("trees", seen !== undefined);
      return seen ?? ask(code);
    },

    /** Who changes a tree says so before answering, also where it is not known whether the change came about. */
    forget(code: string): void {
      remembered.delete(code);
      for (const changed of underWay) changed.add(code);
    },

    forgetAll(): void {
      remembered.clear();
      for (const changed of underWay) changed.add(ALL);
    },
  };
}

/** No share code. */
const ALL = "*";
