import { type Browser, type BrowserContextOptions, devices, type Page } from "@playwright/test";
import type { AuditedPage } from "./pages.ts";
import type { SeededService } from "./seed.ts";
import { newVisitor, visit } from "./visit.ts";

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
