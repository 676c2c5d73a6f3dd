import { beforeAll, expect, test } from "bun:test";
import { plainService } from "../../test-support/plain-service.ts";

const TIMEOUT_MS = 60_000;
let service: Awaited<ReturnType<typeof plainService>>;
beforeAll(async () => {
  service = await plainService();
  return () => service.close();
}, TIMEOUT_MS);

/** Width and height from a PNG's header. */
const sizeOf = (png: ArrayBuffer) => [new DataView(png).getUint32(16), new DataView(png).getUint32(20)];

test.each([
  ["en", "Tree Gifting", "/en"],
  ["ko", "Tree Gifting", "/ko"],
])("links existing icons and a manifest on a page in %s", async (language, name, start) => {
  const html = await (await fetch(`${service.site}/${language}`)).text();
  const [, manifestPath = ""] = /<link rel="manifest" href="([^"]+)"/.exec(html) ?? [];
  const answer = await fetch(service.site + manifestPath);
  expect(answer.headers.get("content-type")).toBe("application/manifest+json");
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ name, lang: language, start_url: start, id: "/" });
  const purposes = manifest.icons.map(
    ({ purpose, sizes }: { purpose: string; sizes: string }) => `${purpose} ${sizes}`,
  );
  expect(purposes).toEqual(["any 192x192", "any 512x512", "maskable 512x512"]);
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await fetch(service.site + src);
    expect(icon.headers.get("content-type")).toBe(type);
    expect(sizeOf(await icon.arrayBuffer()).join("x")).toBe(sizes);
  }
  const [, touchPath = ""] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(html) ?? [];
  expect(sizeOf(await (await fetch(service.site + touchPath)).arrayBuffer())).toEqual([180, 180]);
});

test("serves the icon at the default path", async () => {
  const icon = await fetch(`${service.site}/favicon.ico`);
  expect(icon.status).toBe(200);
  expect(icon.headers.get("content-type")).toStartWith("image/");
  // The first two bytes are zero; type 1 is an icon.
  expect([...new Uint8Array(await icon.arrayBuffer()).slice(0, 4)]).toEqual([0, 0, 1, 0]);
});

test("redirects password managers to the password form", async () => {
  const answer = await fetch(`${service.site}/.well-known/change-password`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/account#password"]);
});
