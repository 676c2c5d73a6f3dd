import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, type BrowserContextOptions, devices, type Page } from "@playwright/test";
import { addCookies } from "../fixtures/cookies.ts";
import type { AuditedPage } from "./pages.ts";
import type { SeededService } from "./seed.ts";
import { addressOf, cookiesOf, fetchPage, newVisitor, visit } from "./visit.ts";

/** Emulates a slow phone with a slow connection: pages arrive and are painted in pieces; scripts come late. */
const CPU_SLOWDOWN = 4;
const BYTES_A_SECOND = 80_000;
const SCRIPT_DELAY_MS = 500;
/** Scripts move things when they run: after the load event and this many frames, nothing more is expected. */
const SETTLED_FRAMES = 3;
const WAIT_MAX_MS = 30_000;

// A zone whose date and hours seldom equal those of UTC: times that scripts convert to local time must not move
// anything either.
const timezoneId = "Pacific/Chatham";
/** The viewports, and how often each page is loaded in each, out of ten loads in two languages. */
type SlowDevice = { name: string; options: BrowserContextOptions; loadsOfTen: number };
export const SLOW_DEVICES = {
  phone: { name: "phone", options: { ...devices["Pixel 7"], timezoneId }, loadsOfTen: 3 },
  desktop: { name: "desktop", options: { viewport: { width: 1280, height: 900 }, timezoneId }, loadsOfTen: 2 },
} satisfies Record<string, SlowDevice>;

declare global {
  interface Window {
    layoutShifts?: string[];
  }
}

type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

/**
 * Returns the layout shifts on the pages after their first paint, over the given number of slow loads of each. They load
 * one after another: a slowed-down tab keeps a processor busy, so several would slow down the service, too.
 */
export async function shiftsOn(
  pages: readonly AuditedPage[],
  browser: Browser,
  options: BrowserContextOptions,
  seeded: SeededService,
  language: string,
  loads: number,
): Promise<string[]> {
  const found: string[] = [];
  const visitor = await newVisitor(browser, language, options);
  visitor.setDefaultTimeout(WAIT_MAX_MS);
  const tab = await visitor.newPage();
  const shifts = await slowLoads(tab);
  for (const page of pages.flatMap((each) => Array.from({ length: loads }, () => each))) {
    const fault = await visit(tab, page, seeded, language);
    const moved = fault ? [fault] : await shifts();
    found.push(...moved.map((each) => `${page.name}: ${each}`));
  }
  await visitor.close();
  return found;
}

/** Long enough that the browser paints what has arrived. */
const PIECE_MS = 40;
/** What follows is seldom on the first screen. */
const PIECES_MAX = 150;
const ENDS = /<\/(?:a|button|dd|dt|figcaption|form|h1|h2|header|label|li|p|section|span|strong|summary|ul)>/g;
const WORDS = />([^<>{}]{9,})</g;

/**
 * Returns the layout shifts on pages that arrive in many pieces, as in a bad network. Each piece of what is in <main> ends
 * before an element's end, or within words.
 */
export async function shiftsInPieces(
  pages: readonly AuditedPage[],
  browser: Browser,
  options: BrowserContextOptions,
  seeded: SeededService,
  language: string,
): Promise<string[]> {
  // Beside each other: while the pieces arrive, little is busy.
  const found = pages.map(async (page) => {
    const answer = await fetchPage(page, seeded, language);
    const html = await answer.text();
    const isIt = answer.status === (page.status ?? 200) && !answer.redirected;
    if (!isIt || !html.includes(`<html lang="${language}"`)) return [`${page.name}: answered ${answer.status}`];
    const cookie = cookiesOf(page, seeded);
    const visitor = await newVisitor(browser, language, options);
    visitor.setDefaultTimeout(WAIT_MAX_MS);
    const server = await inPieces(html, seeded.site, cookie);
    try {
      await addCookies(visitor, server.site, cookie);
      const tab = await visitor.newPage();
      await tab.addInitScript(recordShifts);
      await tab.goto(addressOf(page, seeded, language).replace(seeded.site, server.site));
      const moved = await tab.evaluate(recordedShifts, SETTLED_FRAMES);
      const hidden = await tab.locator(".until-whole:not(:has(> .whole))").allTextContents();
      return [...moved, ...hidden].map((each) => `${page.name}: ${each}`);
    } finally {
      server.close();
      await visitor.close();
    }
  });
  return (await Promise.all(found)).flat();
}

/** Serves one page, whatever its address, and all files of the site. What is visible arrives after the style sheets. */
async function inPieces(html: string, site: string, cookie: string) {
  const [head = "", ...shown] = piecesOf(html);
  let sheets = head.match(/rel="stylesheet"/g)?.length ?? 0;
  const server = createServer(async ({ url = "", headers }, answer) => {
    if (headers["sec-fetch-dest"] === "document") {
      answer.setHeader("content-type", "text/html; charset=utf-8");
      answer.write(head);
      while (sheets > 0) await sleep(PIECE_MS);
      for (const piece of shown) {
        await sleep(PIECE_MS);
        answer.write(piece);
      }
      return void answer.end();
    }
    const file = await fetch(site + url, { headers: { cookie } });
    answer.writeHead(file.status, { "content-type": file.headers.get("content-type") ?? "" });
    answer.end(Buffer.from(await file.arrayBuffer()));
    if (headers["sec-fetch-dest"] === "style") sheets -= 1;
  });
  await new Promise<void>((resolve) => void server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return { site: `http://localhost:${port}`, close: () => void server.close() };
}

function piecesOf(html: string): string[] {
  const [start, end] = [html.indexOf("<main"), html.indexOf("</main>")];
  const shown = html.slice(0, end);
  const words = [...shown.matchAll(WORDS)].map(({ 0: text, index }) => index + Math.ceil(text.length / 2));
  const ends = [...shown.matchAll(ENDS)].map(({ index }) => index);
  const cuts = [...words, ...ends, end].filter((at) => at > start).toSorted((one, other) => one - other);
  cuts.splice(PIECES_MAX);
  const all = [start, ...cuts];
  return [0, ...all].map((at, index) => html.slice(at, all[index]));
}

/**
 * Slows every load in the tab down. The returned function reports the layout shifts on the current page after its first
 * paint.
 */
export async function slowLoads(tab: Page): Promise<() => Promise<string[]>> {
  const debugging = await tab.context().newCDPSession(tab);
  await debugging.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await debugging.send("Network.enable");
  await debugging.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: -1,
  });
  await tab.route("**/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SCRIPT_DELAY_MS));
    await route.continue();
  });
  await tab.addInitScript(recordShifts);
  return () => tab.evaluate(recordedShifts, SETTLED_FRAMES);
}

/** Runs in the browser, before the page. */
function recordShifts(): void {
  const shifts: string[] = [];
  window.layoutShifts = shifts;
  const named = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? `${element.localName} "${element.textContent?.trim().slice(0, 30)}"` : "a removed element";
  };
  const placed = ({ x, y, width, height }: DOMRectReadOnly) =>
    [x, y, width, height].map((each) => Math.round(each)).join(" ");
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(
        ({ node, previousRect, currentRect }) =>
          `${named(node)} from ${placed(previousRect)} to ${placed(currentRect)}`,
      );
      shifts.push(`${entry.value.toFixed(4)}: ${moved.join(", ")}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Runs in the browser. */
async function recordedShifts(frames: number): Promise<string[]> {
  for (let frame = 0; frame < frames; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve));
  return window.layoutShifts ?? ["nothing was recorded"];
}
