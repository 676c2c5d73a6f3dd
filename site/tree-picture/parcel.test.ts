import { expect, test } from "bun:test";
import { GIFT_IDS } from "#contract/gifts";
import { TREE_TYPES } from "#contract/trees";
import { giftDrawing } from "./gift-drawing.ts";
import { wrappedGiftPicture } from "./gift-picture.ts";
import { parcelDrawing, parcelOf } from "./parcel.ts";
import { treePicture } from "./tree-picture.ts";
import { markupErrors } from "./well-formed.test-utils.ts";

const gifts = GIFT_IDS.map((giftAssetId, index) => ({ id: `gift-${index}`, giftAssetId }));
const parcels = [0, 1, 2, 3, 4].map(parcelDrawing);

test("there are five parcels, well-formed, small, and unlike any gift", () => {
  expect(new Set([...parcels, ...GIFT_IDS.map(giftDrawing)]).size).toBe(5 + GIFT_IDS.length);
  for (const parcel of parcels) {
    expect(markupErrors(parcel)).toEqual([]);
    expect(parcel.length).toBeLessThan(1_900);
  }
});

test("many gifts use every wrapping, each always the same one", () => {
  const wrappings = Array.from({ length: 100 }, (_, index) => parcelOf(`gift-${index}`));
  expect([...new Set(wrappings)].sort()).toEqual([0, 1, 2, 3, 4]);
  expect(wrappings).toEqual(Array.from({ length: 100 }, (_, index) => parcelOf(`gift-${index}`)));
});

test.each([...TREE_TYPES])(
  "a %s tree of wrapped gifts shows each gift and reveals nothing about the content",
  (type) => {
    const picture = treePicture({ type }, gifts, { wrapped: true });
    expect(picture.match(/data-gift=/g)).toHaveLength(gifts.length);
    for (const id of GIFT_IDS) {
      expect(picture).not.toContain(giftDrawing(id));
      expect(picture).not.toContain(`tree-${id}"`);
    }
    const others = gifts.map((gift, index) => ({
      ...gift,
      giftAssetId: GIFT_IDS[(index + 1) % GIFT_IDS.length] ?? "",
    }));
    expect(treePicture({ type }, others, { wrapped: true })).toBe(picture);
  },
);

test("unwraps gifts one by one", () => {
  const picture = treePicture({ type: "birthday" }, gifts.slice(0, 6), { wrapped: ({ id }) => id !== "gift-4" });
  const [opened] = [GIFT_IDS[4] ?? ""];
  expect(picture).toContain(giftDrawing(opened));
  expect(picture.match(/href="#tree-parcel-\d"/g)).toHaveLength(5);
});

test("a wrapped gift's picture is its parcel on the tree, as an image with its name", () => {
  const picture = wrappedGiftPicture("gift-7", { size: 40, title: "A gift from Ida" });
  expect(picture).toContain('width="40" height="40" role="img"');
  expect(picture).toContain("<title>A gift from Ida</title>");
  expect(picture).toContain(parcelDrawing(parcelOf("gift-7")));
  expect(markupErrors(picture)).toEqual([]);
  expect(wrappedGiftPicture("gift-7")).toContain('aria-hidden="true"');
});
