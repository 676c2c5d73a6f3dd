import { expect, test } from "bun:test";
import { BY_FIELD } from "#contract/expected-input";
import { LANGUAGES } from "../languages/languages.ts";
import { faultInWords } from "./fault-in-words.ts";
import { stringsIn } from "./strings.ts";

const sentenceOf = (language: "en" | "ko", field: string, reason: "required" | "malformed" | "shows_nothing") =>
  faultInWords({ field, reason }, stringsIn[language].problems.fields);

test.each([...LANGUAGES])("a faulty e-mail address is met with what one looks like, in %s", (language) => {
  for (const reason of ["malformed", "required"] as const)
    expect(sentenceOf(language, "email", reason)).toContain("name@example.com");
});

test.each([...LANGUAGES])("a missing field is met with what belongs there, in %s", (language) => {
  const { required, not_a_day, unknown_gift } = stringsIn[language].problems.fields;
  expect(sentenceOf(language, "openingDay", "required")).toBe(`${not_a_day}`);
  expect(sentenceOf(language, "giftAssetId", "required")).toBe(`${unknown_gift}`);
  for (const [field, most] of [
    ["senderName", "30"],
    ["name", "40"],
    ["message", "500"],
    ["newPassword", "10"],
  ] as const)
    expect(sentenceOf(language, field, "required")).toContain(most);
  const general = sentenceOf(language, "anything", "required");
  const own = ["confirm", "reason", "timeZone", "password"].map((field) => sentenceOf(language, field, "required"));
  expect(own).not.toContain(general);
  expect(new Set(own).size).toBe(own.length);
  expect(typeof required).toBe("function");
});

test.each([...LANGUAGES])("a text that shows nothing is told apart from an empty one, in %s", (language) => {
  for (const field of Object.keys(BY_FIELD))
    expect(sentenceOf(language, field, "shows_nothing")).not.toBe(sentenceOf(language, field, "required"));
});
