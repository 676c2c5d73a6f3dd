import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import type { AxeResults, NodeResult } from "axe-core";

// Sent to each page: `axe.source` is more than twice as long.
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

export const COLOUR_SCHEMES = ["light", "dark"] as const;
export type ColourScheme = (typeof COLOUR_SCHEMES)[number];

// Every level A and AA rule of WCAG 2.0, 2.1 and 2.2, and axe's best practices beyond them.
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];
/** The rules that depend on colors. All others are fully covered by the run in light colors. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const RUN_ONLY = { light: TAGS, dark: { type: "rule" as const, values: COLOUR_RULES } };

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Returns axe's violations on the current page, with selectors. Collapsed parts are expanded first. */
export async function violationsOn(tab: Page): Promise<Record<ColourScheme, string[]>> {
  // Evaluated through the debugger, which bypasses the content security policy: the page keeps the one it was served
  // with.
  await tab.evaluate(AXE);
  return { light: await violationsIn(tab, "light"), dark: await violationsIn(tab, "dark") };
}

async function violationsIn(tab: Page, colorScheme: ColourScheme): Promise<string[]> {
  await tab.emulateMedia({ colorScheme });
  await tab.evaluate(settle);
  const violations: AxeResults["violations"] = await tab.evaluate(
    async (runOnly) => (await window.axe.run({ runOnly, resultTypes: ["violations"], preload: false })).violations,
    RUN_ONLY[colorScheme],
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} — at ${node.target.join(" ")}${reasonOf(node)}`),
  );
}

/** Runs in the browser. Halfway through a color transition, contrasts cannot be judged. */
function settle(): void {
  for (const details of document.querySelectorAll("details")) details.open = true;
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.pause();
    else animation.finish();
  }
}

function reasonOf({ any, all, none }: NodeResult): string {
  const [first] = [...any, ...all, ...none];
  return first ? ` — ${first.message}` : "";
}
