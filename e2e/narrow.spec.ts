import { seededWorld } from "./audit/seed.ts";
import { LANGUAGES, newVisitor, visit } from "./audit/visit.ts";
import { EVERY_PAGE } from "./every-page.ts";
import { expect, test } from "./visiting.ts";

// 320 CSS pixels are a small phone, and a window of 1280 pixels at a zoom of 400 % (WCAG 1.4.10).
const viewport = { width: 320, height: 640 };
const PAGE_MS = 3_000;

for (const [language, name] of Object.entries(LANGUAGES)) {
  test(`every page in ${name} fits 320 pixels, and a thumb finds all that can be pressed`, async ({
    browser,
    site,
    api,
  }) => {
    test.setTimeout(EVERY_PAGE.length * PAGE_MS);
    const world = await seededWorld(site, api);
    const visitor = await newVisitor(browser, language, { viewport });
    const tab = await visitor.newPage();
    const found: string[] = [];
    for (const page of EVERY_PAGE) {
      const fault = await visit(tab, page, world, language);
      const tooWide = await tab.evaluate(widerThanTheWindow);
      const tooSmall = await tab.evaluate(smallTargets);
      found.push(...[fault ?? [], tooWide, tooSmall].flat().map((each) => `${page.name}: ${each}`));
    }
    await visitor.close();
    expect(found).toEqual([]);
  });
}

test("what is too wide or too small is seen", async ({ browser }) => {
  const page = await browser.newPage({ viewport });
  await page.setContent(`
    <p style="width: 400px">Wide</p>
    <p>A <a href="/in">link in a sentence</a> may be small.</p>
    <p><a href="/small">Small</a></p>
    <a href="/large" style="display: block; height: 44px">Large</a>
    <div style="position: relative; height: 60px"><a href="/card">Card<i style="position: absolute; inset: 0"></i></a></div>
    <label style="display: block; min-height: 44px"><input type="radio" /> Choice</label>
    <button>Button</button>`);
  expect(await page.evaluate(widerThanTheWindow)).toEqual(["408 pixels wide because of: p Wide"]);
  const small = await page.evaluate(smallTargets);
  expect(small.map((each) => each.split(" is ")[0])).toEqual(["a Small", "button Button"]);
  await page.close();
});

/** Runs in the browser. The page's width where it is more than the window's, and what sticks out. */
function widerThanTheWindow(): string[] {
  const width = document.documentElement.scrollWidth;
  if (width <= window.innerWidth) return [];
  const sticksOut = [...document.body.querySelectorAll("*")].filter(
    (element) => element.getBoundingClientRect().right > window.innerWidth + 0.5,
  );
  const named = sticksOut.map((element) => `${element.localName} ${element.textContent?.trim().slice(0, 30)}`);
  return [`${width} pixels wide because of: ${named.slice(0, 3).join(", ")}`];
}

/** Runs in the browser. What is less than 44 × 44 pixels; links in running text may be (WCAG 2.5.8). */
function smallTargets(): string[] {
  const LEAST = 43.5;
  const targets = [...document.querySelectorAll<HTMLElement>("a[href], button, summary, input, select, textarea")];
  return targets.filter(isThere).filter(isSmall).map(named);

  function isThere(element: HTMLElement): boolean {
    // A link to skip to the content waits above the page.
    return element.checkVisibility({ visibilityProperty: true }) && placeOf(element).bottom + window.scrollY > 0;
  }

  /** A choice is pressed on its label. */
  function placeOf(element: HTMLElement): DOMRect {
    const label = element instanceof HTMLInputElement ? element.closest("label") : null;
    return (label ?? element).getBoundingClientRect();
  }

  function isSmall(element: HTMLElement): boolean {
    const { width, height } = placeOf(element);
    if (width >= LEAST && height >= LEAST) return false;
    return !isInRunningText(element) && !reachesFurther(element);
  }

  function isInRunningText(element: HTMLElement): boolean {
    const around = element.parentElement?.textContent?.replace(element.textContent ?? "", "").trim();
    return getComputedStyle(element).display === "inline" && Boolean(around);
  }

  /** A link may be pressed on the whole card around it. */
  function reachesFurther(element: HTMLElement): boolean {
    element.scrollIntoView({ block: "center" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + Math.min(width / 2, 10), top + height / 2];
    const reach = (right: number, down: number) => {
      let far = 0;
      while (far < LEAST && element.contains(document.elementFromPoint(x + far * right, y + far * down))) far += 1;
      return far;
    };
    return reach(1, 0) + reach(-1, 0) > LEAST && reach(0, 1) + reach(0, -1) > LEAST;
  }

  function named(element: HTMLElement): string {
    const { width, height } = placeOf(element);
    const name = element.textContent?.trim() || element.getAttribute("name");
    return `${element.localName} ${name?.slice(0, 40)} is ${Math.round(width)} × ${Math.round(height)}`;
  }
}
