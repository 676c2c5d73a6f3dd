import { FORM_TOOLS } from "./form-tools.ts";
import type { Tool } from "./tool.ts";
import { TOOLS } from "./tools.ts";

/** A tool as a guide lists it. */
export type ListedTool = Tool & {
  /** `page`: offered on every page. `form`: where its form stands; an agent fills it in, and the person sends it. */
  offeredBy: "page" | "form";
};

/** Every tool that the site offers, from the tools themselves. It touches no browser, so that a page may render it. */
export const LISTED_TOOLS: readonly ListedTool[] = [
  ...TOOLS.map((tool) => ({ ...tool, offeredBy: "page" as const })),
  ...FORM_TOOLS.map((tool) => ({ ...tool, offeredBy: "form" as const })),
];
