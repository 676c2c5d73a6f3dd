import { expect, test } from "bun:test";
import { sharedMebibytes } from "./settings.ts";

test.each([
  ["a large machine", 16_384, 1024],
  ["a small machine", 2048, 512],
  ["a container of 512 MiB", 512, 128],
  ["a very small one", 64, 32],
])("on %s (%d MiB), Postgres shares %d MiB", (_, mebibytes, shared) => {
  expect(sharedMebibytes(mebibytes * 1024 * 1024)).toBe(shared);
});
