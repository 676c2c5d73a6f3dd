import { seededWorld } from "./audit/seed.ts";
import { newVisitor, visit } from "./audit/visit.ts";
import { EVERY_PAGE } from "./every-page.ts";
import { expect, test } from "./visiting.ts";

const PAGE_MS = 3_000;
const UNNAMED = /^\s*- '?(textbox|radio|checkbox|combobox|button|link|img)(?! ")/;

test("every page has its landmarks, one first heading, headings in order, and a name for all that can be used", async ({
  browser,
  site,
  api,
}) => {
  test.setTimeout(EVERY_PAGE.length * PAGE_MS);
  const world = await seededWorld(site, api);
  const visitor = await newVisitor(browser, "en", {});
  const tab = await visitor.newPage();
  const found: string[] = [];
  for (const page of EVERY_PAGE) {
    const fault = await visit(tab, page, world, "en");
    const lines = (await tab.locator("body").ariaSnapshot()).split("\n");
    const landmarks = lines.filter(
      (line) => /^- (banner|main|contentinfo)/.test(line) || /^ {2}- navigation "Main"/.test(line),
    );
    if (landmarks.length !== 4) found.push(`${page.name}: ${landmarks}`);
    const levels = lines.flatMap((line) => /- '?heading ".*" \[level=(\d)\]/.exec(line)?.[1] ?? []).map(Number);
    const isInOrder = levels.every((level, place) => level <= (levels[place - 1] ?? 0) + 1);
    if (!isInOrder || levels.filter((level) => level === 1).length !== 1)
      found.push(`${page.name}: headings ${levels}`);
    const unnamed = lines.filter((line) => UNNAMED.test(line));
    found.push(...[fault ?? [], unnamed].flat().map((each) => `${page.name}: ${each}`));
  }
  await visitor.close();
  expect(found).toEqual([]);
});
