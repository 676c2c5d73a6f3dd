import { expect, test } from "bun:test";
import { pngOf } from "./png.ts";
import { rasterised } from "./share.test-utils.ts";

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="61" height="37"><defs><linearGradient id="g">' +
  '<stop stop-color="#102030"/><stop offset="1" stop-color="#fedcba"/></linearGradient></defs>' +
  '<rect width="61" height="37" fill="url(#g)"/><circle cx="30" cy="20" r="9" fill="#c03"/></svg>';

test("a PNG matches the drawing, with no color off by more than one step of 256", () => {
  const drawn = rasterised(drawing);
  const png = Buffer.from(pngOf(drawn.pixels, drawn.width, drawn.height)).toString("base64");
  const image = `<image width="61" height="37" image-rendering="optimizeSpeed" href="data:image/png;base64,${png}"/>`;
  const read = rasterised(`<svg xmlns="http://www.w3.org/2000/svg" width="61" height="37">${image}</svg>`);
  expect(read.pixels).toHaveLength(61 * 37 * 4);
  const differences = Array.from(read.pixels, (value, at) => Math.abs(value - (drawn.pixels[at] ?? 0)));
  expect(Math.max(...differences)).toBe(1);
});
