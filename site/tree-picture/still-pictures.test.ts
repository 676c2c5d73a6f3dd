import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { TREE_LOOKS, TREE_TYPES } from "#contract/trees";
import { looksImage, stillAddress, stillPictures } from "./still-pictures.ts";
import { treePicture } from "./tree-picture.ts";

const drawn = (address: string) => stillPictures.get(/^\/tree-picture\/(.+)\.svg$/.exec(address)?.[1] ?? "")?.() ?? "";

test.each([...TREE_TYPES])("every look of the %s tree is a file, the classic one by day and by night", (type) => {
  for (const look of TREE_LOOKS) {
    for (const hour of ["day", "night"] as const) {
      expect(drawn(stillAddress(type, look, hour))).toBe(treePicture({ type, look }, [], { hour, width: 480 }));
    }
  }
});

test.each([...TREE_TYPES])("one file shows all looks of the %s tree, and is smaller than two of them", (type) => {
  const { src, width, height } = looksImage(type);
  const all = drawn(src);
  const openings = all.match(/<svg [^>]*>/g) ?? [];
  expect(openings[0]).toContain(`viewBox="0 0 ${width} ${height}"`);
  // The classic one is half by day and half by night.
  expect(openings).toHaveLength(1 + TREE_LOOKS.length + 1);
  const ids = [...all.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, one, other] of all.matchAll(/href="#([^"]*)"|url\(#([^)]*)\)/g)) expect(ids).toContain(one ?? other);
  const size = (picture: string) => gzipSync(picture).length;
  expect(size(all)).toBeLessThan(2 * size(treePicture({ type, look: "night" }, [], { hour: "night" })));
});
