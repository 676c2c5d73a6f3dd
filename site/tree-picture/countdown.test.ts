import { describe, expect, test } from "bun:test";
import { TREE_LOOKS, TREE_TYPES } from "#contract/trees";
import { litBefore } from "./countdown.ts";
import { treePicture } from "./tree-picture.ts";
import { markupErrors } from "./well-formed.test-utils.ts";

const tree = { openingDay: "2026-12-25", timeZone: "Asia/Seoul", isOpen: false };

test("lights one more each day of the last week, by the tree's own clock, and none before or after it", () => {
  const days = ["10", "17", "18", "19", "20", "21", "22", "23", "24"];
  expect(days.map((day) => litBefore(tree, new Date(`2026-12-${day}T00:00:00Z`)))).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7]);
  expect(litBefore(tree, new Date("2026-12-17T14:59:00Z"))).toBe(0);
  expect(litBefore(tree, new Date("2026-12-17T15:00:00Z"))).toBe(1);
  // Its opening moment has come, and nobody has opened it yet.
  expect(litBefore(tree, new Date("2026-12-25T00:00:00Z"))).toBe(7);
  expect(litBefore({ ...tree, isOpen: true }, new Date("2026-12-24T00:00:00Z"))).toBe(0);
});

const EVERY = TREE_TYPES.flatMap((type) => TREE_LOOKS.map((look) => ({ type, look })));

describe.each(EVERY)("the $type tree in the look $look", (drawn) => {
  test.each(["tall", "wide", "link", "story"] as const)(
    "looks different on each of the days, in the frame %s",
    (frame) => {
      const pictures = [0, 1, 2, 3, 4, 5, 6, 7].map((lit) => treePicture(drawn, [], { frame, hour: "day", lit }));
      expect(new Set(pictures).size).toBe(8);
      for (const picture of pictures) expect(markupErrors(picture)).toEqual([]);
    },
  );

  test("is well-formed on a page, and its lights move as one", () => {
    const moving = (lit: number) => treePicture(drawn, [], { lit }).match(/ class="(?!tree-picture")/g)?.length ?? 0;
    expect(markupErrors(treePicture(drawn, [], { lit: 7 }), "on a page")).toEqual([]);
    expect(moving(7) - moving(0)).toBe(1);
  });

  test("has no lights on the transparent picture of its gifts", () => {
    const overlay = { hour: "day", isOverlay: true } as const;
    expect(treePicture(drawn, [], { ...overlay, lit: 7 })).toBe(treePicture(drawn, [], overlay));
  });
});
