import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import type { Language } from "#contract/languages";
import { type FoundChromium, findChromium } from "../../test-support/find-chromium.ts";
import { greeted, newDataDir, removeDataDir, startService, stop } from "../../test-support/running-service.ts";
import { COLOUR_SCHEMES, violationsOn } from "./axe.ts";
import { CATEGORIES, faultsForAgents, judge } from "./lighthouse.ts";
import { type AuditedPage, PAGES } from "./pages.ts";
import { type SeededService, seedService, WORDS } from "./seed.ts";
import { SLOW_DEVICES, shiftsOn } from "./shifts.ts";
import { tableOf } from "./table.ts";
import { addressOf, cookieOf, LANGUAGES, newVisitor, visit } from "./visit.ts";

// Audits every page of the built service with Lighthouse and axe: `npm run audit -- [--only
// lighthouse|agents|axe|shifts] [--page name]`.
const { only, page: pageName } = parseArgs({ options: { only: { type: "string" }, page: { type: "string" } } }).values;
const KINDS = ["lighthouse", "agents", "axe", "shifts"] as const;
if (only && !KINDS.some((kind) => kind === only)) leave(`--only takes one of ${KINDS.join(", ")}.`);
const does = (kind: (typeof KINDS)[number]) => !only || only === kind;
const known = PAGES.filter(({ lighthouse }) => lighthouse || only !== "lighthouse");
const pages = known.filter(({ name }) => !pageName || name === pageName);
if (pages.length === 0)
  leave(`There is no page "${pageName}". The pages are: ${known.map(({ name }) => name).join(", ")}.`);

const languages = Object.keys(LANGUAGES) as Language[];
const PHONE = { viewport: { width: 390, height: 844 } };
const began = Date.now();
const faults: string[] = [];
const folder = newDataDir();
const service = await startService(folder, { RATE_LIMITS: "off", LOG_LEVEL: "warn" });
try {
  await greeted(service);
  const seeded = await seedService(service.site, service.api, folder);
  const browser = await findChromium();
  if (does("lighthouse")) console.log(`\n${lighthouseTable(seeded, browser)}`);
  if (does("agents")) console.log(`\n${agentsTable(seeded, browser)}`);
  if (does("axe")) console.log(`\n${await axeTable(seeded, browser)}`);
  if (does("shifts")) {
    const seed = (language: Language) => seedService(service.site, service.api, folder, WORDS[language]);
    const worlds = { en: seeded } as Record<Language, SeededService>;
    for (const language of languages.slice(1)) worlds[language] = await seed(language);
    console.log(`\n${await shiftsTable(worlds, browser)}`);
  }
} finally {
  await stop(service);
  removeDataDir(folder);
}
const outcome = faults.length === 0 ? "No problems found" : "Problems found";
const seconds = Math.round((Date.now() - began) / 1000);
console.log(`\n${[...faults, `${outcome}; this took ${seconds} s.`].join("\n")}`);
process.exit(faults.length === 0 ? 0 : 1);

function lighthouseTable(seeded: SeededService, browser: FoundChromium): string {
  const languagesOf = ({ lighthouse }: AuditedPage) => (lighthouse === "listed" ? languages : lighthouse ? ["en"] : []);
  const rows = pages.flatMap((page) =>
    languagesOf(page).map((language) => [`${page.name} ${language}`, ...verdictOn(page, seeded, browser, language)]),
  );
  return tableOf(["Lighthouse, mobile", ...CATEGORIES, ""], rows);
}

function verdictOn(page: AuditedPage, seeded: SeededService, browser: FoundChromium, language: string): string[] {
  const cookie = cookieOf(page, seeded);
  const isListed = page.lighthouse === "listed";
  try {
    const verdict = judge({ address: addressOf(page, seeded, language), cookie, isListed }, browser);
    const isWhole = CATEGORIES.every((category) => verdict.scores[category] === 100) && !verdict.hasMoved;
    if (!isWhole) note(page, "Lighthouse", verdict.faults);
    return [...CATEGORIES.map((category) => String(verdict.scores[category])), verdict.remark];
  } catch (error) {
    note(page, "Lighthouse", [(error as Error).message]);
    return [...CATEGORIES.map(() => "–"), ""];
  }
}

/** Audits every page that can be opened by its URL: Lighthouse cannot audit an answer to a form, nor an error page. */
function agentsTable(seeded: SeededService, browser: FoundChromium): string {
  const reached = pages.filter(({ sends, status }) => !sends && !status);
  const rows = reached.map((page) => {
    const visit = { address: addressOf(page, seeded, "en"), cookie: cookieOf(page, seeded), isListed: true };
    const found = faultsForAgents(visit, browser);
    if (found.length > 0) note(page, "Lighthouse for agents", found);
    return [page.name, found.length === 0 ? "all pass" : `${found.length} failed`];
  });
  return tableOf(["Lighthouse, for agents", ""], rows);
}

/** Ten slow loads of each page: nothing may move after the first paint in any of them. */
async function shiftsTable(worlds: Record<Language, SeededService>, found: FoundChromium): Promise<string> {
  const browser = await launched(found);
  const rows = new Map(pages.map(({ name }) => [name, [name]]));
  const views = languages.flatMap((language) => Object.values(SLOW_DEVICES).map((device) => ({ language, ...device })));
  for (const { language, name, options, loadsOfTen } of views) {
    for (const page of pages) {
      const moved = await shiftsOn([page], browser, options, worlds[language], language, loadsOfTen);
      if (moved.length > 0) note(page, `${LANGUAGES[language]}, slow ${name}`, moved);
      rows.get(page.name)?.push(String(moved.length));
    }
  }
  await browser.close();
  const heads = views.map(({ language, name, loadsOfTen }) => `${LANGUAGES[language]} ${name} (${loadsOfTen} loads)`);
  return tableOf(["What moves after the first paint", ...heads], [...rows.values()]);
}

function launched({ path, libraries }: FoundChromium): Promise<Browser> {
  const env = { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) };
  return chromium.launch({ executablePath: path, args: ["--no-sandbox"], env });
}

async function axeTable(seeded: SeededService, found: FoundChromium): Promise<string> {
  const browser = await launched(found);
  const rows = new Map(pages.map(({ name }) => [name, [name]]));
  for (const [language, languageName] of Object.entries(LANGUAGES)) {
    const visitor = await newVisitor(browser, language, PHONE);
    const tab = await visitor.newPage();
    for (const page of pages) {
      const fault = await visit(tab, page, seeded, language).catch((error: Error) => error.message);
      if (fault) note(page, languageName, [fault]);
      const violations = fault ? null : await violationsOn(tab);
      for (const scheme of COLOUR_SCHEMES) {
        if (violations?.[scheme].length) note(page, `${languageName}, ${scheme}`, violations[scheme]);
        rows.get(page.name)?.push(String(violations?.[scheme].length ?? "–"));
      }
    }
    await visitor.close();
  }
  await browser.close();
  const heads = Object.values(LANGUAGES).flatMap((name) => COLOUR_SCHEMES.map((scheme) => `${name} ${scheme}`));
  return tableOf(["axe, violations", ...heads], [...rows.values()]);
}

function note(page: AuditedPage, where: string, sentences: readonly string[]): void {
  faults.push(`${page.name} (${where})`, ...sentences.map((each) => `  ${each}`));
}

function leave(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
