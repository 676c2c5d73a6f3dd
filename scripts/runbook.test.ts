import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { PROBLEMS } from "../shared/observability/problems.ts";

/** Whatever wakes an operator has a row in the runbook: each alert, each problem, each event of a warning or an error. */
const ROOT = join(import.meta.dir, "..");
const PAGE = "docs/operating/runbook.md";
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const [, alertRows = "", problemRows = "", eventRows = ""] = read(PAGE).split(/^## /m);

type Rule = { alert: string; labels: { severity: string }; annotations: { runbook_url: string } };
const rules = ["alerts.yaml", "alerts-host.yaml"].flatMap((file) =>
  (Bun.YAML.parse(read(`ops/prometheus/${file}`)) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    (group) => group.rules,
  ),
);

describe("alerts", () => {
  test("each has a row, and no row is for another one", () => {
    const rows = [...alertRows.matchAll(/^\| <a id="(\w+)"><\/a>(\w+) \|/gm)];
    expect(rows.map(([, , name]) => name ?? "").toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
    expect(rows.filter(([, id, name]) => id !== name?.toLowerCase())).toEqual([]);
  });

  test("each leads to its row", () => {
    for (const { alert, annotations } of rules) expect(annotations.runbook_url).toBe(`${PAGE}#${alert.toLowerCase()}`);
  });

  test("somebody is woken for the critical ones, and for no others", () => {
    const waking = [...alertRows.matchAll(/<\/a>(\w+) \|.*\| now \|$/gm)].map(([, name = ""]) => name);
    const critical = rules.filter(({ labels }) => labels.severity === "critical").map(({ alert }) => alert);
    expect(waking.toSorted()).toEqual(critical.toSorted());
  });
});

test.each(Object.keys(PROBLEMS))("the problem %s has a row", (code) => {
  expect(problemRows).toMatch(new RegExp(`\`${code}(_…)?\``));
});

test("each event of a warning or an error has a row, and no row is for another one", () => {
  const rows = [...eventRows.matchAll(/^\| (`[^|]*`) \|/gm)];
  const listed = rows.flatMap(([, names = ""]) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
  expect(listed.toSorted()).toEqual([...events()].toSorted());
});

/** Every event that a line of level warn or error can carry. It is a constant: a text, or a name in capitals. */
function events(): Set<string> {
  const found = new Set<string>();
  for (const files of ["api/**/*.ts", "site/**/*.ts", "shared/**/*.ts", "scripts/start/*.ts", "scripts/start.ts"])
    for (const file of new Glob(files).scanSync(ROOT)) addEventsOf(file, found);
  return found;
}

function addEventsOf(file: string, found: Set<string>): void {
  if (/\.test(-utils)?\.ts$/.test(file)) return;
  const code = read(file);
  const logged = /\blog(?:\.(?:warn|error)|\[level\])\(\s*((?:"[^"]*"|[^",)])+)/g;
  const told = /\btellOperator\("(?:warn|error)", \{\s*event: ("[^"]*"|[A-Z_]+)/g;
  for (const [, words = ""] of [...code.matchAll(logged), ...code.matchAll(told)]) {
    const texts = /^[A-Z_]+$/.test(words.trim()) ? constant(code, words.trim()) : words;
    const inQuotes = [...texts.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => text);
    expect([file, words, inQuotes.length > 0]).toEqual([file, words, true]);
    for (const text of inQuotes) found.add(text);
  }
}

const constant = (code: string, name: string) => code.match(new RegExp(`const ${name} =\\s*"[^"]+"`))?.[0] ?? "";
