import { FORM_TOOLS } from "./form-tools.ts";
import type { Tool } from "./tool.ts";
import { TOOLS } from "./tools.ts";

/** A tool as listed in a guide. */
export type ListedTool = Tool & {
  /**
   * `page`: offered on every page. `form`: offered where its form is; an agent fills it in, and the person sends it.
   */
  offeredBy: "page" | "form";
};

/** Every tool that the site offers, from the tools themselves. Uses no browser API, so that a page can render it. */
export const LISTED_TOOLS: readonly ListedTool[] = [
  ...TOOLS.map((tool) => ({ ...tool, offeredBy: "page" as const })),
  ...FORM_TOOLS.map((tool) => ({ ...tool, offeredBy: "form" as const })),
];
