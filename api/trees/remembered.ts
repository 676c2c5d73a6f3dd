import type { PublicTree } from "./store.ts";
import { textRing } from "./text-ring.ts";

/** A tree is looked for in so many places, and where all are taken one of them is given up. */
const PLACES_IN_ROW = 32;
/** What a tree's JSON comes to, with room for longer ones; 32 MiB for 131,072 trees. */
const BYTES_OF_TREE = 256;
const BYTES_MIN = 4096;
/** So many beginnings of codes are looked for one by one. */
const BEGINNINGS_MAX = 8;

/**
 * Trees as they were read, each for so many milliseconds, and so many of them at most (a power of two). They lie in arrays of
 * numbers and a ring of texts: as objects in a Map, a hundred thousand held up everything for 30 ms whenever the engine cleared up.
 * A code says in which row its tree can lie; where the row is full, the tree goes that was asked for least of late.
 */
export function rememberedTrees({ keptMs, treesMax }: { keptMs: number; treesMax: number }) {
  const perRow = Math.min(PLACES_IN_ROW, treesMax);
  const rows = treesMax / perRow;
  // A code's characters, four and four, a byte each; 0 where nothing lies.
  const heads = new Uint32Array(treesMax);
  const tails = new Uint32Array(treesMax);
  const versions = new Float64Array(treesMax);
  const opensAtMs = new Float64Array(treesMax);
  const readAtMs = new Float64Array(treesMax);
  const texts = textRing(Math.max(BYTES_MIN, treesMax * BYTES_OF_TREE));
  const textNames = new Float64Array(treesMax);
  /** Whether the tree was asked for since its row was last searched for one to give up. */
  const wasAskedFor = new Uint8Array(treesMax);
  /** Where the next search in a row begins. */
  const hands = new Uint8Array(rows);

  /** Mixed until each bit of the code matters (the last steps of MurmurHash3), so that codes that are alike lie apart. */
  function rowOf(head: number, tail: number): number {
    let mixed = Math.imul(head, 0x9e3779b1) ^ tail;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) & (rows - 1);
  }

  function placeOf(head: number, tail: number): number {
    const first = rowOf(head, tail) * perRow;
    for (let place = first; place < first + perRow; place += 1) {
      if (heads[place] === head && tails[place] === tail) return place;
    }
    return -1;
  }

  function freePlace(head: number, tail: number): number {
    const row = rowOf(head, tail);
    const first = row * perRow;
    for (let place = first; place < first + perRow; place += 1) if (heads[place] === 0) return place;
    for (;;) {
      const hand = hands[row] ?? 0;
      hands[row] = (hand + 1) % perRow;
      if (wasAskedFor[first + hand] === 0) return first + hand;
      wasAskedFor[first + hand] = 0;
    }
  }

  function empty(place: number): void {
    heads[place] = 0;
    tails[place] = 0;
  }

  return {
    set(code: string, tree: PublicTree, nowMs: number): void {
      const textName = texts.add(tree.json);
      if (textName === null) {
        this.delete(code);
        return;
      }
      const [head, tail] = [packed(code, 0), packed(code, 4)];
      const known = placeOf(head, tail);
      const place = known < 0 ? freePlace(head, tail) : known;
      heads[place] = head;
      tails[place] = tail;
      versions[place] = tree.version;
      opensAtMs[place] = tree.opensAtMs;
      readAtMs[place] = nowMs;
      textNames[place] = textName;
      wasAskedFor[place] = 0;
    },

    /** The tree, unless it was read too long ago. */
    get(code: string, nowMs: number): (PublicTree & { readAtMs: number }) | undefined {
      const place = placeOf(packed(code, 0), packed(code, 4));
      const readAt = readAtMs[place] ?? 0;
      // A clock that was put back must not make old things new.
      if (place < 0 || readAt > nowMs || nowMs - readAt > keptMs) return undefined;
      const textName = textNames[place] ?? 0;
      const json = texts.get(textName);
      if (json === undefined) return undefined;
      if (texts.isOld(textName)) textNames[place] = texts.add(json) ?? textName;
      wasAskedFor[place] = 1;
      return { version: versions[place] ?? 0, opensAtMs: opensAtMs[place] ?? 0, json, readAtMs: readAt };
    },

    delete(code: string): void {
      const place = placeOf(packed(code, 0), packed(code, 4));
      if (place >= 0) empty(place);
    },

    /** Those whose codes begin with one of these, each of at most four characters. */
    deleteBeginning(beginnings: readonly string[]): void {
      if (beginnings.includes("") || beginnings.length > BEGINNINGS_MAX) {
        heads.fill(0);
        tails.fill(0);
        return;
      }
      for (const beginning of beginnings) {
        const shift = 32 - 8 * beginning.length;
        const wanted = packed(beginning.padEnd(4), 0) >>> shift;
        for (let place = 0; place < treesMax; place += 1) {
          if ((heads[place] ?? 0) >>> shift === wanted) empty(place);
        }
      }
    },
  };
}

/** Four characters of a share code, which are of ASCII. */
function packed(code: string, at: number): number {
  const byte = (i: number) => code.charCodeAt(at + i);
  return ((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3)) >>> 0;
}
