import { describe, expect, test } from "bun:test";
import { keystrokes, koreanReadings, sounded } from "./hangul.ts";

describe("reading Korean", () => {
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
    ["a consonant after its syllable", "누ㄴ사라ㅁ", "눈사람"],
    ["two consonants in one letter", "ㄱㅏㅂㅅ ㅄ", "갑ㅅ ㅂㅅ"],
  ])("%s", (_, text, word) => expect(koreanReadings(text).join(" ")).toContain(word));

  test("does not join words of several syllables", () => {
    for (const text of ["우리 다시 발견한 곳", "두 시 발표", "병 신고", "눈! 사람"]) {
      expect(koreanReadings(text).filter((reading) => !reading.includes(" "))).toEqual([]);
    }
  });

  test("returns no Korean reading for text without Korean", () => expect(koreanReadings("snow 雪 снег")).toEqual([]));
});

test("converts Korean to the keys of a Latin keyboard", () => {
  expect(["눈사람", "값", "꽃", "의외"].map(keystrokes)).toEqual(["snstkfka", "rkqt", "rhc", "dmldhl"]);
});

test("gives words that sound alike one form", () => {
  for (const [word, other] of [
    ["눈사람", "뉸싸럄"],
    ["꽃게", "곶계"],
    ["외투", "왜투"],
  ]) {
    expect(sounded(other ?? "")).toBe(sounded(word ?? ""));
  }
  expect(sounded("눈사람")).not.toBe(sounded("눈싸움"));
});
