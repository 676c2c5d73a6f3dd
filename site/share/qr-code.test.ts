import { expect, test } from "bun:test";
import readQrCode from "jsqr";
import { qrCode } from "./qr-code.ts";
import { rasterised } from "./share.test-utils.ts";

/** What a camera sees: the code on a page of that color. */
function seen(svg: string, pageColour: string) {
  const image = rasterised(svg, { background: pageColour, fitTo: { mode: "width", value: 330 } });
  return readQrCode(Uint8ClampedArray.from(image.pixels), image.width, image.height, {
    inversionAttempts: "dontInvert",
  });
}

test.each([
  "http://localhost:4321/send-message?tree=Ab3dEf7h",
  "https://trees.example/send-message?tree=ZZZZZZZZ",
  "https://a-rather-long-name-of-a-host.and-a-subdomain.example.org:8443/under/a/path/send-message?tree=23456789",
  "https://트리.example/초대?tree=Ab3dEf7h",
])("a camera reads %s on a light and on a dark page", (link) => {
  const svg = qrCode(link, { label: "Our tree" });
  for (const pageColour of ["#ffffff", "#101820"]) expect(seen(svg, pageColour)?.data).toBe(link);
});

test("a light margin of four modules surrounds the code", () => {
  const { data: pixels, size } = modulesOf(qrCode("https://trees.example/send-message?tree=Ab3dEf7h", { label: "x" }));
  const dark = pixels.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y]] : [])));
  expect(Math.min(...dark.flat())).toBe(4);
  expect(Math.max(...dark.flat())).toBe(size - 5);
});

test("is exposed as one image with its label, which is escaped", () => {
  const svg = qrCode("https://trees.example", { label: `"><script>alert(1)</script>` });
  expect(svg).toMatch(
    /^<svg [^<>]+ role="img" aria-label="&quot;&gt;&lt;script&gt;[^<>"]*"[^<>]*>(<path [^<>]+\/>){2}<\/svg>$/,
  );
  expect(svg).not.toContain("style=");
});

/** One pixel for each module. */
function modulesOf(svg: string): { data: boolean[][]; size: number } {
  const { pixels, width: size } = rasterised(svg);
  const data = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => (pixels[(y * size + x) * 4] ?? 255) < 128),
  );
  return { data, size };
}
