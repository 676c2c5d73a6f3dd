import { expect, test } from "bun:test";
import { offenceIn } from "./word-filter.ts";

test.each([
  ["its plain form", "غبي", "ar"],
  ["vowel signs", "غَبِيّ", "ar"],
  ["a stretched letter", "غبـــي", "ar"],
  ["its article", "الغبي", "ar"],
  ["another alef", "أحمق", "ar"],
  ["a drawn-out letter", "غبييييي", "ar"],
  ["its letters apart", "غ ب ي", "ar"],
  ['"and" before it', "وأغبياء", "ar"],
  ['"o" before it', "ياغبي", "ar"],
  ["a dotted letter", "मूर्ख", "hi"],
])("finds a mild word with %s", (_, text, language) => {
  expect(offenceIn(text)).toEqual({ severity: "mild", language });
});

test("leaves names alone that begin like them, and what another language writes with its own k", () => {
  expect(["ياسر", "ياسمين", "الوزاني", "فخريان", "هیچ کس"].map(offenceIn)).toEqual([null, null, null, null, null]);
});

test("leaves longer words alone", () => {
  expect(["أغبياءنا", "النيكاراغوي", "मूर्खन"].map(offenceIn)).toEqual([null, null, null]);
});
