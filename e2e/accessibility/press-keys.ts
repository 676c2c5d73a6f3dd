import { expect, type Locator, type Page } from "@playwright/test";

const STOPS_AT_MOST = 120;
const SEEN_WITHIN_MS = 500;

/** Presses Tab or Shift+Tab until the element has the focus; every focus on the way must be visible. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let stop = 0; stop < STOPS_AT_MOST; stop += 1) {
    await page.keyboard.press(key);
    await focusIsSeen(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} was not reached within ${STOPS_AT_MOST} presses of ${key}.`);
}

/** On a page that has just loaded, the key may be handled before the focus style is there. */
const focusIsSeen = (page: Page) =>
  expect.poll(() => page.evaluate(unseenFocus), { timeout: SEEN_WITHIN_MS }).toBeNull();

/** Tabs through the whole page. Returns what had the focus, in order, until the focus left the page or started over. */
export async function tabThrough(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (let stop = 0; stop < STOPS_AT_MOST; stop += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(nameOfFocused);
    if (focused === null || focused === stops[0]) return stops;
    await focusIsSeen(page);
    // A date field has a stop for each of its parts.
    if (stops.at(-1) !== focused) stops.push(focused);
  }
  throw new Error(`The focus did not leave the page: ${stops.slice(-5).join(", ")}`);
}

/** What Tab must reach, in document order; of a radio group only the checked one. */
export const expectedStops = (page: Page): Promise<string[]> => page.evaluate(stopsOfPage);

/** Runs in the browser. Describes the focused element if its focus is not visible; otherwise null. */
function unseenFocus(): string | null {
  const focused = document.activeElement;
  // The browser's own calendar button inside a date field has the browser's own focus ring.
  if (!focused || focused === document.body || !focused.matches(":focus")) return null;
  const isOutlined = [focused, focused.closest("label")].some((element) => {
    const { outlineStyle, outlineWidth } = element
      ? getComputedStyle(element)
      : { outlineStyle: "none", outlineWidth: "0" };
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  });
  // A gift on a tree has a ring around it instead, drawn in a color that only the focus sets.
  const isRinged = getComputedStyle(focused).getPropertyValue("--ring") !== "";
  const { top, bottom } = focused.getBoundingClientRect();
  const isInView = bottom > 0 && top < window.innerHeight;
  return (isOutlined || isRinged) && isInView
    ? null
    : `${focused.localName} ${focused.textContent?.trim()} is focused unseen`;
}

/** Runs in the browser. */
function nameOfFocused(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const place = [...document.querySelectorAll("*")].indexOf(focused);
  return `${place}: ${focused.localName} ${focused.getAttribute("name") ?? focused.textContent?.trim()}`;
}

/** Runs in the browser. */
function stopsOfPage(): string[] {
  const all = [...document.querySelectorAll("*")];
  const stops = all.filter((element) => {
    if (!element.matches("a[href], button, summary, input, select, textarea")) return false;
    if (element.matches("[tabindex='-1']")) return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true;
    const choices = [...document.querySelectorAll<HTMLInputElement>(`[type=radio][name="${element.name}"]`)];
    return element === (choices.find(({ checked }) => checked) ?? choices[0]);
  });
  const nameOf = (element: Element) => element.getAttribute("name") ?? element.textContent?.trim();
  return stops.map((element) => `${all.indexOf(element)}: ${element.localName} ${nameOf(element)}`);
}
