import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

// Where people have switched motion off, the letter is there at once: all other specs see that.
test.use({ contextOptions: { reducedMotion: "no-preference" }, viewport: { width: 390, height: 844 } });

/**
 * How opaque are, at a moment of their animations in milliseconds, the parcel, the gift in it and the letter; and whether the gift
 * is on its branch, too.
 */
const seenAt = (page: Page, ms: number) =>
  page.evaluate((ms) => {
    for (const each of document.getAnimations()) Object.assign(each, { currentTime: ms }).pause();
    const opacityOf = (selector: string) => {
      const part = document.querySelector(selector);
      return part && Number(getComputedStyle(part).opacity);
    };
    const [parcel, gift] = [opacityOf(".gift > .paper"), opacityOf(".gift > .present")];
    const branch = document.querySelector(".just-hung > use")?.checkVisibility({ visibilityProperty: true });
    return { parcel, gift, letter: opacityOf("article > .message"), branch };
  }, ms);

test("a parcel is seen whole, then opens, then its letter is read; nothing is seen twice or not at all", async ({
  page,
  site,
  api,
  signInAs,
  javaScriptEnabled,
}) => {
  const { code, cookie } = await createTree(site);
  for (const text of ["One", "Two"]) await addGift(api, code, text);
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}/opening`);
  // Tells, once it is over, what took part in a move between two pages.
  await page.evaluate(() => {
    const start = document.startViewTransition?.bind(document);
    if (!start) return;
    document.startViewTransition = (update) => {
      const move = start(update);
      move.ready.then(() => {
        const moving = document.getAnimations().filter(({ effect }) => {
          const { pseudoElement } = effect as KeyframeEffect;
          return pseudoElement?.startsWith("::view-transition");
        });
        const parts = moving.map(({ effect }) => (effect as KeyframeEffect).pseudoElement);
        for (const each of moving) each.finish();
        return move.finished.then(() => document.documentElement.setAttribute("data-moved", parts.join(" ")));
      });
      return move;
    };
  });
  const steps = [
    page.getByRole("link", { name: "Unwrap the first gift" }),
    page.getByRole("button", { name: "Next gift" }),
  ];
  for (const step of steps) {
    await step.click();
    await expect(page.getByRole("article")).toContainText(step === steps[0] ? "Two" : "One");
    if (javaScriptEnabled !== false) {
      const html = page.locator("html");
      await expect(html).toHaveAttribute("data-moved", /group\(top\)/);
      await expect(html).not.toHaveAttribute("data-moved", /(old|new)\(panel\)/);
      await html.evaluate((own) => own.removeAttribute("data-moved"));
    }
    expect(await seenAt(page, 300)).toEqual({ parcel: 1, gift: 0, letter: 0, branch: false });
    for (let ms = 0; ms <= 2000; ms += 50) {
      const { parcel, gift } = await seenAt(page, ms);
      expect(Math.max(Number(parcel), Number(gift)), `${ms} ms`).toBeGreaterThan(0.5);
    }
    expect(await seenAt(page, 10_000)).toEqual({ parcel: 0, gift: 1, letter: 1, branch: false });
    // Nothing is left over the letter, or over the bar at the top.
    for (const part of [page.locator(".message"), page.getByRole("link", { name: "Close" })])
      expect(
        await part.evaluate((own) => {
          const { left, top, width, height } = own.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2) === own;
        }),
      ).toBe(true);
  }
});

test("a letter of a few sentences is whole on a phone, and Korean breaks between words on any page", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site);
  await addGift(api, code, `크리스마스에 만나요. ${"Let's go out in the snow again! ".repeat(4)}`);
  await signInAs(cookie);
  for (const [width, height] of [
    [390, 664],
    [390, 844],
    [412, 915],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/my-trees/${code}/opening?gift=first`);
    const letter = page.getByRole("article");
    await expect(letter).toContainText("크리스마스에");
    expect(await letter.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    await expect(letter.locator(".message")).toHaveCSS("word-break", "keep-all");
  }
});
