import { expect, test } from "bun:test";
import { letterSize } from "./paper.ts";

test.each([
  ["x", "greeting"],
  ["Merry Christmas, Ada! 🎄", "greeting"],
  ["사랑해요! 새해 복 많이 받으세요", "greeting"],
  ["See you on Sunday, and bring the kettle.", "line"],
  ["Roses are red,\nviolets are blue,\nand so on,\nand so on", "note"],
  ["word ".repeat(60), "letter"],
  ["word ".repeat(100), "letter long"],
] as const)("%s is set as a %s", (message, size) => {
  expect(letterSize(message)).toBe(size);
});
