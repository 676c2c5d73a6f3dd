import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { GIFT_IDS } from "#contract/gifts";
import { TREE_TYPES } from "#contract/trees";
import { type PictureGift, treePicture } from "./tree-picture.ts";
import { markupFaults } from "./well-formed.ts";

const hours = ["day", "dusk", "night"] as const;

const gifts = (count: number): PictureGift[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `gift-${index}`,
    giftAssetId: GIFT_IDS[index % GIFT_IDS.length] ?? "card",
    label: `Gift ${index}`,
  }));

const hungIds = (picture: string) => [...picture.matchAll(/data-gift="([^"]*)"/g)].map(([, id]) => id);

describe.each([...TREE_TYPES])("the %s tree", (type) => {
  test.each([0, 1, 12, 60])("is well-formed and safe with %i gifts at every hour", (count) => {
    for (const hour of hours) expect(markupFaults(treePicture({ type }, gifts(count), { hour }))).toEqual([]);
  });

  test("is the same picture each time", () => {
    expect(treePicture({ type }, gifts(12))).toBe(treePicture({ type }, gifts(12)));
  });

  test("looks different by day, at dusk and at night", () => {
    expect(new Set(hours.map((hour) => treePicture({ type }, [], { hour }))).size).toBe(3);
  });

  test("stands by day on a light page and by night on a dark one", () => {
    expect(treePicture({ type }, [])).toBe(treePicture({ type }, [], { hour: "day" }));
    expect(treePicture({ type }, [], { scheme: "dark" })).toBe(treePicture({ type }, [], { hour: "night" }));
  });

  test("weighs less than 20 kB bare and 60 kB full, 5 kB and 14 kB compressed", () => {
    const [bare, full] = [
      treePicture({ type }, [], { hour: "night" }),
      treePicture({ type }, gifts(60), { hour: "night" }),
    ];
    expect(bare.length).toBeLessThan(20_000);
    expect(full.length).toBeLessThan(60_000);
    expect(gzipSync(bare).length).toBeLessThan(5_000);
    expect(gzipSync(full).length).toBeLessThan(14_000);
  });

  test("has no id twice, and every reference finds its target", () => {
    const picture = treePicture({ type }, gifts(60));
    const ids = [...picture.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    const references = [...picture.matchAll(/href="#([^"]*)"|url\(#([^)]*)\)/g)].map(([, one, other]) => one ?? other);
    expect(new Set(ids).size).toBe(ids.length);
    for (const reference of references) expect(ids).toContain(reference);
  });
});

test("every gift hangs once, the newest last so that nothing covers it", () => {
  const ids = hungIds(treePicture({ type: "christmas" }, gifts(12)));
  expect(ids).toHaveLength(12);
  expect(new Set(ids).size).toBe(12);
  expect(ids.at(-1)).toBe("gift-0");
});

test("of more than sixty gifts the first sixty given are drawn", () => {
  const ids = hungIds(treePicture({ type: "birthday" }, gifts(75)));
  expect(ids).toHaveLength(60);
  expect(ids).toContain("gift-59");
  expect(ids).not.toContain("gift-60");
});

test("a drawing that many gifts share is in the picture once", () => {
  const bells = Array.from({ length: 20 }, (_, index) => ({ id: `bell-${index}`, giftAssetId: "bell" }));
  const picture = treePicture({ type: "christmas" }, bells);
  expect(picture.match(/id="tree-bell"/g)).toHaveLength(1);
  expect(picture.match(/href="#tree-bell"/g)).toHaveLength(20);
});

test("a gift the catalogue lacks hangs as a card", () => {
  const picture = treePicture({ type: "valentine" }, [{ id: "a", giftAssetId: '"><script>' }]);
  expect(picture).toContain('href="#tree-card"');
  expect(markupFaults(picture)).toEqual([]);
});

test("ids and labels are escaped, and characters that XML forbids are dropped", () => {
  const picture = treePicture(
    { type: "birthday" },
    [{ id: '"><script>', giftAssetId: "card", label: "<b>\u0000Zoë\ud800 & 'friends' 🎄</b>" }],
    { label: 'The "best" tree' },
  );
  expect(picture).toContain('data-gift="&quot;&gt;&lt;script&gt;"');
  expect(picture).toContain("<title>&lt;b&gt;Zoë &amp; &#39;friends&#39; 🎄&lt;/b&gt;</title>");
  expect(picture).toContain('role="group" aria-label="The &quot;best&quot; tree"');
  expect(markupFaults(picture)).toEqual([]);
});

test("a gift is an image of its own only when it has a label", () => {
  const picture = treePicture({ type: "christmas" }, [
    { id: "named", giftAssetId: "bell", label: "Bell from Ida" },
    { id: "nameless", giftAssetId: "star" },
  ]);
  expect(picture).toMatch(/<g data-gift="named" role="img"[^>]*><title>Bell from Ida<\/title>/);
  expect(picture).toMatch(/<g data-gift="nameless" transform=/);
});

test("pictures of one page keep their ids apart", () => {
  const idsOf = (prefix: string) =>
    [...treePicture({ type: "christmas" }, gifts(3), { idPrefix: prefix }).matchAll(/ id="([^"]*)"/g)].map(
      ([, id]) => id,
    );
  expect(idsOf("one").filter((id) => idsOf("two").includes(id))).toEqual([]);
});

test("a width brings its height along, and without one the page decides", () => {
  expect(treePicture({ type: "christmas" }, [], { width: 240 })).toContain('width="240" height="280"');
  expect(treePicture({ type: "christmas" }, []).split(">")[0]).not.toContain(" width=");
});
