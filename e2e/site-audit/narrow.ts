import type { Page } from "@playwright/test";

/** 320 CSS pixels: a small phone, or a window of 1280 pixels at a zoom of 400 % (WCAG 1.4.10). */
export const NARROW = { width: 320, height: 640 };

/** Returns what does not fit the window, and which targets are too small. */
export async function misfitsOn(tab: Page): Promise<string[]> {
  return [...(await tab.evaluate(widerThanTheWindow)), ...(await tab.evaluate(smallTargets))];
}

/** Runs in the browser. Returns the page's width if it exceeds the window's, and the elements that stick out. */
function widerThanTheWindow(): string[] {
  const width = document.documentElement.scrollWidth;
  if (width <= window.innerWidth) return [];
  const sticksOut = [...document.body.querySelectorAll("*")].filter(
    (element) => element.getBoundingClientRect().right > window.innerWidth + 0.5,
  );
  const named = sticksOut.map((element) => `${element.localName} ${element.textContent?.trim().slice(0, 30)}`);
  return [`${width} pixels wide because of: ${named.slice(0, 3).join(", ")}`];
}

/** Runs in the browser. Returns targets smaller than 44 × 44 pixels, except links in running text (WCAG 2.5.8). */
function smallTargets(): string[] {
  const LEAST = 43.5;
  const targets = [...document.querySelectorAll<HTMLElement>("a[href], button, summary, input, select, textarea")];
  return targets.filter(isThere).filter(isSmall).map(named);

  function isThere(element: HTMLElement): boolean {
    // The skip link is positioned above the page.
    return element.checkVisibility({ visibilityProperty: true }) && placeOf(element).bottom + window.scrollY > 0;
  }

  /** A radio or checkbox is clicked on its label. */
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
    let block = element.parentElement;
    while (block && getComputedStyle(block).display === "inline") block = block.parentElement;
    const around = block?.textContent?.replace(element.textContent ?? "", "").trim();
    return getComputedStyle(element).display === "inline" && Boolean(around);
  }

  /** A link's target may be the whole card around it. */
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
