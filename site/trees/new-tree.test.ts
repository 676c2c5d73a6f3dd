import { expect, test } from "bun:test";
import { newTreeState } from "./new-tree.ts";

const shown = (values: Record<string, string>, ...faults: string[]) =>
  newTreeState({ values, fieldErrors: Object.fromEntries(faults.map((field) => [field, { reason: "required" }])) });

const whole = { name: "Ada's tree", openingDay: "2026-12-25", timeZone: "Europe/London" };
const usual = { type: "christmas", look: "classic" } as const;

test("begins with the usual occasion and look, or those that are chosen", () => {
  expect(shown({})).toEqual({ ...usual, step: 1 });
  expect(shown({ type: "birthday", look: "night" })).toEqual({ type: "birthday", look: "night", step: 1 });
  expect(shown({ type: "easter", look: "neon" })).toEqual({ ...usual, step: 1 });
});

test("shows the details of a whole draft", () => {
  expect(shown({ ...whole, type: "valentine" })).toEqual({ type: "valentine", look: "classic", step: 2 });
});

test.each(Object.keys(whole))("begins at the first step of a draft without a %s", (field) => {
  expect(shown({ ...whole, [field]: "" }).step).toBe(1);
});

test.each([{ openingDay: "2026-02-30" }, { timeZone: "Europe/Nowhere" }])(
  "begins at the first step of a draft with a value that its form cannot show: %p",
  (wrong) => {
    expect(shown({ ...whole, ...wrong }).step).toBe(1);
  },
);

test("leads to the first step with something wrong", () => {
  expect(shown(whole, "name").step).toBe(2);
  expect(shown(whole, "openingDay").step).toBe(2);
  expect(shown(whole, "look", "name").step).toBe(1);
  expect(shown(whole, "type").step).toBe(1);
});
