import { describe, expect, test } from "bun:test";
import { keystrokes, koreanReadings } from "./hangul.ts";

describe("Korean is read in spite of", () => {
  test.each([
    ["loose letters", "ㄴㅜㄴㅅㅏㄹㅏㅁ", "눈사람"],
    ["a loose vowel in a word", "눈ㅅㅏ람", "눈사람"],
    ["digits between syllables", "눈1사2람", "눈사람"],
    ["signs between syllables", "눈@사*람", "눈사람"],
    ["brackets and hearts", "(눈)(사)♥람", "눈사람"],
    ["emoji between syllables", "눈⛄사⛄람", "눈사람"],
    ["dots between syllables", "눈.사.람", "눈사람"],
    ["spaces between syllables", "눈 사 람", "눈사람"],
    ["a particle after spaced syllables", "눈 사 람아", "눈사람아"],
    ["a vowel drawn out", "누우운사아아람", "눈사람"],
    ["a loose vowel that draws out", "누ㅜㅜ나", "누나"],
    ["a vowel drawn out by its plain sister", "벼엉원", "병원"],
    ["two consonants in one letter", "ㄱㅏㅂㅅ ㅄ", "갑ㅅ ㅂㅅ"],
  ])("%s", (_, text, word) => expect(koreanReadings(text).join(" ")).toContain(word));

  test("and words of several syllables are not run together", () => {
    for (const text of ["우리 다시 발견한 곳", "두 시 발표", "병 신고", "눈! 사람"]) {
      expect(koreanReadings(text).filter((reading) => !reading.includes(" "))).toEqual([]);
    }
  });

  test("text without Korean has no Korean reading", () => expect(koreanReadings("snow 雪 снег")).toEqual([]));
});

test("Korean typed on a Latin keyboard comes out as its keys", () => {
  expect(["눈사람", "값", "꽃", "의외"].map(keystrokes)).toEqual(["snstkfka", "rkqt", "rhc", "dmldhl"]);
});
