// Writes the tables of docs/operating/configuration.md: bun scripts/write-configuration.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RATE_POLICIES } from "#contract/rate-limits";
import { API_VARIABLES } from "../api/platform/env.ts";
import { guideParts } from "../languages/en/guide-parts.ts";
import { SITE_VARIABLES } from "../site/check-env.ts";
import { spanOfTime, type Variable, variablesIn } from "../site/guides/tables.ts";

export const CONFIGURATION_PAGE = join(import.meta.dir, "../docs/operating/configuration.md");
const [BEGIN, END] = ["<!-- generated: bun scripts/write-configuration.ts -->\n", "<!-- end -->"];
const policies = Object.entries(RATE_POLICIES);

if (import.meta.main) writeFileSync(CONFIGURATION_PAGE, withTables(readFileSync(CONFIGURATION_PAGE, "utf8")));

/** Replaces the tables in the page. Each variable's words are those of the self-hosting guide. */
export function withTables(page: string): string {
  const [before = "", rest = ""] = page.split(BEGIN);
  const [, after = ""] = rest.split(END);
  const all = variablesIn(guideParts);
  const single = all.filter(({ name }) => !windowOf(name));
  const quotas = all.filter(({ name }) => windowOf(name));
  const tables = [
    table(
      ["variable", "default", "of", "what it is"],
      single.map(({ name, usually, what }) => [`\`${name}\``, usually, readersOf(name), what]),
    ),
    "Quotas of the rate limits, with their defaults; `RATE_LIMITS=off` switches all of them off:\n",
    [...Map.groupBy(quotas, ({ name }) => windowOf(name))]
      .map(
        ([window, each]) =>
          `- within ${window}: ${each.map(({ name, usually }) => `\`${name}=${usually}\``).join(", ")}\n`,
      )
      .join(""),
  ];
  return `${before}${BEGIN}\n${tables.join("\n")}\n${END}${after}`;
}

function table(columns: string[], rows: string[][]): string {
  return [columns, columns.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`).join("");
}

function readersOf(name: Variable["name"]): string {
  const isOfApi = name in API_VARIABLES;
  if (!SITE_VARIABLES.includes(name)) return "API";
  return isOfApi ? "both" : "site";
}

function windowOf(name: string): string | undefined {
  const [, policy] = policies.find(([key]) => key.replace(/[A-Z]/g, "_$&").toUpperCase() === name) ?? [];
  return policy && spanOfTime(policy.windowSeconds, guideParts);
}
