import type { Page } from "@playwright/test";
import { LANGUAGES, type Language } from "#contract/languages";
import { covered } from "../fixtures/covered.ts";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree, inDays } from "../fixtures/visitors.ts";

/** Small phones, with and without the bars of a browser inside an app, a phone, a tablet and a laptop. */
const SIZES = [
  [360, 640],
  [390, 664],
  [390, 844],
  [768, 1024],
  [1280, 800],
] as const;
const WIDE = 900;
const COLORS = ["light", "dark"] as const;
const openingDay = inDays(27);

/** The sheet and the clipboard of a browser, of one inside an app, and of one that has neither. */
const SHARING = {
  present: () => {
    Object.defineProperty(Navigator.prototype, "share", { value: async () => {}, configurable: true });
    Object.defineProperty(Navigator.prototype, "canShare", { value: () => true, configurable: true });
  },
  refused: () => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
  },
  absent: () => Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined, configurable: true }),
};

/** The words of the buttons on the first screen that stand out; how far anything in a card leaves its edge and its middle. */
const looks = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element) => {
      const { top, bottom, width } = element.getBoundingClientRect();
      return width > 0 && top >= 0 && bottom <= innerHeight && element.checkVisibility({ visibilityProperty: true });
    };
    const primary = [...document.querySelectorAll("main .button:not(.quiet, .danger)")].filter(isSeen);
    const cards = [...document.querySelectorAll("main section.card.stack, main .panel > *")].filter(isSeen);
    const ragged = cards.flatMap((card) => {
      const rows = [...card.children].filter((row) => row.getBoundingClientRect().height > 0);
      const inside = rows.map((row) => {
        const range = document.createRange();
        range.selectNodeContents(row);
        // What is collapsed has no place yet.
        const collapsed = row.matches("details:not([open])") && row.querySelector("summary");
        const { left, right } = (collapsed || range).getBoundingClientRect();
        return { left, middle: (left + right) / 2 };
      });
      const spread = (of: "left" | "middle") => {
        const all = inside.map((each) => each[of]);
        return Math.max(...all) - Math.min(...all);
      };
      return inside.length > 1 && Math.min(spread("left"), spread("middle")) > 12 ? [card.outerHTML.slice(0, 90)] : [];
    });
    return {
      primary: primary.map((button) => button.textContent?.trim()),
      ragged,
      wider: document.documentElement.scrollWidth > innerWidth,
    };
  });

/** How far the page has moved since it was painted. */
const shifted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(0), 100);
      }),
  );

/**
 * Walks a moment at every size, and expects one thing to do there. The colors change from size to size, and begin with
 * others in the next language: so each size and each language is seen in both.
 */
async function expectOneThingToDo(page: Page, name: RegExp | string, language: Language) {
  for (const [index, [width, height]] of SIZES.entries()) {
    const colorScheme = COLORS[(index + LANGUAGES.indexOf(language)) % COLORS.length];
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    const where = `${language}, ${colorScheme}, ${width} × ${height}`;
    expect(await covered(page), where).toEqual([]);
    // On a wide screen the form is there, and its field is what to do.
    const isWritten = width >= WIDE && (await page.locator("#message").isVisible());
    if (isWritten) await expect(page.locator("#message"), where).toBeInViewport({ ratio: 1 });
    // A page that a click leads to may still be arriving.
    else
      await expect
        .poll(async () => (await looks(page)).primary, where)
        .toEqual([language === "en" ? expect.stringMatching(name) : expect.anything()]);
    const { ragged, wider } = await looks(page);
    expect(ragged, where).toEqual([]);
    expect(wider, where).toBe(false);
  }
}

for (const [index, language] of LANGUAGES.entries()) {
  const colorScheme = COLORS[index % COLORS.length];
  const tag = language === "en" ? [] : "@translated";
  // Of the ways to share, each language sees some at one moment, and the others at the next.
  const ways = Object.entries(SHARING).map(([sharing, provide]) => ({ sharing, provide }));
  const sent = ways.filter((_, way) => (index + way) % 2 === 1);
  const waiting = ways.filter((way) => !sent.includes(way));

  test(`home shows a tree before its text, and one thing to do, in ${language}`, { tag }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(`/${language}/`);
    expect(await shifted(page)).toBe(0);
    await expectOneThingToDo(page, "Create your tree", language);
    await page.setViewportSize({ width: 360, height: 640 });
    await expect(page.locator("#demo-tree svg")).toBeInViewport({ ratio: 1 });
    // In one row, above the star.
    const occasions = page.locator("#demo-occasions li");
    const tops = await occasions.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  });

  test(`first sight of a tree has the tree and one thing to do, in ${language}`, { tag }, async ({
    page,
    site,
    api,
  }) => {
    const { code } = await createTree(site, { name: "Ada's tree", openingDay });
    for (const senderName of ["Bob", "Carol", "Dave"]) await addGift(api, code, "Hi", { senderName });
    // A visitor of an empty tree reads that theirs would be the first gift, on a line of its own.
    const empty = await createTree(site, { ownerName: "Mina", openingDay });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/${language}/send-message?tree=${empty.code}`);
    await expect(page.locator("header:has(#tree-name) .dot")).toBeHidden();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`/${language}/send-message?tree=${code}`);
    expect(await shifted(page)).toBe(0);
    const picture = await page.locator(".tree-picture").boundingBox();
    expect(picture?.height).toBeGreaterThan(360);
    await expect(page.locator("[data-gift]:not([data-gift=preview])").first()).toBeInViewport({ ratio: 1 });
    await expectOneThingToDo(page, "Leave a gift", language);
    // One tap, and the field is there to write in.
    await page.setViewportSize({ width: 360, height: 640 });
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator(".start a").click();
    await expect(page.locator("#message")).toBeFocused();
    await expect(page.locator("#message")).toBeInViewport({ ratio: 1 });
    expect(await covered(page, "#message, #senderName")).toEqual([]);
    // A long message ends with its whole last line, above the field's edge.
    await page.locator("#message").fill("word ".repeat(95));
    await page.keyboard.press("ControlOrMeta+End");
    const last = await page.locator("#message").evaluate((field) => {
      const { borderBottomWidth, lineHeight } = getComputedStyle(field);
      const inside = field.clientHeight / Number.parseFloat(lineHeight);
      const below = field.scrollHeight - field.clientHeight - field.scrollTop;
      return { below, cut: Math.abs(inside - Math.round(inside)), edge: Number.parseFloat(borderBottomWidth) };
    });
    // Less than the room between two lines.
    expect(last.below).toBeLessThan(8);
    expect(last.cut).toBeLessThan(0.05);
    expect(last.edge).toBeGreaterThan(8);
  });

  for (const { sharing, provide } of sent) {
    test(`a gift that was sent says where and when, and has one thing to do, in ${language}, sharing ${sharing}`, {
      tag,
    }, async ({ page, site, api }) => {
      const { code } = await createTree(site, { name: "Ada's tree", openingDay });
      for (const senderName of ["Bob", "Carol"]) await addGift(api, code, "Hi", { senderName });
      await page.addInitScript(provide);
      await page.goto(`/${language}/send-message?tree=${code}`);
      await page.locator("#message").fill("Hello");
      await page.locator("#senderName").fill("Dave");
      await page.locator("#gift-form .send button").click();
      await expect(page.locator("#thanks")).toContainText(/3/);
      await expect(page.locator("#thanks")).toContainText(/27/);
      await expectOneThingToDo(page, /^Create your own tree$/, language);
      await page.reload();
      expect(await shifted(page)).toBe(0);
      const { ragged } = await looks(page);
      expect(ragged).toEqual([]);
    });
  }

  test(`the end of unwrapping tells what came, and has one thing to do, in ${language}`, { tag }, async ({
    page,
    site,
    api,
    signInAs,
  }) => {
    const { code, cookie } = await createTree(site);
    await addGift(api, code, "Merry Christmas", { senderName: "Bob" });
    await addGift(api, code, "메리 크리스마스", { senderName: "민지" });
    await signInAs(cookie);
    await page.goto(`/${language}/my-trees/${code}/opening?gift=first`);
    for (const words of ["메리 크리스마스", "Merry Christmas"]) {
      await expect(page.getByRole("article")).toContainText(words);
      await page.locator("button[data-step=next]").click();
    }
    await expect(page.locator("#done")).toBeVisible();
    const face = await page.locator("#done").evaluate((heading) => getComputedStyle(heading).fontFamily);
    expect(face.includes("Round en")).toBe(language === "en");
    await expect(page.locator(".panel")).toContainText(/2\D+2/);
    await expectOneThingToDo(page, "Say thanks", language);
    await page.reload();
    expect(await shifted(page)).toBe(0);
    await page.locator("a[data-step=next]").click();
    await expect(page.locator("textarea[name=thanks]")).toBeVisible();
    await expectOneThingToDo(page, "Show it on my tree", language);
  });

  for (const { sharing, provide } of waiting) {
    test(`an owner's tree that waits has one thing to do: share it, in ${language}, sharing ${sharing}`, {
      tag,
    }, async ({ page, site, signInAs }) => {
      const { code, cookie } = await createTree(site, { name: "For our grandmother's 80th birthday", openingDay });
      await signInAs(cookie);
      await page.addInitScript(provide);
      await page.goto(`/${language}/my-trees/${code}?created`);
      expect(await shifted(page)).toBe(0);
      await expectOneThingToDo(page, sharing === "present" ? "Invite friends" : "Copy link", language);
      await expect(page.locator(".bar [data-copy]:visible")).toHaveClass(sharing === "present" ? /icon/ : /button/);
      if (sharing === "present") return;
      await page.locator(".primary .button[data-copy]").click();
      expect(await page.evaluate(() => String(getSelection()))).toContain(code);
    });
  }

  test(`an owner's open tree leads to the first gift, and the gift is a letter, in ${language}`, { tag }, async ({
    page,
    site,
    api,
    signInAs,
  }) => {
    const { code, cookie } = await createTree(site, { name: "Ada's tree" });
    await addGift(api, code, "word ".repeat(90), { senderName: "Bob", giftAssetId: "rose" });
    await addGift(api, code, "Hello!", { senderName: "Carol", giftAssetId: "snow-globe" });
    await signInAs(cookie);
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`/${language}/my-trees/${code}`);
    expect(await shifted(page)).toBe(0);
    await expect(page.locator(".scene .tree-picture [data-gift]").first()).toBeInViewport({ ratio: 1 });
    await expect(page.getByText("JSON")).toHaveCount(0);
    await expectOneThingToDo(page, "Unwrap one by one", language);
    await page.locator(".start a").click();

    const letter = page.getByRole("article");
    const sizeOf = () =>
      letter.locator(".message").evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
    const paper = () => letter.evaluate((sheet) => getComputedStyle(sheet).backgroundColor);
    await expect(letter).toContainText("Hello!");
    await expectOneThingToDo(page, "Next gift", language);
    const [size, color] = [await sizeOf(), await paper()];
    expect(size).toBeGreaterThanOrEqual(32);
    expect(size).toBeLessThanOrEqual(40);
    await page.locator("button[data-step=next]").click();
    await expect(letter).toContainText("word word");
    expect(await sizeOf()).toBeGreaterThanOrEqual(22);
    expect(await sizeOf()).toBeLessThan(24);
    expect(await paper()).not.toBe(color);
  });
}
