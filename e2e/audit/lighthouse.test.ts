import { expect, test } from "bun:test";
import { median } from "./lighthouse.ts";

test.each([
  [[99, 100, 97], 99],
  [[100, 98, 100], 100],
  [[9, 100, 10], 10],
])("takes the median of three runs %p", (runs, middle) => {
  expect(median(runs)).toBe(middle);
});
