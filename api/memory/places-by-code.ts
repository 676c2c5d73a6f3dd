/** A code is looked for in so many places, and where all are taken one of them is given up. */
const PLACES_IN_ROW = 32;
/** So many beginnings of codes are looked for one by one. */
const BEGINNINGS_MAX = 8;

/**
 * A place, from 0 on, for each of so many share codes at most (a power of two): what is remembered of a tree lies there, in
 * arrays of numbers. As objects in a Map, a hundred thousand held up everything for 30 ms whenever the engine cleared up.
 * A code says in which row its place can be; where the row is full, the code goes that was asked for least of late.
 */
export function placesByCode(placesMax: number) {
  const perRow = Math.min(PLACES_IN_ROW, placesMax);
  const rows = placesMax / perRow;
  // A code's characters, four and four, a byte each; 0 where nothing lies.
  const heads = new Uint32Array(placesMax);
  const tails = new Uint32Array(placesMax);
  /** Whether it was asked for since its row was last searched for one to give up. */
  const wasAskedFor = new Uint8Array(placesMax);
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

  const find = (code: string): number => placeOf(packed(code, 0), packed(code, 4));

  function empty(place: number): void {
    heads[place] = 0;
    tails[place] = 0;
  }

  return {
    /** Where what is remembered under the code lies; -1 where nothing is. */
    find,

    /** The code's own place, or one for it: what lay there of another code is given up. */
    take(code: string): number {
      const [head, tail] = [packed(code, 0), packed(code, 4)];
      const known = placeOf(head, tail);
      const place = known < 0 ? freePlace(head, tail) : known;
      heads[place] = head;
      tails[place] = tail;
      wasAskedFor[place] = 0;
      return place;
    },

    /** Somebody asked for what lies there: it is not given up next. */
    touch(place: number): void {
      wasAskedFor[place] = 1;
    },

    free(code: string): void {
      const place = find(code);
      if (place >= 0) empty(place);
    },

    /** Those of codes that begin with one of these, each of at most four characters. */
    freeBeginning(beginnings: readonly string[]): void {
      if (beginnings.includes("") || beginnings.length > BEGINNINGS_MAX) {
        heads.fill(0);
        tails.fill(0);
        return;
      }
      for (const beginning of beginnings) {
        const shift = 32 - 8 * beginning.length;
        const wanted = packed(beginning.padEnd(4), 0) >>> shift;
        for (let place = 0; place < placesMax; place += 1) {
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
