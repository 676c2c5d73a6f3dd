import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readEnv } from "../api/platform/env.ts";
import { invalidVariable } from "../site/check-env.ts";

/** docs/operating/install.md: what its commands write must fit the programs and the files in ops/. */
const ROOT = join(import.meta.dir, "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const [section = ""] = read("docs/operating/install.md").split(/^## /m);
const variables = Object.fromEntries(
  [...section.matchAll(/^ +([A-Z][A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
);

test("the configuration is valid for both programs, with https and without ports for others", () => {
  const made = { DATABASE_URL: "postgres://tree@localhost/tree", SESSION_SECRET: "s".repeat(32) };
  const env = readEnv({ ...made, ...variables, MESSAGE_KEY: Buffer.alloc(32).toString("base64") });
  expect(env).toMatchObject({ siteUrl: "https://tree.example", apiUrl: "https://tree.example", host: "127.0.0.1" });
  expect(invalidVariable(variables)).toBeNull();
});

test("Prometheus asks the ports that the service, the exporters and Alertmanager listen on, and the public address", () => {
  type Targets = { static_configs: { targets: string[] }[] };
  const { scrape_configs, alerting } = Bun.YAML.parse(read("ops/prometheus/prometheus.yaml")) as {
    scrape_configs: (Targets & { job_name: string; relabel_configs?: { replacement?: string }[] })[];
    alerting: { alertmanagers: Targets[] };
  };
  const targetsOf = (all: Targets[]) =>
    all.flatMap(({ static_configs }) => static_configs.flatMap(({ targets }) => targets));
  const listenOn = (program: string) =>
    section.match(new RegExp(`^ +echo 'ARGS="--web.listen-address=(\\S+?)["\\s].*/etc/default/${program}$`, "m"))?.[1];
  expect(targetsOf(scrape_configs)).toEqual([
    `127.0.0.1:${variables.OPS_PORT}`,
    `127.0.0.1:${variables.SITE_OPS_PORT}`,
    `${listenOn("prometheus-node-exporter")}`,
    `${variables.SITE_URL}/v1/status`,
  ]);
  const probes = scrape_configs.flatMap(({ relabel_configs = [] }) => relabel_configs.map((each) => each.replacement));
  expect(probes).toContain(listenOn("prometheus-blackbox-exporter"));
  expect(targetsOf(alerting.alertmanagers)).toEqual([`${listenOn("prometheus-alertmanager")}`]);
});

test("every file of ops/ that a command names is there, and every unit that it starts", () => {
  let folder = "";
  const named: string[] = [];
  for (const line of section.split("\n").map((one) => one.trim())) {
    folder = line.match(/^cd \/opt\/tree-gifting\/current\/(ops\/\S+)/)?.[1] ?? folder;
    const [, whole] = line.match(/\/opt\/tree-gifting\/current\/(ops\/\S+\.\S+)/) ?? [];
    if (whole) named.push(whole);
    else if (/^(cp|install) /.test(line)) {
      const files = line.split(/\s+/).filter((word) => /^[\w*-]+\.(conf|service|timer|yaml)$/.test(word));
      named.push(...files.map((file) => `${folder}/${file}`));
    }
    const units =
      line.match(/^systemctl (?:enable --now|start) (.*)/)?.[1]?.match(/tree-[\w-]+\.(service|timer)/g) ?? [];
    named.push(...units.map((unit) => `ops/systemd/${unit}`));
  }
  expect(named.length).toBeGreaterThan(8);
  for (const file of named) expect([file, file.includes("*") || existsSync(join(ROOT, file))]).toEqual([file, true]);
});
