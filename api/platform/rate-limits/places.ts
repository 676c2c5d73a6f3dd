/**
 * The row size; in a full row, a name is evicted. Rows fill unevenly: of 100,000 names in 131,072 places, all but
 * 0.1% find room; with rows of 32, all but 0.6%.
 */
const PLACES_IN_ROW = 64;

/**
 * Assigns each name a place from 0 up to `placesMax` (a power of two), the index of its data in typed arrays. As
 * objects in a Map, a hundred thousand entries paused the process for 30 ms at each garbage collection.
 * A name is two 32-bit numbers, the first never 0, and determines the row. If the row is full, the clock algorithm
 * evicts a name that was not used recently.
 */
export function places(placesMax: number) {
  const perRow = Math.min(PLACES_IN_ROW, placesMax);
  const rows = placesMax / perRow;
  // 0 if the place is free.
  const heads = new Uint32Array(placesMax);
  const tails = new Uint32Array(placesMax);
  /** Whether the place was used since the clock hand last passed it. */
  const wasAskedFor = new Uint8Array(placesMax);
  /** The clock hand of each row. */
  const hands = new Uint8Array(rows);

  /** Mixes the bits of a name (the last steps of MurmurHash3), so that similar names are spread over the rows. */
  function rowOf(head: number, tail: number): number {
    let mixed = Math.imul(head, 0x9e3779b1) ^ tail;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) & (rows - 1);
  }

  /** Returns the name's place, or -1 if it has none. */
  function find(head: number, tail: number): number {
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

  function free(place: number): void {
    heads[place] = 0;
    tails[place] = 0;
  }

  return {
    find,

    /** Returns the name's place, or assigns one, evicting another name if necessary. */
    take(head: number, tail: number): number {
      const known = find(head, tail);
      const place = known < 0 ? freePlace(head, tail) : known;
      heads[place] = head;
      tails[place] = tail;
      wasAskedFor[place] = 0;
      return place;
    },

    /** Marks a place as recently used, so that it is not evicted next. */
    touch(place: number): void {
      wasAskedFor[place] = 1;
    },

    free,

    freeWhere(isMeant: (head: number) => boolean): void {
      for (let place = 0; place < placesMax; place += 1) if (isMeant(heads[place] ?? 0)) free(place);
    },

    freeAll(): void {
      heads.fill(0);
      tails.fill(0);
    },
  };
}
