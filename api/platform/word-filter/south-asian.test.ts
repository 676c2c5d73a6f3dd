import { expect, test } from "bun:test";
import { offenceIn } from "./word-filter.ts";

test.each([
  ["its plain form", "غبي", "ar"],
  ["vowel signs", "غَبِيّ", "ar"],
  ["a stretched letter", "غبـــي", "ar"],
  ["its article", "الغبي", "ar"],
  ["another alef", "أحمق", "ar"],
  ["a dotted letter", "मूर्ख", "hi"],
])("finds a mild word with %s", (_, text, language) => {
  expect(offenceIn(text)).toEqual({ severity: "mild", language });
});

test("leaves longer words alone", () => {
  expect(["أغبياءنا", "النيكاراغوي", "मूर्खन"].map(offenceIn)).toEqual([null, null, null]);
});
