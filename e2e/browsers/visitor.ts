import { setTimeout as sleep } from "node:timers/promises";
import { type Driver, type Paper, SilentBrowser } from "./driver.ts";

const WAIT_MS = 15_000;
const PAUSE_MS = 100;
/** What has not moved for as long stands still. */
const STILL_MS = 50;

/**
 * A user of a browser: actions, and waits for what should be visible. Uses selectors, not texts: pages have several
 * languages.
 */
export type Visitor = ReturnType<typeof visitor>;

export function visitor(driver: Driver, site: string, folder: string) {
  const { run } = driver;

  /** Waits until `ask` returns a value. If the page is left meanwhile, asks again. */
  async function waitFor<Result>(what: string, ask: () => Promise<Result>): Promise<NonNullable<Result>> {
    const until = Date.now() + WAIT_MS;
    let last: unknown;
    while (Date.now() < until) {
      try {
        const found = await ask();
        if (found) return found;
      } catch (error) {
        if (error instanceof SilentBrowser) throw error;
        last = error;
      }
      await sleep(PAUSE_MS);
    }
    const address = await run(() => location.pathname + location.search).catch(() => "an unknown page");
    throw new Error(`waited for ${what} on ${address}${last ? ` (${last})` : ""}`);
  }

  const press = async (selector: string) => {
    const { x, y } = await waitFor(selector, async () => {
      const before = await run(middleOf, selector);
      await sleep(STILL_MS);
      const now = await run(middleOf, selector);
      return before && now && before.x === now.x && before.y === now.y ? now : null;
    });
    await driver.pressAt(x, y);
  };
  return {
    driver,
    waitFor,
    visit: (path: string) => driver.open(site + path),
    press,
    /** Types into an empty field. */
    async fill(selector: string, text: string) {
      await press(selector);
      await waitFor(`the focus in ${selector}`, () => run((field) => document.activeElement?.matches(field), selector));
      await driver.type(text);
      await waitFor(`"${text}" in ${selector}`, () => run(hasValue, selector, text));
    },
    /** Sets a value directly if a click would open a native list or calendar. */
    choose: (selector: string, value: string) => waitFor(selector, () => run(setValue, selector, value)),
    sees: (selector: string, text = "") => waitFor(`${selector} ${text}`, () => run(isSeen, selector, text)),
    /** Waits until a page with this address is loaded. */
    isAt: (path: RegExp) => waitFor(String(path), async () => path.test((await run(loaded)) ?? "")),
    /** Goes back, and waits until the page is another one, or has another address. */
    async back() {
      await run(rememberPage);
      await driver.back();
      await waitFor("the page before", () => run(isElsewhere));
    },
    /** All text in the loaded page, visible or not. */
    text: () => waitFor("a page with text", async () => (await run(loaded)) && run(allText)),
    /** Saves a screenshot for review; a failure to do so does not fail the journey. */
    look: (name: string) =>
      driver.screenshot(`${folder}/${name}.png`).catch(() => console.warn(`  no picture: ${folder}/${name}.png`)),
    /** Prints the page; returns the file. */
    async print(name: string, paper: Paper) {
      const file = `${folder}/${name}-${paper}.pdf`;
      await driver.print(file, paper);
      return file;
    },
  };
}

// The functions below run in the page.

function loaded(): string | null {
  return document.readyState === "complete" ? location.pathname + location.search : null;
}

function rememberPage(): void {
  document.documentElement.dataset.left = location.href;
}

function isElsewhere(): boolean {
  return document.documentElement.dataset.left !== location.href;
}

function allText(): string {
  return document.documentElement.textContent ?? "";
}

/** Scrolls an element into view, and returns where to click it; null while it cannot be clicked there. */
function middleOf(selector: string): { x: number; y: number } | null {
  const element = [...document.querySelectorAll<HTMLElement>(selector)].find((each) => each.checkVisibility());
  if (!element || document.readyState !== "complete") return null;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { top, left, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return element.contains(document.elementFromPoint(x, y)) ? { x, y } : null;
}

function hasValue(selector: string, value: string): boolean {
  return document.querySelector<HTMLInputElement>(selector)?.value === value;
}

function setValue(selector: string, value: string): boolean {
  const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(selector);
  if (!field) return false;
  field.value = value;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  return field.value === value;
}

function isSeen(selector: string, text: string): boolean {
  const elements = [...document.querySelectorAll<HTMLElement>(selector)];
  return elements.some((each) => each.checkVisibility() && (each.textContent ?? "").includes(text));
}
