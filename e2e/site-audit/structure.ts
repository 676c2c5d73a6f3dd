import type { Page } from "@playwright/test";

const UNNAMED = /^\s*- '?(textbox|radio|checkbox|combobox|button|link|img)(?! ")/;

/** Returns what is missing from an English page: landmarks, the order of headings, names, its own words for faulty forms. */
export async function structureErrorsOn(tab: Page): Promise<string[]> {
  const lines = (await tab.locator("body").ariaSnapshot()).split("\n");
  const faults = lines.filter((line) => UNNAMED.test(line));
  const landmarks = lines.filter(
    (line) => /^- (banner|main|contentinfo)/.test(line) || /^ {2}- navigation "Main"/.test(line),
  );
  // A page that fills the screen has no header, navigation and footer, but a way out: of a hall's screen, the
  // site's address, which leads to the tree's page.
  const wayOut = tab.locator("body.full").getByRole("link", { name: /^(Close|localhost:\d+)$/ });
  const isFullScreen = (await wayOut.count()) > 0;
  if (landmarks.length !== (isFullScreen ? 1 : 4)) faults.push(`landmarks ${landmarks}`);
  // A browser's bubble points at the button, away from the field: the page's own sentence stands beside the field.
  const bubbles = await tab.locator("form[method=post]:not([novalidate])", { has: tab.locator("[required]") }).count();
  if (bubbles > 0) faults.push(`${bubbles} forms checked by the browser`);
  const levels = lines.flatMap((line) => /- '?heading ".*" \[level=(\d)\]/.exec(line)?.[1] ?? []).map(Number);
  const isInOrder = levels.every((level, place) => level <= (levels[place - 1] ?? 0) + 1);
  if (!isInOrder || levels.filter((level) => level === 1).length !== 1) faults.push(`headings ${levels}`);
  return faults;
}
