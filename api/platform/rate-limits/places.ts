/**
 * What is looked for has so many places, and where all are taken one of them is given up. Rows fill unevenly: of 100,000 names for
 * 131,072 places all but one in a thousand find room, with 32 in a row all but six.
 */
const PLACES_IN_ROW = 64;

/**
 * A place, from 0 on, for each of so many names at most (a power of two): what is remembered under a name lies there, in
 * arrays of numbers. As objects in a Map, a hundred thousand held up everything for 30 ms whenever the engine cleared up.
 * A name is two numbers of 32 bits, the first of them never 0. It says in which row its place can be; where the row is full, the name
 * goes that was asked for least of late.
 */
export function places(placesMax: number) {
  const perRow = Math.min(PLACES_IN_ROW, placesMax);
  const rows = placesMax / perRow;
  // 0 where nothing lies.
  const heads = new Uint32Array(placesMax);
  const tails = new Uint32Array(placesMax);
  /** Whether it was asked for since its row was last searched for one to give up. */
  const wasAskedFor = new Uint8Array(placesMax);
  /** Where the next search in a row begins. */
  const hands = new Uint8Array(rows);

  /** Mixed until each bit of the name matters (the last steps of MurmurHash3), so that names that are alike lie apart. */
  function rowOf(head: number, tail: number): number {
    let mixed = Math.imul(head, 0x9e3779b1) ^ tail;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) & (rows - 1);
  }

  /** Where what is remembered under the name lies; -1 where nothing is. */
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

    /** The name's own place, or one for it: what lay there under another name is given up. */
    take(head: number, tail: number): number {
      const known = find(head, tail);
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
