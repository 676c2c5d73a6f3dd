import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { GIFT_IDS } from "#contract/gifts";
import { TREE_LOOKS, TREE_TYPES, type TreeLook } from "#contract/trees";
import { type PictureGift, treePicture } from "./tree-picture.ts";
import { markupErrors } from "./well-formed.test-utils.ts";

const fixedHours = ["day", "dusk", "night"] as const;
const frames = ["tall", "wide"] as const;

const gifts = (count: number): PictureGift[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `gift-${index}`,
    giftAssetId: GIFT_IDS[index % GIFT_IDS.length] ?? "card",
    label: `Gift ${index}`,
  }));

const linkTo = ({ id }: PictureGift) => `#${id}`;
const hungIds = (picture: string) => [...picture.matchAll(/data-gift="([^"]*)"/g)].map(([, id]) => id);
const openingTag = (picture: string) => picture.split(">")[0];
const places = (picture: string) => [...picture.matchAll(/<g data-gift=[^>]*>/g)].map(([group]) => group);

const everyTree = TREE_TYPES.flatMap((type) => TREE_LOOKS.map((look) => ({ type, look })));

describe.each(everyTree)("the $type tree in the look $look", (tree) => {
  test.each([0, 1, 12, 60])("is well-formed and standalone with %i gifts at every fixed hour", (count) => {
    for (const hour of fixedHours) {
      for (const frame of frames) {
        for (const wrapped of [false, true]) {
          expect(markupErrors(treePicture(tree, gifts(count), { hour, frame, wrapped }))).toEqual([]);
        }
      }
    }
  });

  test.each([0, 1, 12, 60])("is well-formed and safe on a page with %i gifts", (count) => {
    expect(markupErrors(treePicture(tree, gifts(count)), "on a page")).toEqual([]);
    expect(markupErrors(treePicture(tree, gifts(count), { linkTo, wrapped: true }), "on a page")).toEqual([]);
  });

  test("is the same picture each time", () => {
    for (const frame of frames) {
      const options = { frame, linkTo, justHung: "gift-3" };
      expect(treePicture(tree, gifts(12), options)).toBe(treePicture(tree, gifts(12), options));
    }
  });

  test("is smaller than 20 kB empty and 60 kB full, 5 kB and 14 kB compressed", () => {
    for (const hour of ["page", "night"] as const) {
      const bare = treePicture(tree, [], { hour });
      const full = treePicture(tree, gifts(60), { hour, linkTo });
      expect(bare.length).toBeLessThan(20_000);
      expect(full.length).toBeLessThan(60_000);
      expect(gzipSync(bare).length).toBeLessThan(5_000);
      expect(gzipSync(full).length).toBeLessThan(14_000);
    }
  });

  test.each(["page", "night"] as const)("at the hour %s has unique ids, and every reference has a target", (hour) => {
    for (const wrapped of [false, true]) {
      const picture = treePicture(tree, gifts(60), { hour, wrapped });
      const ids = [...picture.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      const references = [...picture.matchAll(/href="#([^"]*)"|url\(#([^)]*)\)/g)].map(
        ([, one, other]) => one ?? other,
      );
      expect(new Set(ids).size).toBe(ids.length);
      for (const reference of references) expect(ids).toContain(reference);
    }
  });

  test("on a page refers to the sprite for every gift, and is less than half as large for it", () => {
    const whole = treePicture(tree, gifts(60), { linkTo });
    const bare = treePicture(tree, [], { linkTo });
    const page = treePicture(tree, gifts(60), { linkTo, usesSprite: true });
    expect(markupErrors(page, "on a page")).toEqual([]);
    const hung = new Set(gifts(60).map(({ giftAssetId }) => giftAssetId));
    expect(new Set([...page.matchAll(/gifts\.svg\?v=[\w-]+#([\w-]+)/g)].map(([, id]) => id))).toEqual(hung);
    expect(page.length - bare.length).toBeLessThan((whole.length - bare.length) / 2);
  });

  test("is smaller than 70 kB, and 16 kB compressed, as a share picture", () => {
    const picture = treePicture(tree, gifts(60), { hour: "dusk", frame: "wide" });
    expect(picture.length).toBeLessThan(70_000);
    expect(gzipSync(picture).length).toBeLessThan(16_000);
  });

  test("animates at most twelve things on a page, and nothing at a fixed hour", () => {
    const moving = /class="(twinkling|glowing|shimmering|falling|floating|swaying|billowing)/g;
    const count = treePicture(tree, gifts(60)).match(moving)?.length;
    expect(count).toBeGreaterThan(tree.look === "white" ? 0 : 5);
    expect(count).toBeLessThanOrEqual(12);
    expect(treePicture(tree, gifts(60), { hour: "night" })).not.toContain("class=");
  });
});

describe.each([...TREE_TYPES])("the %s tree", (type) => {
  test("looks different by day, at dusk and at night", () => {
    expect(new Set(fixedHours.map((hour) => treePicture({ type }, [], { hour }))).size).toBe(3);
  });

  test("falls back to the day's picture if the page has no stylesheet", () => {
    const withoutStyles = treePicture({ type }, gifts(12))
      .replace(/ class="[^"]*"/g, "")
      .replace(/var\(--[\w-]+,([^)]+)\)/g, "$1")
      .replace(/<g display="none">.*?<\/g>/, "");
    expect(withoutStyles).toBe(treePicture({ type }, gifts(12), { hour: "day" }));
  });

  test("has a picture of its own in each look, with the gifts in the same places", () => {
    const pictures = TREE_LOOKS.map((look) => treePicture({ type, look }, gifts(12)));
    expect(new Set(pictures).size).toBe(TREE_LOOKS.length);
    expect(new Set(pictures.map((picture) => places(picture).join())).size).toBe(1);
    expect(treePicture({ type }, gifts(12))).toBe(pictures[0] ?? "");
  });

  test.each(["night", "white"] as const)(
    "looks the same on light and dark pages and on paper in the look %s",
    (look) => {
      const tree = { type, look };
      const onPage = treePicture(tree, gifts(12), { justHung: "gift-3" });
      expect(onPage).not.toContain("var(");
      expect(onPage).toContain('class="just-hung"');
      expect(onPage.replace(/ class="[^"]*"/g, "")).toBe(treePicture(tree, gifts(12), { hour: "day" }));
    },
  );

  test("has more lights in the look night, and stands on plain white in the look white", () => {
    const lights = (look: TreeLook) => treePicture({ type, look }, []).split('stroke-dasharray="0 ').length;
    expect(lights("night")).toBeGreaterThan(lights("classic"));
    const white = treePicture({ type, look: "white" }, [], { isBoundless: true });
    expect(white.match(/<path d="M-?\d+ -?\d+h\d+v\d+h-\d+z" fill="#ffffff"\/>/g)).toHaveLength(4);
    expect(white).not.toContain("linearGradient");
  });
});

test.each([
  ["christmas", "night", ["stars", "flakes", "dust"]],
  ["birthday", "page", ["confetti"]],
  ["valentine", "page", ["blossoms"]],
] as const)("what is strewn over the sky of a %s tree by %s does not end with the scene", (type, hour, names) => {
  for (const [isBoundless, width] of [
    [true, 1080],
    ["plain", 480],
  ] as const) {
    const boundless = treePicture({ type }, [], { hour, isBoundless });
    for (const name of names) expect(boundless).toContain(` id="tree-${name}"`);
    const [, strewn = ""] = /<g id="tree-strewn">(.*?)<\/g>/.exec(boundless) ?? [];
    for (const name of names) expect(strewn).toContain(`<use href="#tree-${name}"/>`);
    for (const [x, y] of [
      [-width, 0],
      [width, 0],
      [0, -440],
      [0, -880],
    ])
      expect(boundless).toContain(`<use href="#tree-strewn" x="${x}" y="${y}"/>`);
  }
});

test("draws every gift once, the newest last so that nothing covers it", () => {
  const ids = hungIds(treePicture({ type: "christmas" }, gifts(12)));
  expect(ids).toHaveLength(12);
  expect(new Set(ids).size).toBe(12);
  expect(ids.at(-1)).toBe("gift-0");
});

test("draws the first sixty of more than sixty gifts", () => {
  const ids = hungIds(treePicture({ type: "birthday" }, gifts(75)));
  expect(ids).toHaveLength(60);
  expect(ids).toContain("gift-59");
  expect(ids).not.toContain("gift-60");
});

test("includes a drawing shared by many gifts only once", () => {
  const bells = Array.from({ length: 20 }, (_, index) => ({ id: `bell-${index}`, giftAssetId: "bell" }));
  const picture = treePicture({ type: "christmas" }, bells);
  expect(picture.match(/id="tree-bell"/g)).toHaveLength(1);
  expect(picture.match(/href="#tree-bell"/g)).toHaveLength(20);
});

test("draws an unknown gift as a card", () => {
  const picture = treePicture({ type: "valentine" }, [{ id: "a", giftAssetId: '"><script>' }]);
  expect(picture).toContain('href="#tree-card"');
  expect(markupErrors(picture, "on a page")).toEqual([]);
});

test("escapes ids, labels and addresses, and drops characters that XML forbids", () => {
  const picture = treePicture(
    { type: "birthday" },
    [{ id: '"><script>', giftAssetId: "card", label: "<b>\u0000Zoë\ud800 & 'friends' 🎄</b>" }],
    { label: 'The "best" tree', linkTo: ({ id }) => `?a&b#${id}` },
  );
  expect(picture).toContain('data-gift="&quot;&gt;&lt;script&gt;"');
  expect(picture).toContain("<title>&lt;b&gt;Zoë &amp; &#39;friends&#39; 🎄&lt;/b&gt;</title>");
  expect(picture).toContain('role="group" aria-label="The &quot;best&quot; tree"');
  expect(picture).toContain('<a href="?a&amp;b#&quot;&gt;&lt;script&gt;">');
  expect(markupErrors(picture, "on a page")).toEqual([]);
});

test("exposes a gift as an image only if it has a label", () => {
  const picture = treePicture({ type: "christmas" }, [
    { id: "named", giftAssetId: "bell", label: "Bell from Ida" },
    { id: "nameless", giftAssetId: "star" },
  ]);
  expect(picture).toMatch(/<g data-gift="named" role="img"[^>]*><title>Bell from Ida<\/title>/);
  expect(picture).toMatch(/<g data-gift="nameless" transform=/);
});

test("makes a gift a link only if it has an address", () => {
  const picture = treePicture({ type: "christmas" }, gifts(3), {
    linkTo: ({ id }) => (id === "gift-1" ? "#message-1" : undefined),
  });
  expect(picture.match(/<a /g)).toHaveLength(1);
  expect(picture).toMatch(/<a href="#message-1"><g data-gift="gift-1" .*?<\/g><\/a><g data-gift="gift-0"/);
  expect(treePicture({ type: "christmas" }, gifts(3))).not.toContain("--ring");
});

test("makes only the newest of the links a tab stop if asked to", () => {
  const isNamed = ({ id }: PictureGift) => (id === "gift-0" ? undefined : `#${id}`);
  const picture = treePicture({ type: "christmas" }, gifts(4), { linkTo: isNamed, isOneTabStop: true });
  expect([...picture.matchAll(/<a [^>]*>/g)].map(([link]) => link)).toEqual([
    '<a href="#gift-3" tabindex="-1">',
    '<a href="#gift-2" tabindex="-1">',
    '<a href="#gift-1">',
  ]);
});

test("draws only the gifts, in the same places and without ids, to lay over the tree without gifts", () => {
  const whole = treePicture({ type: "birthday" }, gifts(12), { hour: "day" });
  const bare = treePicture({ type: "birthday" }, [], { hour: "day" });
  const overlay = treePicture({ type: "birthday" }, gifts(12), { hour: "day", isOverlay: true });
  expect(markupErrors(overlay)).toEqual([]);
  expect(openingTag(overlay)).toBe(openingTag(bare) ?? "");
  const hung = whole.slice(whole.indexOf("<g data-gift")).replace(/ data-gift="[^"]*"/g, "");
  expect(overlay).toEndWith(`</defs>${hung}`);
  expect(overlay.length).toBeLessThan(whole.length - bare.length + 1500);
});

test("marks the gift that was just added", () => {
  const picture = treePicture({ type: "valentine" }, gifts(5), { justHung: "gift-2" });
  expect(picture.match(/just-hung/g)).toHaveLength(1);
  expect(picture).toContain('<g data-gift="gift-2" class="just-hung"');
  expect(treePicture({ type: "valentine" }, gifts(5), { justHung: "gift-2", hour: "day" })).not.toContain("just-hung");
});

test("uses distinct ids for several pictures on one page", () => {
  const idsOf = (prefix: string) =>
    [...treePicture({ type: "christmas" }, gifts(3), { idPrefix: prefix }).matchAll(/ id="([^"]*)"/g)].map(
      ([, id]) => id,
    );
  expect(idsOf("one").filter((id) => idsOf("two").includes(id))).toEqual([]);
});

test("sets the height with the width, and neither by default", () => {
  expect(treePicture({ type: "christmas" }, [], { width: 240 })).toContain('width="240" height="280"');
  expect(openingTag(treePicture({ type: "christmas" }, []))).not.toContain(" width=");
});

test("a wide picture is 1200 × 630, standalone by day, and has the gifts in the same places", () => {
  const wide = treePicture({ type: "christmas" }, gifts(12), { frame: "wide" });
  const tall = treePicture({ type: "christmas" }, gifts(12), { hour: "day" });
  expect(openingTag(wide)).toContain('viewBox="-300 0 1080 567" width="1200" height="630"');
  expect(markupErrors(wide)).toEqual([]);
  expect(places(wide)).toEqual(places(tall));
});
