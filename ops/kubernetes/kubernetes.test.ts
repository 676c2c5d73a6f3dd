import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { guideParts } from "../../languages/en/guide-parts.ts";
import { version } from "../../package.json";
import { SECRETS } from "../../shared/secret-files.ts";
import { variablesIn } from "../../site/guides/tables.ts";

type Named = { name: string };
type Probe = { httpGet: { path: string; port: string } };
type Container = Named & {
  args: string[];
  command?: string[];
  env: (Named & { value: string })[];
  ports?: (Named & { containerPort: number })[];
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  securityContext: object;
  volumeMounts: (Named & { mountPath: string })[];
};
type Pod = {
  automountServiceAccountToken: boolean;
  securityContext: object;
  containers: [Container];
  volumes: (Named & { secret?: { defaultMode: number; items: { key: string; path: string }[] } })[];
};
type Template = { metadata: { labels: object }; spec: Pod };
type Spec = {
  template?: Template;
  jobTemplate?: { spec: { template: Template } };
  selector?: { matchLabels?: object };
};
type Policy = {
  policyTypes?: string[];
  podSelector: { matchLabels?: object; matchExpressions?: { key: string; operator: string; values?: string[] }[] };
  ingress?: { from?: object[]; ports: { port: string }[] }[];
};
type Resource = { kind: string; metadata: Named & { labels?: Record<string, string> }; spec: Spec & Partial<Policy> };

const read = (file: string) => readFileSync(join(import.meta.dir, file), "utf8");
const parse = (file: string): unknown => Bun.YAML.parse(read(file));
const kustomization = parse("kustomization.yaml") as {
  resources: string[];
  images: { newTag: string }[];
  configMapGenerator: { literals: string[] }[];
};
const resources = kustomization.resources.flatMap((file) => {
  const parsed = parse(file);
  return (Array.isArray(parsed) ? parsed : [parsed]) as Resource[];
});
const podsIn = resources.flatMap(({ metadata: { name }, spec }) => {
  const { metadata, spec: pod } = spec.template ?? spec.jobTemplate?.spec.template ?? {};
  return pod && metadata ? [{ name, labels: metadata.labels, pod, container: pod.containers[0] }] : [];
});
const each = podsIn.map((one) => [one.name, one] as const);
const KNOWN = variablesIn(guideParts).flatMap(({ name }) => [name, `${name}_FILE`]);
const image = readFileSync(join(import.meta.dir, "../container/Containerfile"), "utf8");
const commands = readFileSync(join(import.meta.dir, "../container/tree-gifting.sh"), "utf8");

test("the kustomization has every manifest but the one that needs the Prometheus operator, and this version's image", () => {
  const files = readdirSync(import.meta.dir).filter((name) => name.endsWith(".yaml"));
  const listed = ["kustomization.yaml", "service-monitor.yaml", ...kustomization.resources];
  expect(files.toSorted()).toEqual(listed.toSorted());
  expect(kustomization.images.map(({ newTag }) => newTag)).toEqual([version]);
});

test("the settings are variables of the service, and none of them is a secret", () => {
  const names = kustomization.configMapGenerator.flatMap(({ literals }) => literals.map((one) => one.split("=")[0]));
  expect(KNOWN).toEqual(expect.arrayContaining(names));
  for (const name of names)
    expect(KNOWN.includes(`${name}_FILE`) && /SECRET|_KEY|SMTP|DATABASE/.test(name ?? "")).toBe(false);
});

// The migration alone connects as the database's owner.
test.each([...SECRETS.filter((name) => name !== "DATABASE_DIRECT_URL"), "MESSAGE_KEY"])(
  "every way to run several APIs gives them %s",
  (secret) => {
    const ways = ["api.yaml", "../systemd/tree-api@.service", "../container/compose.replicas.yaml"];
    for (const way of ways) expect(read(way)).toMatch(new RegExp(`\\b${secret}(_FILE)?\\b`));
  },
);

describe.each(each)("%s", (name, { pod, container }) => {
  test("reads its secrets from files, those that it needs alone", () => {
    const secrets = pod.volumes.flatMap(({ secret }) => secret ?? []);
    const paths = secrets.flatMap(({ items }) => items.map(({ path }) => `/secrets/${path}`));
    const isSetByHand = ({ name: variable }: Named) => name === "tree-restore" && /^(FILE|OPTIONS)$/.test(variable);
    const env = container.env.filter((one) => !isSetByHand(one));
    expect(env.map(({ value }) => value).toSorted()).toEqual(paths.toSorted());
    expect(KNOWN).toEqual(expect.arrayContaining(env.map((one) => one.name)));
    for (const { key } of secrets.flatMap(({ items }) => items)) expect(read("kustomization.yaml")).toContain(key);
    if (name === "tree-site") expect(paths).toEqual(["/secrets/internal-key"]);
    expect(secrets.map(({ defaultMode }) => defaultMode)).toEqual([0o440]);
  });

  test("may do nothing but its work", () => {
    expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(container.volumeMounts.map((one) => one.name).toSorted()).toEqual(
      pod.volumes.map((one) => one.name).toSorted(),
    );
  });

  test("runs a command of the image", () => {
    const words = container.command
      ? [...container.args.join().matchAll(/tree-gifting (\w+)/g)].map(([, it]) => it)
      : container.args;
    expect(words).not.toBeEmpty();
    for (const word of words) expect(commands).toMatch(new RegExp(`^  (.* )?${word}( .*)?\\) `, "m"));
  });
});

test.each([
  ["tree-api", "OPS_PORT", 3000],
  ["tree-site", "SITE_OPS_PORT", 4321],
])("%s is asked whether it is ready on the image's %s", (name, variable, port) => {
  const { container } = podsIn.find((one) => one.name === name) ?? {};
  const ops = Number(image.match(new RegExp(`[ ]${variable}=(\\d+)`))?.[1]);
  expect(container?.ports).toEqual([
    { name: "http", containerPort: port },
    { name: "ops", containerPort: ops },
  ]);
  expect(container?.readinessProbe?.httpGet).toEqual({ path: "/readyz", port: "ops" });
  expect(container?.livenessProbe?.httpGet).toEqual({ path: "/healthz", port: "ops" });
  expect(image).toContain("OPS_HOST=0.0.0.0");
});

const page = readFileSync(join(import.meta.dir, "../../docs/operating/containers.md"), "utf8");
const [, documented = ""] = page.match(/^ *#!\/bin\/sh\n([\s\S]*?)^ *```$/m) ?? [];
const nightly = podsIn.find(({ name }) => name === "tree-backup")?.container;

describe.each([
  ["the cluster's", "/backups", ["-euc", ...(nightly?.args ?? [])]],
  ["a single container's", "/var/backups", ["-c", documented]],
])("%s nightly backup", (_, place, [flags = "", script = ""]) => {
  const folder = mkdtempSync(join(tmpdir(), "nightly-"));
  const backups = join(folder, "backups");
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (program: string) => {
    mkdirSync(backups, { recursive: true });
    writeFileSync(join(backups, "tree-2020-01-01.backup"), "old");
    utimesSync(join(backups, "tree-2020-01-01.backup"), new Date("2020-01-01"), new Date("2020-01-01"));
    for (const name of ["tree-gifting", "docker"])
      writeFileSync(join(folder, name), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const { exitCode } = Bun.spawnSync(["sh", flags, script.replace(place, backups)], { env });
    return { exitCode, kept: readdirSync(backups).filter((name) => name.endsWith(".backup")) };
  };

  test("fails if the backup does, and deletes no older one", () => {
    expect(run("echo half; exit 1")).toEqual({ exitCode: 1, kept: ["tree-2020-01-01.backup"] });
  });

  test("deletes what is older than thirty days once a new one is there", () => {
    expect(run("echo whole")).toEqual({ exitCode: 0, kept: [expect.stringMatching(/^tree-\d{4}-\d\d-\d\d\.backup$/)] });
  });
});

describe("a restore", () => {
  const restore = resources.find(({ metadata }) => metadata.name === "tree-restore");
  const container = podsIn.find(({ name }) => name === "tree-restore")?.container;
  const folder = mkdtempSync(join(tmpdir(), "restore-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  function run(own: Record<string, string> = {}) {
    for (const day of [24, 23]) writeFileSync(join(folder, `tree-2026-12-${day}.backup`), "");
    writeFileSync(join(folder, "tree.part"), "half a backup");
    writeFileSync(join(folder, "tree-gifting"), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    const given = Object.fromEntries(container?.env.map(({ name, value }) => [name, value]) ?? []);
    const env = { ...given, ...own, PATH: `${folder}:${process.env.PATH}` };
    const script = container?.args.join().replaceAll("/backups", folder) ?? "";
    return Bun.spawnSync(["sh", "-euc", script], { env }).stdout.toString().replaceAll(folder, "/backups").trim();
  }

  test("begins only when an operator makes a job of it, as the page says, and is not repeated", () => {
    expect(restore).toMatchObject({
      kind: "CronJob",
      spec: { suspend: true, jobTemplate: { spec: { backoffLimit: 0 } } },
    });
    expect(page).toContain("create job restore --from=cronjob/tree-restore");
  });

  test("takes the newest backup, into an empty database", () => {
    expect(run()).toBe("restore /backups/tree-2026-12-24.backup");
  });

  test("takes another one, over data, if the operator says so, as the page does", () => {
    const [, FILE = "", OPTIONS = ""] = page.match(/set env cronjob\/tree-restore FILE=(\S+) OPTIONS=(\S+)`/) ?? [];
    expect(run({ FILE, OPTIONS })).toBe("restore /backups/tree-2026-12-23.backup --replace");
  });
});

test("services, budgets and deployments select pods that there are", () => {
  const labels = podsIn.map((one) => one.labels);
  const selectors = resources.flatMap(({ kind, spec }) =>
    kind === "Service" ? [spec.selector] : spec.selector ? [spec.selector.matchLabels] : [],
  );
  expect(selectors).toHaveLength(8);
  for (const selector of selectors) expect(labels).toContainEqual(selector as object);
});

test("nobody but the sites reaches the APIs, and nobody the jobs", () => {
  const policies = resources.filter(({ kind }) => kind === "NetworkPolicy").map(({ spec }) => spec);
  const apps = podsIn.map(({ name }) => name).toSorted();
  const [{ values: closed = [], ...chosen } = {}] = policies[0]?.podSelector?.matchExpressions ?? [];
  expect(chosen).toEqual({ key: "app", operator: "In" });
  expect([policies[0]?.policyTypes, closed.toSorted()]).toEqual([["Ingress"], apps]);
  const named = policies.slice(1).map(({ podSelector, ingress = [] }) => {
    const { labels, container } = podsIn.find((one) => Bun.deepEquals(one.labels, podSelector?.matchLabels)) ?? {};
    const ports = container?.ports?.map(({ name }) => name) ?? [];
    return [
      labels,
      ingress.map(({ from, ports: open }) => [from, open.map(({ port }) => ports.includes(port) && port)]),
    ];
  });
  const monitoring = [[{ namespaceSelector: {} }], ["ops"]];
  const sites = { podSelector: { matchLabels: { app: "tree-site" } } };
  expect(named).toEqual([
    [{ app: "tree-api" }, [[[sites], ["http"]], monitoring]],
    [{ app: "tree-site" }, [[undefined, ["http"]], monitoring]],
  ]);
});

test("Prometheus gets the names of jobs that the alerts go by", () => {
  const jobs = resources.flatMap(({ kind, metadata }) => (kind === "Service" ? (metadata.labels?.job ?? []) : []));
  expect(jobs).toEqual(["tree-api", "tree-site"]);
  expect(parse("service-monitor.yaml")).toMatchObject({
    spec: { jobLabel: "job", selector: { matchExpressions: [{ key: "job", values: jobs }] } },
  });
});

test.skipIf(!Bun.which("kubectl"))("kustomize renders it (needs kubectl)", () => {
  const { exitCode, stdout } = Bun.spawnSync(["kubectl", "kustomize", import.meta.dir]);
  expect(exitCode).toBe(0);
  expect(stdout.toString().match(new RegExp(`image: registry.example/tree-gifting:${version}$`, "gm"))).toHaveLength(5);
});
