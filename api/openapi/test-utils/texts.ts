import fc from "fast-check";

/** Texts that clients may send, harmless and hostile. Each contains the marker, which no response may echo. */

const MARKER_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

/** Returns 16 letters that form no word; deterministic for a seed and name. */
export function markerOf(seed: number, name: string): string {
  const bytes = new Bun.CryptoHasher("sha256").update(`${seed} ${name}`).digest().subarray(0, 16);
  return [...bytes].map((byte) => MARKER_LETTERS[byte % MARKER_LETTERS.length]).join("");
}

// Each is one character as the service counts, whatever it consists of.
const UNITS = ["a", "é", "e\u0301", "각", "\u1100\u1161\u11A8", "🎄", "語", "ا", "क"];
// One code point that NFC expands to two.
const GROWING = "\u0958";

const HOSTILE = [
  "\0",
  "\u0007",
  "\u007F",
  "\u0085",
  "\uD800",
  "\uDE00\uD83D",
  "\uFFFE",
  "\u{1FFFF}",
  "\u202E",
  "\u2066\u202D\u202E",
  "\u200B\u200D\uFEFF",
  "\u00AD\u2800\u3164",
  `a${"\u0301".repeat(8)}`,
  `a${"\u0301".repeat(9)}`,
  "\u0301".repeat(2000),
  "\u{E0061}\u{E007F}",
  "👨\u200D👩\u200D👧\u200D👦",
  "🇰🇷",
  "﷽",
  "line\nline",
  "line\r\nline",
  "line\u2028line",
  "\r\nX-Injected: 1",
  "<script>alert(1)</script>",
  "' or 1=1; drop table trees; --",
  "\\u0000",
  "$" + "{7*7}",
  "{{7*7}}",
  "%s%n%00",
  "../../../etc/passwd",
  "null",
];

/** Texts that the word filter refuses, and one that only looks like it. */
const RUDE = ["fuck you", "f u c k", "Scunthorpe"];

/** A text of `count` characters, which contains the marker if it fits. */
function textOfLength(marker: string, unit: string, count: number): string {
  const isMarked = count >= marker.length;
  return (isMarked ? marker : "") + unit.repeat(Math.max(0, count - (isMarked ? marker.length : 0)));
}

/** Texts around the limits of a field. */
const atTheBounds = (marker: string, max: number) =>
  fc
    .tuple(fc.constantFrom(...UNITS, GROWING), fc.constantFrom(0, 1, 2, max - 1, max, max + 1, max * 2))
    .map(([unit, count]) => textOfLength(marker, unit, count));

const hostile = (marker: string) =>
  fc.oneof(
    fc.constantFrom(...HOSTILE).map((text) => marker + text),
    fc.constantFrom(...HOSTILE).map((text) => text + marker),
    fc.constantFrom(...HOSTILE),
    fc.string({ unit: "binary", maxLength: 40 }).map((text) => marker + text),
    fc.constantFrom("", " ", "\n\t ", "\u3000"),
  );

const harmless = (marker: string, max: number) =>
  fc
    .tuple(fc.constantFrom(...UNITS), fc.integer({ min: 1, max }))
    .map(([unit, count]) => textOfLength(marker, unit, count));

/** Any text for a field of up to `max` characters; mostly valid ones. */
export const anyText = (marker: string, max: number) =>
  fc.oneof(
    { weight: 6, arbitrary: harmless(marker, max) },
    { weight: 3, arbitrary: atTheBounds(marker, max) },
    { weight: 2, arbitrary: hostile(marker) },
    { weight: 1, arbitrary: fc.constantFrom(...RUDE) },
  );

/** A valid text, which the word filter may occasionally refuse. */
export const soundText = (marker: string, max: number) =>
  fc.oneof({ weight: 9, arbitrary: harmless(marker, max) }, { weight: 1, arbitrary: fc.constantFrom(...RUDE) });

/** Values of any type, with the marker if there is room. */
export const anyValue = (marker: string): fc.Arbitrary<unknown> =>
  fc.oneof(
    hostile(marker),
    fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, 12345678, "", [], {}),
    fc.constantFrom<unknown>([marker], { [`<${marker}>`]: marker }, [[[marker]]], { toString: marker, length: 8 }),
    fc.constant(marker.repeat(500)),
    fc.jsonValue({ maxDepth: 2 }),
  );
