import type { Clock } from "../clock.ts";
import type { Company } from "../company/service.ts";
import { type Measures, unmeasured } from "../ops/measures.ts";
import { gather } from "../together/gather.ts";
import { rememberedTrees } from "./remembered.ts";
import type { PublicTree, TreeStore } from "./store.ts";

/** A tree as it was in the database when it was asked for, or at most so many seconds earlier. */
export type SeenTree = PublicTree & { ageSeconds: number };
export type TreeLookUp = ReturnType<typeof treeLookUp>;

/** Some 300 bytes each. */
const TREES_REMEMBERED = 2 ** 17;
/** Changes are heard of; this is for whoever switches the triggers off. */
const REMEMBERED_MS = 10 * 60_000;
/** A look-up takes less than a millisecond: only where the database is slow does a second group set out beside the first. */
const BOUNDS = { groupMax: 64, groupsAtOnce: 2, waitingMax: 5000, patienceMs: 2 };

/**
 * Finds trees for everybody's eyes. Questions that come together are one statement, sent after they came. What was seen is
 * remembered until it changes: by this process, which forgets with each change, or by others, of which it hears in time. What is
 * changed past the API it hears of within a second.
 */
export function treeLookUp(
  store: Pick<TreeStore, "findEach">,
  clock: Clock,
  company: Company,
  measures: Measures = unmeasured,
) {
  const remembered = rememberedTrees({ keptMs: REMEMBERED_MS, treesMax: TREES_REMEMBERED });
  /** For each group under way, what was changed meanwhile: it may have been read before the change. */
  const underWay = new Set<Set<string>>();

  async function findTogether(codes: readonly string[]) {
    const changed = new Set<string>();
    underWay.add(changed);
    const readAtMs = clock().getTime();
    try {
      const found = await store.findEach([...new Set(codes)]);
      for (const [shareCode, tree] of company.isUpToDate() ? found : []) {
        if (!changed.has(shareCode) && !changed.has(ALL)) remembered.set(shareCode, tree, readAtMs);
      }
      return codes.map((code) => ({ answer: seen(found.get(code), 0) }));
    } finally {
      underWay.delete(changed);
    }
  }

  const ask = gather<string, SeenTree | undefined>(findTogether, BOUNDS);

  function recall(code: string): SeenTree | undefined {
    if (!company.isUpToDate()) return undefined;
    const nowMs = clock().getTime();
    const tree = remembered.get(code, nowMs);
    // It is as it was when it was read, and still was when changes were last asked for.
    return tree && seen(tree, Math.ceil(Math.min(nowMs - tree.readAtMs, company.heardAgoMs()) / 1000));
  }

  function forget(code: string): void {
    remembered.delete(code);
    for (const changed of underWay) changed.add(code);
  }

  function forgetAll(): void {
    forgetBeginning([""]);
  }

  function forgetBeginning(beginnings: readonly string[]): void {
    remembered.deleteBeginning(beginnings);
    for (const changed of underWay) changed.add(ALL);
  }

  company.onChange((changed) => {
    if (changed === null) return forgetAll();
    const beginnings: string[] = [];
    for (const code of changed) {
      if (code.endsWith("*")) beginnings.push(code.slice(0, -1));
      else forget(code);
    }
    if (beginnings.length > 0) forgetBeginning(beginnings);
  });

  return {
    /** The tree with that code, at once where it is remembered; undefined where there is none. */
    find(code: string): SeenTree | Promise<SeenTree | undefined> {
      const recalled = recall(code);
      measures.recalled("trees", recalled !== undefined);
      return recalled ?? ask(code);
    },

    /**
     * Follows a change of these trees: they are forgotten when it is over, also where nobody knows whether it came about. Where it
     * did, it is done when nobody, in whatever process, can be answered from before it.
     */
    async changing<Result>(codes: readonly string[] | "all", change: Promise<Result>): Promise<Result> {
      const result = await change.finally(() => {
        if (codes === "all") forgetAll();
        else for (const code of codes) forget(code);
      });
      await company.untilHeard();
      return result;
    },
  };
}

function seen(tree: PublicTree | undefined, ageSeconds: number): SeenTree | undefined {
  return tree && { version: tree.version, opensAtMs: tree.opensAtMs, json: tree.json, ageSeconds };
}

/** No share code. */
const ALL = "*";
