import { expect, test } from "bun:test";
import { GIFT_IDS } from "#contract/gifts";
import { giftDrawing } from "./gift-drawing.ts";
import { giftPicture } from "./gift-picture.ts";
import { markupErrors } from "./well-formed.test-utils.ts";

test("every gift in the catalog has its own drawing", () => {
  const drawings = GIFT_IDS.map(giftDrawing);
  expect(new Set(drawings).size).toBe(GIFT_IDS.length);
});

test("draws an unknown gift as the card", () => {
  expect(giftDrawing("golden-submarine")).toBe(giftDrawing("card"));
  expect(giftDrawing("constructor")).toBe(giftDrawing("card"));
});

test.each([...GIFT_IDS])("%s is well-formed, safe and small", (id) => {
  const drawing = giftDrawing(id);
  expect(markupErrors(drawing)).toEqual([]);
  expect(drawing).not.toContain(" id=");
  expect(drawing.length).toBeGreaterThan(300);
  expect(drawing.length).toBeLessThan(1_600);
  expect(drawing).not.toMatch(/\d\.\d{3}/);
});

test("all drawings together are smaller than 24 kB", () => {
  expect(GIFT_IDS.map(giftDrawing).join("").length).toBeLessThan(24_000);
});

test("a gift's picture with a title is an image with that name", () => {
  const picture = giftPicture("rose", { size: 40, title: 'A "red" rose & <thorns>' });
  expect(picture).toContain('width="40" height="40" role="img"');
  expect(picture).toContain("<title>A &quot;red&quot; rose &amp; &lt;thorns&gt;</title>");
  expect(picture).not.toContain("aria-hidden");
  expect(markupErrors(picture)).toEqual([]);
});

test("a gift's picture without a title is hidden from screen readers", () => {
  expect(giftPicture("rose")).toContain('width="64" height="64" aria-hidden="true" focusable="false"');
  expect(giftPicture("rose")).not.toContain("role=");
});
