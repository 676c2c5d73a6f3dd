import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasProgram } from "../replicas/programs.ts";

/** npm run alerts:test: Prometheus' own tool checks the rules, their tests, the configuration and the dashboard. */

const OPS = join(import.meta.dirname, "../../ops");
const RULES = ["alerts.yaml", "alerts-host.yaml"];

if (!hasProgram("promtool")) {
  console.error("promtool is not installed, so nothing was tested. On Debian, install the package prometheus.");
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "tree-alerts-"));
const expressions = join(folder, "dashboard.json");
writeFileSync(expressions, JSON.stringify(asRules(readFileSync(join(OPS, "grafana/dashboard.json"), "utf8"))));
// Debian has amtool in another package.
const mails = hasProgram("amtool") ? [tool("amtool", "check-config", "alertmanager.yaml")] : [];
const areGood = [
  ...mails,
  promtool("check", "rules", ...RULES),
  promtool("check", "config", "prometheus.yaml"),
  promtool("test", "rules", "alerts.test.yaml"),
  promtool("check", "rules", expressions),
];
rmSync(folder, { recursive: true });
process.exitCode = areGood.every(Boolean) ? 0 : 1;

function promtool(...words: string[]): boolean {
  return tool("promtool", ...words);
}

function tool(program: string, ...words: string[]): boolean {
  return spawnSync(program, words, { cwd: join(OPS, "prometheus"), stdio: "inherit" }).status === 0;
}

/** Recording rules, which promtool can parse; JSON is YAML. Grafana replaces its variables before it asks. */
function asRules(dashboard: string) {
  const { panels } = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] };
  const targets = panels.flatMap(({ targets = [] }) => targets);
  const rules = targets.map(({ expr }, i) => ({
    record: `dashboard:${i}`,
    expr: expr.replaceAll("$__rate_interval", "5m"),
  }));
  return { groups: [{ name: "dashboard", rules }] };
}
