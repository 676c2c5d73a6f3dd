import type { Browser, BrowserContextOptions } from "@playwright/test";
import { violationsOn } from "../audit/axe.ts";
import type { SeededService } from "../audit/seed.ts";
import { newVisitor, visit } from "../audit/visit.ts";
import { newScale } from "../audit/wire-bytes.ts";
import { englishOn } from "./english-left.ts";
import { linksAwayFrom } from "./links-away.ts";
import { misfitsOn, NARROW } from "./narrow.ts";
import { EVERY_PAGE } from "./pages.ts";
import { isLax, policyOn, warningsOn } from "./policy.ts";
import { structureErrorsOn } from "./structure.ts";
import { overweight, weightLine } from "./weight.ts";

const CHECKS = ["answers", "use", "policy", "weight", "narrow", "structure", "english", "links"] as const;

/** Problems by kind; each names its page. */
export type Found = Record<(typeof CHECKS)[number], string[]> & { weights: string[] };

/**
 * Visits every page once, and runs all checks on it: first those of a first visit, then those that resize the window,
 * last those that expand the page. In another language than English, only those that depend on it: what axe finds and
 * the structure are the same in every language, and axe takes most of the time.
 */
export async function walkEveryPage(
  browser: Browser,
  options: BrowserContextOptions & { viewport: { width: number; height: number } },
  seeded: SeededService,
  language: string,
): Promise<Found> {
  const visitor = await newVisitor(browser, language, options);
  const tab = await visitor.newPage();
  const scale = await newScale(tab);
  const warnings = warningsOn(tab);
  const policy = policyOn(tab, seeded.site);
  const found = { weights: [], ...Object.fromEntries(CHECKS.map((check) => [check, []])) } as unknown as Found;

  for (const page of EVERY_PAGE) {
    const note = (check: keyof Found, faults: readonly string[]) =>
      found[check].push(...faults.map((fault) => `${page.name}: ${fault}`));
    await tab.setViewportSize(options.viewport);
    await tab.emulateMedia({ colorScheme: "light" });
    const fault = await visit(tab, page, seeded, language);
    note("answers", fault ? [fault] : []);

    const bytes = await scale.total();
    note("weight", overweight(page, bytes));
    found.weights.push(weightLine(page, bytes));
    note("policy", isLax(policy()) ? [`its policy is "${policy()}"`] : []);
    if (language === "en") note("structure", await structureErrorsOn(tab));
    else {
      note("english", await englishOn(tab, language));
      note("links", await linksAwayFrom(tab, language));
    }

    await tab.setViewportSize(NARROW);
    note("narrow", await misfitsOn(tab));
    await tab.setViewportSize(options.viewport);

    if (language === "en") {
      const { light, dark } = await violationsOn(tab);
      note("use", [...light, ...dark.map((each) => `dark: ${each}`)]);
    }
    note("policy", warnings.splice(0));
  }
  await visitor.close();
  return found;
}
