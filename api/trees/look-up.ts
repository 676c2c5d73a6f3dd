import type { Clock } from "../clock.ts";
import type { Company } from "../company/service.ts";
import type { TreeState } from "../http/caching.ts";
import { type Measures, unmeasured } from "../ops/measures.ts";
import { gather } from "../together/gather.ts";
import { type ReadTree, rememberedTrees } from "./remembered.ts";
import type { PublicTree, TreeStore } from "./store.ts";

/** How many seconds earlier than it was asked for something was read, or last known not to have changed, at most. */
type Aged = { ageSeconds: number };
/** A tree as it was in the database when it was asked for, or at most so many seconds earlier. */
export type SeenTree = PublicTree & Aged;
export type SeenState = TreeState & Aged;
export type TreeLookUp = ReturnType<typeof treeLookUp>;

/** Some 230 bytes each. */
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
  const { countOf, countUp } = company.board;
  const remembered = rememberedTrees({ keptMs: REMEMBERED_MS, treesMax: TREES_REMEMBERED, countOf });
  /** For each group under way, what was changed meanwhile: it may have been read before the change. */
  const underWay = new Set<Set<string>>();

  /** From now until its end, what is learned of these trees is remembered, unless that was changed meanwhile: it may be from before. */
  function learning(codes: readonly string[]) {
    const changed = new Set<string>();
    underWay.add(changed);
    const beganAtMs = clock().getTime();
    const counts = new Map(codes.map((code) => [code, countOf(code)]));
    return {
      learn(code: string, tree: ReadTree): void {
        const count = counts.get(code);
        if (count === undefined || !company.isUpToDate() || changed.has(code) || changed.has(ALL)) return;
        remembered.set(code, tree, beganAtMs, count);
      },
      end: () => underWay.delete(changed),
    };
  }

  /** Reads these trees, and learns of them. */
  async function reading<Result>(
    codes: readonly string[],
    read: (learn: (code: string, tree: ReadTree) => void) => Promise<Result>,
  ): Promise<Result> {
    const { learn, end } = learning(codes);
    try {
      return await read(learn);
    } finally {
      end();
    }
  }

  const findTogether = (codes: readonly string[]) =>
    reading(codes, async (learn) => {
      const found = await store.findEach([...new Set(codes)]);
      for (const [code, tree] of found) learn(code, tree);
      return codes.map((code) => ({ answer: seen(found.get(code), 0) }));
    });

  const ask = gather<string, SeenTree | undefined>(findTogether, BOUNDS);

  function recall(code: string): SeenTree | undefined {
    if (!company.isUpToDate()) return undefined;
    const nowMs = clock().getTime();
    const tree = remembered.get(code, nowMs);
    return tree && seen(tree, ageSeconds(tree.readAtMs, nowMs));
  }

  // It is as it was when it was read, and still was when changes were last asked for.
  const ageSeconds = (readAtMs: number, nowMs: number) =>
    Math.ceil(Math.min(nowMs - readAtMs, company.heardAgoMs()) / 1000);

  /** What is under way may have been read before the change. */
  function tellThoseUnderWay(code: string): void {
    for (const changed of underWay) changed.add(code);
  }

  function forget(code: string): void {
    remembered.delete(code);
    tellThoseUnderWay(code);
  }

  /** For what was heard of: most often that is a change of our own, and known already. */
  function doubt(code: string): void {
    remembered.doubt(code);
    tellThoseUnderWay(code);
  }

  function forgetAll(): void {
    forgetBeginning([""]);
  }

  function forgetBeginning(beginnings: readonly string[]): void {
    remembered.deleteBeginning(beginnings);
    tellThoseUnderWay(ALL);
  }

  company.onChange((changed) => {
    if (changed === null) return forgetAll();
    const beginnings: string[] = [];
    for (const code of changed) {
      if (code.endsWith("*")) beginnings.push(code.slice(0, -1));
      else doubt(code);
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

    /** What answers about the tree depend on, if that is remembered; whoever then looks for the tree counts as the one who missed it. */
    recallState(code: string): SeenState | undefined {
      const nowMs = clock().getTime();
      const state = company.isUpToDate() ? remembered.getState(code, nowMs) : undefined;
      if (!state) return undefined;
      measures.recalled("trees", true);
      return { ...state, ageSeconds: ageSeconds(state.readAtMs, nowMs) };
    },
    /** Whether nothing is known of it, not even how it was: this process changed it, or did not look at it yet. */
    isUnknown: (code: string): boolean => company.isUpToDate() && !remembered.has(code),
    reading,

    /**
     * Follows a change of these trees: they are forgotten when it is over, also where nobody knows whether it came about. Where it
     * did, it is done when nobody, in whatever process, can be answered from before it. What `tell` says they are now is remembered.
     */
    async changing<Result>(
      codes: readonly string[] | "all",
      change: Promise<Result>,
      tell: (result: Result) => Iterable<[string, ReadTree]> = () => [],
    ): Promise<Result> {
      const { learn, end } = learning(codes === "all" ? [] : codes);
      const result = await change.finally(() => {
        end();
        if (codes === "all") forgetAll();
        else for (const code of codes) forget(code);
        countUp(codes === "all" ? "all" : new Set(codes));
      });
      for (const [code, tree] of tell(result)) learn(code, tree);
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
