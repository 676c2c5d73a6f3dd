import { createHmac } from "node:crypto";

/** Settings that must be equal in all processes on one database, by variable name; null if not set. */
export type SharedSettings = Readonly<Record<string, string | null>>;

/** An advisory lock that announces a setting: `kind` identifies the variable, `mark` is a hash of the value. */
export type Mark = { name: string; kind: number; mark: number };

// Arbitrary unused numbers: one per variable, counting up from here.
const FIRST_KIND = 7_325_337;
const MARKS = 2 ** 31;

/** Computes the marks. A mark reveals nothing about its value, except whether another is equal. */
export const marksOf = (given: SharedSettings): Mark[] =>
  Object.entries(given).map(([name, value], i) => {
    const mark =
      createHmac("sha256", value ?? "")
        .update(`given alike: ${name}`)
        .digest()
        .readUInt32BE() % MARKS;
    return { name, kind: FIRST_KIND + i, mark };
  });
