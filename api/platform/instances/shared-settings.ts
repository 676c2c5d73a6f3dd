import { createHmac } from "node:crypto";

/** What all processes on one database must be given alike, by the names of their variables; null where it is not set. */
export type SharedSettings = Readonly<Record<string, string | null>>;

/** A lock that tells others what was given here: its first number says of which variable, its second marks the value. */
export type Mark = { name: string; kind: number; mark: number };

// Any numbers that no other program locks on; from here on one for each variable, in their order.
const FIRST_KIND = 7_325_337;
const MARKS = 2 ** 31;

/** Of a value no more can be read off its mark than whether another is the same. */
export const marksOf = (given: SharedSettings): Mark[] =>
  Object.entries(given).map(([name, value], i) => {
    const mark =
      createHmac("sha256", value ?? "")
        .update(`given alike: ${name}`)
        .digest()
        .readUInt32BE() % MARKS;
    return { name, kind: FIRST_KIND + i, mark };
  });
