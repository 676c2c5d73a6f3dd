import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { type FoundChromium, findChromium } from "../given/find-chromium.ts";
import { greeted, newDataDir, removeDataDir, startService, stop } from "../given/running-service.ts";
import { COLOUR_SCHEMES, violationsOn } from "./axe.ts";
import { CATEGORIES, faultsForAgents, judge } from "./lighthouse.ts";
import { type AuditedPage, PAGES } from "./pages.ts";
import { seededWorld, type World } from "./seed.ts";
import { tableOf } from "./table.ts";
import { addressOf, cookieOf, LANGUAGES, newVisitor, visit } from "./visit.ts";

// Holds every page of the built service against Lighthouse and axe: `npm run audit -- [--only lighthouse|agents|axe] [--page name]`.
const { only, page: wanted } = parseArgs({ options: { only: { type: "string" }, page: { type: "string" } } }).values;
const KINDS = ["lighthouse", "agents", "axe"] as const;
if (only && !KINDS.some((kind) => kind === only)) leave(`--only takes one of ${KINDS.join(", ")}.`);
const does = (kind: (typeof KINDS)[number]) => !only || only === kind;
const known = PAGES.filter(({ lighthouse }) => lighthouse || only !== "lighthouse");
const pages = known.filter(({ name }) => !wanted || name === wanted);
if (pages.length === 0) leave(`There is no page "${wanted}" here, but ${known.map(({ name }) => name).join(", ")}.`);

const PHONE = { viewport: { width: 390, height: 844 } };
const began = Date.now();
const faults: string[] = [];
const folder = newDataDir();
const service = await startService(folder, { RATE_LIMITS: "off", LOG_LEVEL: "warn" });
try {
  await greeted(service);
  const world = await seededWorld(service.site, service.api, folder);
  const browser = await findChromium();
  if (does("lighthouse")) console.log(`\n${lighthouseTable(world, browser)}`);
  if (does("agents")) console.log(`\n${agentsTable(world, browser)}`);
  if (does("axe")) console.log(`\n${await axeTable(world, browser)}`);
} finally {
  await stop(service);
  removeDataDir(folder);
}
const outcome = faults.length === 0 ? "Nothing to mend" : "There is something to mend";
const seconds = Math.round((Date.now() - began) / 1000);
console.log(`\n${[...faults, `${outcome}; this took ${seconds} s.`].join("\n")}`);
process.exit(faults.length === 0 ? 0 : 1);

function lighthouseTable(world: World, browser: FoundChromium): string {
  const rows = pages.flatMap((page) => (page.lighthouse ? [[page.name, ...verdictOn(page, world, browser)]] : []));
  return tableOf(["Lighthouse, mobile", ...CATEGORIES, ""], rows);
}

function verdictOn(page: AuditedPage, world: World, browser: FoundChromium): string[] {
  const cookie = cookieOf(page, world);
  const isListed = page.lighthouse === "listed";
  try {
    const verdict = judge({ address: addressOf(page, world, "en"), cookie, isListed }, browser);
    const isWhole = CATEGORIES.every((category) => verdict.scores[category] === 100);
    if (!isWhole) note(page, "Lighthouse", verdict.faults);
    return [...CATEGORIES.map((category) => String(verdict.scores[category])), verdict.remark];
  } catch (error) {
    note(page, "Lighthouse", [(error as Error).message]);
    return [...CATEGORIES.map(() => "–"), ""];
  }
}

/** Every page that an address leads to: Lighthouse judges no answer to a form, and no error. */
function agentsTable(world: World, browser: FoundChromium): string {
  const reached = pages.filter(({ sends, status }) => !sends && !status);
  const rows = reached.map((page) => {
    const asked = { address: addressOf(page, world, "en"), cookie: cookieOf(page, world), isListed: true };
    const found = faultsForAgents(asked, browser);
    if (found.length > 0) note(page, "Lighthouse for agents", found);
    return [page.name, found.length === 0 ? "all pass" : `${found.length} to mend`];
  });
  return tableOf(["Lighthouse, for agents", ""], rows);
}

async function axeTable(world: World, { path, libraries }: FoundChromium): Promise<string> {
  const env = { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) };
  const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox"], env });
  const rows = new Map(pages.map(({ name }) => [name, [name]]));
  for (const [language, languageName] of Object.entries(LANGUAGES)) {
    const visitor = await newVisitor(browser, language, PHONE);
    const tab = await visitor.newPage();
    for (const page of pages) {
      const fault = await visit(tab, page, world, language).catch((error: Error) => error.message);
      if (fault) note(page, languageName, [fault]);
      const found = fault ? null : await violationsOn(tab);
      for (const scheme of COLOUR_SCHEMES) {
        if (found?.[scheme].length) note(page, `${languageName}, ${scheme}`, found[scheme]);
        rows.get(page.name)?.push(String(found?.[scheme].length ?? "–"));
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
