import { expect, test } from "bun:test";
import { type Seen, verdictOn } from "./verdict.ts";

const letter = (text: string, ...ids: string[]) => ({ shareCode: "abcdefgh", key: text, text, ids: new Set(ids) });
const attempt = (at: number, status: number | null) => ({ at, ms: 10, status, retryAfter: null });
const gifts = [
  { id: "1", text: "one" },
  { id: "2", text: "two" },
];
const sound: Seen = {
  letters: [letter("one", "1"), letter("two", "2")],
  attempts: [attempt(0, 201), attempt(100, null), attempt(200, 503), attempt(300, 201)],
  trouble: { from: 90, until: 150, expectations: [] },
  recoveredAfterMs: 160,
  found: { gifts, inDatabase: 2, giftCount: 2 },
  leaks: [],
  code: 0,
};

test("passes a fault without losses, and reports the answers until the first gift after it", () => {
  const verdict = verdictOn(sound);
  expect(verdict).toMatchObject({ posts: 2, acknowledged: 2, inDatabase: 2, lost: 0, doubled: 0, leaked: 0 });
  expect(verdict.broken).toEqual([]);
  expect(verdict.meanwhile).toBe("no answer × 1, 503 × 1, 201 × 1");
});

test("judges a soak with a million attempts", () => {
  const attempts = Array.from({ length: 1_000_000 }, (_, i) => attempt(i, 201));
  expect(verdictOn({ ...sound, attempts })).toMatchObject({ longestMs: 10, broken: [] });
});

const broken: [string, Partial<Seen>][] = [
  ["lost", { found: { gifts: gifts.slice(1), inDatabase: 1, giftCount: 1 } }],
  ["twice", { found: { gifts: [...gifts, { id: "3", text: "two" }], inDatabase: 3, giftCount: 3 } }],
  ["only what was written", { found: { gifts: [...gifts, { id: "3", text: null }], inDatabase: 3, giftCount: 3 } }],
  ["agree", { found: { gifts, inDatabase: 3, giftCount: 2 } }],
  ["agree", { found: { gifts, inDatabase: 2, giftCount: 1 } }],
  ["no text", { leaks: ["/metrics"] }],
  ["arrives in the end", { letters: [...sound.letters, letter("three")] }],
  ["500", { attempts: [attempt(0, 500)] }],
  ["serves again", { recoveredAfterMs: null }],
  ["stops with 0", { code: 1 }],
  [
    "queue",
    { trouble: { from: 0, until: 1, expectations: [{ that: "no queue grows", isSo: false, measured: "90" }] } },
  ],
];
test.each(broken)("fails a fault that breaks this expectation: %s", (sentence, change) => {
  const verdict = verdictOn({ ...sound, ...change });
  expect(verdict.broken).toHaveLength(1);
  expect(verdict.broken[0]).toContain(sentence);
});

test("fails a run without any posts", () => {
  const found = { gifts: [], inDatabase: 0, giftCount: 0 };
  expect(verdictOn({ ...sound, letters: [], found }).broken).toEqual(["people post: nobody did"]);
});
