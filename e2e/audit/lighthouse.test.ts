import { expect, test } from "bun:test";
import { median } from "./lighthouse.ts";

test.each([
  [[99, 100, 97], 99],
  [[100, 98, 100], 100],
  [[9, 100, 10], 10],
])("of three runs %p the middle one counts", (runs, middle) => {
  expect(median(runs)).toBe(middle);
});
