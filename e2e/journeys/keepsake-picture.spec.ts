import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree, sendHeart } from "../fixtures/visitors.ts";

// In Chromium; for Firefox and WebKit: npm run browsers.
const LETTERS = [
  ["candle", "지호", "미나야, 메리 크리스마스!\n\n또 보자"],
  ["gingerbread-man", "سارة", "كل عام وأنت بخير يا مينا، سنلتقي قريبًا"],
  ["star", "Theo & Lou", "Merry Christmas from the whole fourth floor! 🎄👨‍👩‍👧"],
  ["rose", "Ruth", "I still remember the day you learned to ride that red bicycle in our yard. ".repeat(4)],
] as const;
/** Of a canvas in Safari on phones. */
const MOST_PIXELS = 16_777_216;

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });

const save = (page: Page) => page.getByRole("button", { name: "Save as pictures" }).click();
const hide = (part: Locator, what: string) =>
  part.evaluate((root, all) => {
    for (const each of root.querySelectorAll<HTMLElement>(all)) each.style.visibility = "hidden";
  }, what);

/** How much a picture differs from what a part of the page looks like: the mean, in levels of 255. */
async function difference(part: Locator, picture: string): Promise<number> {
  const shown = `data:image/png;base64,${(await part.screenshot()).toString("base64")}`;
  return part.page().evaluate(
    async (sources) => {
      const [one = [], other = []] = await Promise.all(
        sources.map(async (src) => {
          const image = Object.assign(new Image(), { src });
          await image.decode();
          const context = new OffscreenCanvas(240, 300).getContext("2d");
          context?.drawImage(image, 0, 0, 240, 300);
          return [...(context?.getImageData(0, 0, 240, 300).data ?? [])];
        }),
      );
      return one.reduce((sum, level, at) => sum + Math.abs(level - (other[at] ?? 0)), 0) / one.length;
    },
    [picture, shown],
  );
}

for (const scheme of ["light", "dark"] as const)
  test(`saves a keepsake as a picture of what a ${scheme} page shows`, async ({ page, site, api, signInAs }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const { code, cookie } = await createTree(site, { name: "Mina's tree" });
    for (const [giftAssetId, senderName, message] of LETTERS)
      await sendHeart(
        site,
        { code, cookie },
        await addGift(api, code, message, { senderName, giftAssetId }),
        "See you soon",
      );
    await signInAs(cookie);
    await page.goto(`/my-trees/${code}/keepsake`);
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    const downloads: Download[] = [];
    page.on("download", (download) => downloads.push(download));
    await save(page);
    await expect.poll(() => downloads.length).toBe(1 + LETTERS.length);
    await expect(page.getByRole("button", { name: "Save as pictures" })).toBeEnabled();
    expect(downloads[0]?.suggestedFilename()).toBe(`tree-${code}-1.jpg`);
    // No letter goes anywhere else.
    expect(requested.filter((url) => !url.startsWith(`blob:${site}`) && !url.startsWith(`${site}/gifts.svg`))).toEqual(
      [],
    );

    // What is within reach lies over the letters.
    await hide(page.locator("main"), ".screen-only");
    const parts = await page.locator(".cover, article.stationery").all();
    expect(parts).toHaveLength(downloads.length);
    for (const [at, part] of parts.entries()) {
      const bytes = await readFile((await downloads[at]?.path()) ?? "");
      const picture = `data:image/jpeg;base64,${bytes.toString("base64")}`;
      const whole = await difference(part, picture);
      await hide(part, "h1, h2, p");
      expect(whole).toBeLessThan(0.9 * (await difference(part, picture)));
      await hide(part, "svg");
      expect(whole).toBeLessThan(0.6 * (await difference(part, picture)));
    }
  });

test("shares a long keepsake as several pictures, and downloads them where sharing is refused", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site);
  for (let gift = 0; gift < 12; gift += 1) await addGift(api, code, "A long year. ".repeat(30));
  await signInAs(cookie);
  await page.addInitScript(() => {
    const shared: { name: string; type: string; pixels: number }[] = [];
    Object.assign(window, { shared });
    Object.assign(Navigator.prototype, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        for (const file of files) {
          const { width, height } = await createImageBitmap(file);
          shared.push({ name: file.name, type: file.type, pixels: width * height });
        }
        if (document.title === "Refused") throw new DOMException("refused", "NotAllowedError");
      },
    });
  });
  await page.goto(`/my-trees/${code}/keepsake`);
  await save(page);
  const shared = () => page.evaluate<{ name: string; type: string; pixels: number }[]>("shared");
  await expect.poll(shared).not.toHaveLength(0);
  await expect(page.getByRole("button", { name: "Save as pictures" })).toBeEnabled();
  const pictures = await shared();
  const names = pictures.map((_, at) => `tree-${code}-${at + 1}.jpg`);
  expect(names.length).toBeGreaterThan(1);
  expect(pictures.map(({ name }) => name)).toEqual(names);
  for (const { type, pixels } of pictures) {
    expect(type).toBe("image/jpeg");
    expect(pixels).toBeLessThan(MOST_PIXELS);
  }
  await page.evaluate(() => Object.assign(document, { title: "Refused" }));
  const saved: string[] = [];
  page.on("download", (download) => saved.push(download.suggestedFilename()));
  await save(page);
  await expect.poll(() => saved).toEqual(names);
});
