import { places } from "./places.ts";

/** So many beginnings of codes are looked for one by one. */
const BEGINNINGS_MAX = 8;

/** Places for what is remembered of trees, so many at most (a power of two), by their share codes: four characters and four. */
export function placesByCode(placesMax: number) {
  const all = places(placesMax);
  const find = (code: string): number => all.find(packed(code, 0), packed(code, 4));

  return {
    /** Where what is remembered under the code lies; -1 where nothing is. */
    find,

    /** The code's own place, or one for it: what lay there of another code is given up. */
    take: (code: string): number => all.take(packed(code, 0), packed(code, 4)),

    /** Somebody asked for what lies there: it is not given up next. */
    touch: all.touch,

    free(code: string): void {
      const place = find(code);
      if (place >= 0) all.free(place);
    },

    /** Those of codes that begin with one of these, each of at most four characters. */
    freeBeginning(beginnings: readonly string[]): void {
      if (beginnings.includes("") || beginnings.length > BEGINNINGS_MAX) {
        all.freeAll();
        return;
      }
      for (const beginning of beginnings) {
        const shift = 32 - 8 * beginning.length;
        const wanted = packed(beginning.padEnd(4), 0) >>> shift;
        all.freeWhere((head) => head >>> shift === wanted);
      }
    },
  };
}

/** Four characters of a share code, which are of ASCII: a byte each. */
function packed(code: string, at: number): number {
  const byte = (i: number) => code.charCodeAt(at + i);
  return ((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3)) >>> 0;
}
