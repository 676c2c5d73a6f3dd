import type { Page } from "@playwright/test";
import { MESSAGE_MAX } from "#contract/limits";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

// What a small phone shows between its bars.
const HEIGHT = 664;
test.use({ viewport: { width: 390, height: HEIGHT }, hasTouch: true });

/** One more than the picture of a tree shows. */
const GIFTS = 61;
const LONG = "A long letter.\n".repeat(40).slice(0, MESSAGE_MAX);

const placesOf = (page: Page) =>
  page.locator("gift-opening .panel").evaluate((panel) =>
    [...panel.querySelectorAll("a, button")].map((control) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      return [control.textContent?.trim().replace("Finish", "Next gift"), x, y, width, height].join(" ");
    }),
  );

async function swipe(page: Page, from: number, to: number) {
  const client = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", x: number) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y: 400 }] });
  await send("touchStart", from);
  for (let step = 1; step <= 4; step += 1) await send("touchMove", from + ((to - from) * step) / 4);
  await send("touchEnd", to);
}

test("lets a thumb unwrap every gift of a large tree, with all controls in reach and in place", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  test.slow();
  const { code, cookie } = await createTree(site);
  for (let gift = GIFTS; gift > 0; gift -= 1)
    await addGift(api, code, gift % 3 === 0 ? LONG : "Hello", { senderName: `Friend ${gift}` });
  await signInAs(cookie);
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    const add = (entry: PerformanceEntry) =>
      Object.assign(window, { shifts: Reflect.get(window, "shifts") + Reflect.get(entry, "value") });
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`/my-trees/${code}/opening`);
  await expect(page.locator(".tree-picture a")).toHaveCount(GIFTS - 1);

  // Any parcel on the tree.
  await page.getByRole("link", { name: "A wrapped gift, from Friend 2", exact: true }).tap();
  const gift = (number: number) => page.getByRole("article", { name: `From Friend ${number}`, exact: true });
  await expect(gift(2)).toBeVisible();
  const places = await placesOf(page);

  for (let number = 2; number <= GIFTS; number += 1) {
    await expect(gift(number)).toContainText(`Gift ${number} of ${GIFTS}`);
    expect(await placesOf(page), `${number}`).toEqual(places);
    if (number === 3) {
      // A long message scrolls in its own card.
      const scrolled = await gift(3).evaluate(
        (card) => card.scrollHeight > card.clientHeight && card.clientHeight > 100,
      );
      expect(scrolled).toBe(true);
    }
    await page.getByRole("button", { name: number < GIFTS ? "Next gift" : "Finish" }).tap();
  }
  // The first was left out.
  await expect(page.getByRole("heading", { name: "Some gifts are still wrapped" })).toBeVisible();
  await page.getByRole("link", { name: "Unwrap the next gift" }).tap();
  await expect(gift(1)).toContainText(`Gift 1 of ${GIFTS}`);
  await page.getByRole("link", { name: "All gifts" }).tap();
  await expect(page.locator("[data-gift] title", { hasText: "A wrapped gift" })).toHaveCount(0);
  for (const place of places) {
    const [y = 0, , height = 0] = place.split(" ").slice(-3).map(Number);
    expect(y + height, place).toBeLessThanOrEqual(HEIGHT);
    expect(height, place).toBeGreaterThanOrEqual(44);
  }
  expect(await page.evaluate(() => Reflect.get(window, "shifts"))).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(HEIGHT);

  // Back over the edge between two pages of gifts.
  await page.goto(`/my-trees/${code}/opening`);
  await expect(page.getByRole("heading", { name: "You've unwrapped them all" })).toBeVisible();
  await page.getByRole("link", { name: "Say thanks" }).tap();
  await expect(page.getByLabel("Your thank-you")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Copy text" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("link", { name: "Close" })).toBeInViewport({ ratio: 1 });
  await page.goto(`/my-trees/${code}/opening`);
  await page.getByRole("link", { name: "Older gifts" }).tap();
  await expect(page.getByRole("heading", { name: `Gift ${GIFTS}`, exact: true })).toBeVisible();
  await page.locator(".tree-picture a").tap();
  await expect(gift(GIFTS)).toBeVisible();
  await page.getByRole("link", { name: "Previous" }).tap();
  await expect(gift(GIFTS - 1)).toBeVisible();
  await swipe(page, 300, 100);
  await expect(gift(GIFTS)).toBeVisible();
  await swipe(page, 100, 300);
  await expect(gift(GIFTS - 1)).toBeVisible();
});

test("unwraps with a little motion, or with none for those who ask for none", async ({ page, site, api, signInAs }) => {
  const { code, cookie } = await createTree(site);
  await addGift(api, code, "Hello");
  await signInAs(cookie);
  // Nothing but the script marks the gift: without it the page stays that of a wrapped one.
  await page.route("**/opening", (route) => route.abort());
  const moving = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ effect }) => {
          const target = effect instanceof KeyframeEffect ? effect.target : null;
          return target?.closest(".panel") != null;
        }).length,
    );
  await page.goto(`/my-trees/${code}/opening?gift=first`);
  expect(await moving()).toBe(0);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.reload();
  expect(await moving()).toBeGreaterThan(0);
});

test("shows most of a long letter on a short phone, with the tree in place, and shades only what goes on", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site);
  await addGift(api, code, LONG, { senderName: "Carol" });
  await addGift(api, code, "Hello", { senderName: "Bob" });
  await signInAs(cookie);
  await page.setViewportSize({ width: 360, height: 640 });
  const letter = page.getByRole("article");
  // How much darker the margin beside its text is at the lower edge than above.
  const shade = async () => {
    const { x = 0, y = 0, height = 0 } = (await letter.boundingBox()) ?? {};
    const at = { x: Math.ceil(x) + 5, y: Math.floor(y + height) - 48, width: 1, height: 40 };
    return page.evaluate(
      async (png) => {
        const bitmap = await createImageBitmap(new Blob([new Uint8Array(png)]));
        const context = new OffscreenCanvas(1, 40).getContext("2d");
        context?.drawImage(bitmap, 0, 0);
        const { data } = context?.getImageData(0, 0, 1, 40) ?? { data: [] };
        return (data[2] ?? 0) - (data[39 * 4 + 2] ?? 0);
      },
      [...(await page.screenshot({ clip: at }))],
    );
  };
  const star = () => page.locator("gift-opening .tree-picture").boundingBox();
  await page.goto(`/my-trees/${code}/opening?gift=first`);
  await expect(letter).toContainText("Hello");
  expect(Math.abs(await shade())).toBeLessThan(3);
  const place = await star();

  await page.getByRole("button", { name: "Next gift" }).tap();
  await expect(letter).toContainText("A long letter.");
  expect(await shade()).toBeGreaterThan(12);
  expect(await star()).toEqual(place);
  const lines = await letter.evaluate((sheet) => {
    const text = document.createRange();
    text.selectNodeContents(sheet.querySelector(".message") ?? sheet);
    const { bottom } = sheet.getBoundingClientRect();
    return [...text.getClientRects()].filter((line) => line.bottom <= bottom).length;
  });
  expect(lines).toBeGreaterThanOrEqual(8);
  await letter.evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight));
  expect(Math.abs(await shade())).toBeLessThan(3);
  // Its edge is seen on snow.
  const edge = await page.locator("gift-opening .panel").evaluate((panel) => getComputedStyle(panel).boxShadow);
  expect(edge).toContain("0px 0px 0px 1px");
});

test("ends with a burst that is seen, over the tree", async ({ page, site, api, signInAs }) => {
  const { code, cookie } = await createTree(site);
  const id = await addGift(api, code, "Hello");
  await signInAs(cookie);
  const headers = { origin: site };
  await page.request.post(`/owner/trees/${code}/opening`, { data: { ids: [id] }, headers });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto(`/my-trees/${code}/opening?done`);
  await expect(page.getByRole("heading", { name: "You've unwrapped them all" })).toBeVisible();
  // Halfway, as wide as a fingertip, and farther from each other than the tree is wide.
  const seen = await page.evaluate(() => {
    const sparks = document.getAnimations().flatMap((animation) => {
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
      if (!target?.closest(".stage > svg")) return [];
      animation.pause();
      animation.currentTime = 20;
      const isFirst = getComputedStyle(target).opacity === "1";
      animation.currentTime = 1500;
      const { left, right, width } = target.getBoundingClientRect();
      return [{ left, right, width, isFirst }];
    });
    const tree = document.querySelector(".tree-picture")?.getBoundingClientRect();
    const [left, right] = [Math.min(...sparks.map((each) => each.left)), Math.max(...sparks.map((each) => each.right))];
    const first = sparks.filter(({ isFirst }) => isFirst).length;
    return {
      sparks: sparks.length,
      first,
      width: Math.min(...sparks.map((each) => each.width)),
      spread: (right - left) / (tree?.width ?? 0),
    };
  });
  expect(seen.width).toBeGreaterThan(16);
  expect(seen.sparks).toBe(36);
  // It begins at once.
  expect(seen.first).toBeGreaterThan(6);
  expect(seen.spread).toBeGreaterThan(0.8);
});

test("reads all messages at once, or one by one in the list, and remembers those", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site);
  for (const senderName of ["Carol", "Bob"]) await addGift(api, code, `Love from ${senderName}`, { senderName });
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}/opening`);
  await page.getByRole("link", { name: "Read all messages" }).tap();
  for (const name of ["Carol", "Bob"]) await expect(page.getByText(`Love from ${name}`)).toBeVisible();
  await page.goto(`/my-trees/${code}`);
  for (const name of ["Carol", "Bob"]) await expect(page.getByText(`Love from ${name}`)).toBeHidden();
  const marked = page.waitForResponse(`**/my-trees/${code}/opening`);
  await page.getByText("Read the message").first().tap();
  await expect(page.getByText("Love from Bob")).toBeVisible();
  expect((await marked).status()).toBe(303);
  await page.goto(`/my-trees/${code}/opening`);
  await expect(page.getByText("Welcome back! Next is gift 2 of 2.")).toBeVisible();
});
