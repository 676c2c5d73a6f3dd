import { addDays, dayIn } from "#contract/days";
import type { World } from "./audit/seed.ts";
import { newVisitor, visit } from "./audit/visit.ts";
import { EVERY_PAGE } from "./every-page.ts";
import { newModerator } from "./moderators.ts";
import { expect, test } from "./visiting.ts";
import { hangGift, plantTree } from "./visitors.ts";

const PAGE_MS = 3_000;

/** Trees whose names and messages are Korean, so that whatever is not comes from the site. */
async function koreanWorld(site: string, api: string): Promise<World> {
  const { code: open, cookie } = await plantTree(site, { name: "우리 가족" });
  const openingDay = addDays(dayIn("Pacific/Kiritimati", new Date()), 30);
  const { code: closed } = await plantTree(site, { name: "지우의 생일", type: "birthday", owner: cookie, openingDay });
  for (const code of [open, closed]) {
    await hangGift(api, code, "사랑해요", { senderName: "민수", showSenderName: true });
    await hangGift(api, code, "고마워요", { senderName: "서연", giftAssetId: "rose" });
  }
  const { cookie: moderator } = await newModerator(site, process.env.E2E_DATA_DIR ?? "");
  return { site, seed: { cookie, moderator, open, closed, sixty: open } };
}

test("no English is left on any Korean page", async ({ browser, site, api }) => {
  test.setTimeout(EVERY_PAGE.length * PAGE_MS);
  const world = await koreanWorld(site, api);
  const visitor = await newVisitor(browser, "ko", {});
  const tab = await visitor.newPage();
  const found: string[] = [];
  // The guides are English for everybody, and say so.
  for (const page of EVERY_PAGE.filter(({ isEnglish }) => !isEnglish)) {
    const fault = await visit(tab, page, world, "ko");
    const english = await tab.evaluate(englishPhrases);
    found.push(...[fault ?? [], english].flat().map((each) => `${page.name}: ${each}`));
  }
  expect(found).toEqual([]);

  await tab.goto(`${site}/en`);
  expect((await tab.evaluate(englishPhrases)).length).toBeGreaterThan(20);
  await visitor.close();
});

/** Runs in the browser. Two words of Latin letters in a row, in texts, in names that are read out, and for search engines. */
function englishPhrases(): string[] {
  const foreign = ":not(html)[lang]:not([lang|=ko]), [translate=no], script, style";
  const texts: (string | null)[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement?.closest(foreign)) texts.push(walker.currentNode.textContent);
  }
  for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt", "data-words", "data-text"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (!element.closest(foreign)) texts.push(element.getAttribute(name));
    }
  }
  for (const meta of document.querySelectorAll("meta[name=description], meta[property='og:title']")) {
    texts.push(meta.getAttribute("content"));
  }
  const brand = /Tree Gifting/g;
  return texts
    .map((text) => (text ?? "").replace(brand, "").trim())
    .filter((text) => /[A-Za-z]{2,}[\s,.]+[A-Za-z]{2,}/.test(text));
}
