import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../scripts/free-port.ts";
import {
  greeted,
  newDataDir,
  removeDataDir,
  type Service,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

/** What Prometheus and its exporters add, and the times that backup and drill leave. */
const FROM_ELSEWHERE = /^(up|node_\w+|probe_\w+|tree_(backup|drill)_last_success_timestamp_seconds)$/;
/** The dead-man's switch asks for nothing. */
const ALWAYS = "vector(1)";
/** Labels that Prometheus adds to each series. */
const TARGET_LABELS = ["job", "instance"];
const OPS = join(import.meta.dirname, "../../ops");

type Rule = { alert: string; expr: string; annotations: { runbook_url: string } };
type Series = { name: string; labels: Record<string, string> };

const rulesIn = (file: string) =>
  (
    Bun.YAML.parse(readFileSync(join(OPS, "prometheus", file), "utf8")) as { groups: { rules: Rule[] }[] }
  ).groups.flatMap(({ rules }) => rules);
const rules = ["alerts.yaml", "alerts-host.yaml"].flatMap(rulesIn);
const { panels } = JSON.parse(readFileSync(join(OPS, "grafana/dashboard.json"), "utf8")) as {
  panels: { title: string; targets?: { expr: string; legendFormat: string }[] }[];
};
const targets = panels.flatMap((panel) => (panel.targets ?? []).map((target) => ({ panel: panel.title, ...target })));

const folder = newDataDir();
let service: Service;
let series: Series[];

beforeAll(async () => {
  const [OPS_PORT, SITE_OPS_PORT] = [String(await freePort()), String(await freePort())];
  service = await greeted(await startService(folder, { OPS_PORT, SITE_OPS_PORT }));
  const { code } = await createTree(service.site);
  await addGift(service.site, code, "Hello");
  for (let i = 0; i < 2; i += 1) await fetch(`${service.api}/v1/trees/${code}`);
  await fetch(`${service.api}/v1/trees/AAAABBBB`);
  const scraped = [OPS_PORT, SITE_OPS_PORT].map(async (port) =>
    (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
  );
  series = (await Promise.all(scraped)).flatMap(seriesIn);
}, 120_000);

afterAll(async () => {
  await stop(service);
  removeDataDir(folder);
});

describe("each metric, label and value", () => {
  test.each([
    ...rules.filter(({ expr }) => expr !== ALWAYS).map(({ alert, expr }) => ["alert", alert, expr] as const),
    ...targets.map(({ panel, expr }) => ["panel", panel, expr] as const),
  ])("of the %s %s is in what the service gives", (_, __, expr) => {
    const selectors = selectorsIn(expr);
    expect(selectors).not.toEqual([]);
    for (const { name, matchers } of selectors.filter((each) => !FROM_ELSEWHERE.test(each.name)))
      expect({
        name,
        matchers,
        isGiven: series.some((one) => one.name === name && matchers.every(hasLabel(one))),
      }).toEqual({
        name,
        matchers,
        isGiven: true,
      });
  });
});

test("groups and legends use labels that the service gives", () => {
  const given = new Set([...TARGET_LABELS, ...series.flatMap(({ labels }) => Object.keys(labels))]);
  const used = [...rules, ...targets].flatMap(({ expr }) =>
    [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/)),
  );
  const shown = targets.flatMap(({ legendFormat }) =>
    [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name),
  );
  expect([...used, ...shown].filter((label) => !given.has(label ?? ""))).toEqual([]);
  expect(used.length + shown.length).toBeGreaterThan(20);
});

test("the runbook names only metrics that the service gives, and the alerts have tests", () => {
  const runbook = readFileSync(join(OPS, "../docs/operating/runbook.md"), "utf8");
  const given = series.map(({ name }) => name);
  for (const [name] of runbook.matchAll(/\btree_(?:api|site)_\w+/g)) expect(given).toContain(name);
  const tests = readFileSync(join(OPS, "prometheus/alerts.test.yaml"), "utf8");
  for (const { alert } of rules) expect([alert, tests.includes(`alertname="${alert}"`)]).toEqual([alert, true]);
});

/** Every metric that an expression reads, with its matchers: `tree_api_ready{job="x"}`. */
function selectorsIn(expr: string) {
  return [...expr.matchAll(/\b(up|(?:tree|process|nodejs|node|probe)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = "", list = ""]) => ({
      name,
      matchers: [...list.matchAll(/(\w+)(=~|=|!~|!=)"([^"]*)"/g)].map(([, label = "", operator = "", value = ""]) => ({
        label,
        operator,
        value,
      })),
    }),
  );
}

/** A status of 5xx cannot be made without breaking the service: there, only the label must exist. */
const hasLabel =
  ({ labels }: Series) =>
  ({ label, operator, value }: { label: string; operator: string; value: string }) =>
    TARGET_LABELS.includes(label) ||
    (operator === "=~"
      ? label in labels && (value === "5.." || new RegExp(`^(${value})$`).test(labels[label] ?? ""))
      : labels[label] === value);

function seriesIn(metrics: string): Series[] {
  const lines = metrics.split("\n").filter((line) => line && !line.startsWith("#"));
  return lines.map((line) => ({
    name: /^\w+/.exec(line)?.[0] ?? "",
    labels: Object.fromEntries([...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label, value])),
  }));
}
