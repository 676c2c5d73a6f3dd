import { PAGES } from "../../audit/pages.ts";
import { seedService, WORDS } from "../../audit/seed.ts";
import { addressOf, cookieOf } from "../../audit/visit.ts";
import { expect, type Journey } from "../journey.ts";

export const everyPage: Journey = {
  title: "shows every page, none wider than its window",
  async make({ visitor: { driver, look }, look: { language }, site, api, dataDir }) {
    const seeded = await seedService(site, api, dataDir, WORDS[language]);
    const faults: string[] = [];
    for (const page of PAGES.filter(({ sends }) => !sends)) {
      await driver.setCookies(cookieOf(page, seeded), site);
      await driver.open(addressOf(page, seeded, language));
      const { title, width, available } = await driver.run(measure);
      if (!title) faults.push(`${page.name} has no heading`);
      if (width > available) faults.push(`${page.name} is ${width} pixels wide in a window of ${available}`);
      await look(`page-${page.name}`);
    }
    await driver.setCookies("", site);
    expect(faults.length === 0, faults.join("; "));
  },
};

/** Runs in the page. */
function measure() {
  const { scrollWidth, clientWidth } = document.documentElement;
  return { title: document.querySelector("h1")?.textContent, width: scrollWidth, available: clientWidth };
}
