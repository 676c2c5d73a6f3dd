import { expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "..");

/** One import: its file, its target (a path from the root, for project files), and whether it is type-only. */
type Import = { file: string; target: string; isType: boolean };

/** Which imports are allowed in the files that match `of`, except those that match `but`. */
type Rule = { says: string; of: RegExp; but?: RegExp; allows: (one: Import) => boolean };

const FEATURE = ["contract", "shared", "api/http", "api/platform"];
const OUTSIDE = ["contract", "languages", "packages", "scripts", "shared", "test-support"];

/**
 * What each folder may import of the project besides itself. The longest name counts, and a file that none names fails.
 * "type:" allows types only.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  languages: ["contract"],
  shared: ["contract", "package.json"],
  "packages/client": [],
  // It generates the client's types.
  "packages/client/schema-source.ts": ["api/openapi"],
  "packages/word-filter": [],

  // The composition root and the process.
  api: ["contract", "shared", "package.json"],
  "api/http": ["contract", "shared", "api/platform"],
  "api/openapi": [...FEATURE, "api/features", "package.json"],
  "api/platform": ["contract", "shared", "packages/word-filter", "package.json"],
  "api/features/accounts": [
    ...FEATURE,
    "type:api/features/gifts",
    "type:api/features/trees",
    "type:api/features/moderation",
  ],
  "api/features/gifts": [
    ...FEATURE,
    ...["api/features/accounts", "api/features/reports", "api/features/trees", "packages/word-filter"],
  ],
  "api/features/mails": [...FEATURE, "api/features/accounts", "languages"],
  "api/features/moderation": [...FEATURE, "api/features/accounts"],
  "api/features/organizing": [...FEATURE, "api/features/accounts", "api/features/gifts", "api/features/trees"],
  "api/features/push": [...FEATURE, "api/features/accounts", "api/features/gifts", "languages"],
  "api/features/reports": [...FEATURE, "api/features/accounts", "api/features/trees"],
  "api/features/status": [...FEATURE, "package.json"],
  "api/features/trees": [...FEATURE, "api/features/accounts", "packages/word-filter"],

  site: ["contract", "languages", "shared", "package.json", "type:api"],

  // Commands of operators and developers work on both programs.
  scripts: [...OUTSIDE, "api", "site", "package.json"],
  ops: [...OUTSIDE, "api", "site", "package.json"],
  bench: [...OUTSIDE, "api", "site", "astro.config.mjs", "node_modules"],
  // The product from outside, and a Postgres of their own.
  e2e: [
    ...OUTSIDE,
    "package.json",
    ...["embedded", "replica-pair.test-utils", "host.test-utils", "template.test-utils"].map(
      (name) => `api/platform/db/${name}.ts`,
    ),
  ],
  "test-support": ["contract", "scripts", "shared"],
};

const tests = /\.test(-utils)?\.ts$|\/test-utils\//;
const isNamed = (target: string, ...names: readonly string[]) =>
  names.some((name) => target === name || target.startsWith(`${name}/`));
const isDatabase = ({ target }: Import) => isNamed(target, "drizzle-orm", "postgres", "api/platform/db");
const isRoutes = ({ target }: Import) => /\.routes\.ts$/.test(target);

const RULES: Rule[] = [
  {
    says: "a folder imports only what MAY_IMPORT names",
    of: /./,
    but: tests,
    allows: mayImport,
  },
  {
    says: "product code imports no test support",
    of: /^(api|site|shared|contract|packages|scripts\/(start|dev|seed|keys|message-keys|migrate|distribute|moderator|admin|backup|restore))/,
    but: tests,
    allows: ({ target }) => !tests.test(target) && !isNamed(target, "test-support"),
  },
  {
    says: "only stores and api/platform/db know the database, and retention, keys and measures, which are SQL",
    of: /^api\/(?!platform\/(db|retention|encryption|observability|instances|batching)\/|platform\/env\.ts|(app|main)\.ts)/,
    but: /\.store\.ts$|\.test(-utils)?\.ts$|\/test-utils\/|^api\/features\/status\/status\.routes\.ts$|^api\/features\/accounts\/sign-in\/sign-in-library\.ts$|^api\/http\/error-handler\.ts$/,
    // Whose request it is, a session, is a type that stores check.
    allows: (one) => !isDatabase(one) || (one.isType && one.target === "api/platform/db/hold-owner.ts"),
  },
  {
    says: "a store knows nothing of HTTP, services and other features",
    of: /\.store\.ts$/,
    allows: ({ file, target }) =>
      !isNamed(target, "api/http", "elysia") &&
      !/\.(service|routes)\.ts$/.test(target) &&
      (!isNamed(target, "api/features") || isNamed(target, dirname(file))),
  },
  {
    says: "a service knows neither HTTP nor Elysia nor routes",
    of: /\.service\.ts$/,
    allows: (one) => !isRoutes(one) && !isNamed(one.target, "api/http", "elysia", "@elysiajs"),
  },
  {
    says: "only one file knows where time-zone rules come from",
    of: /./,
    but: tests,
    allows: ({ file, target }) => !isNamed(target, "moment-timezone", "moment") || file === "shared/time-zones.ts",
  },
  {
    says: "contract and languages need nothing from npm",
    of: /^(contract|languages)\//,
    but: tests,
    allows: ({ target }) => isOfProject(target),
  },
  {
    says: "the site uses no database, no Elysia server and no schema library",
    of: /^site\//,
    allows: ({ target, isType }) =>
      !isNamed(target, "drizzle-orm", "postgres", "zod", "better-auth") && (isType || !isNamed(target, "elysia")),
  },
  {
    says: "only services and idempotency work with keys; only the composition root and operators' commands read them",
    of: /^(api|site|scripts|e2e)\/(?!platform\/(encryption|idempotency)\/)/,
    but: /\.test(-utils)?\.ts$|\.service\.ts$|^api\/(app|main|platform\/env)\.ts$|^scripts\/(keys|message-keys|restore-drill|admin\/operator|start\/kept-keys|backup\/needed-keys)\.ts$/,
    allows: ({ target }) => !isNamed(target, "api/platform/encryption"),
  },
];

/** Returns whether the folder of a file may import the target. Packages from npm are other rules' matter. */
function mayImport({ file, target, isType }: Import): boolean {
  if (!isOfProject(target)) return true;
  const room = Object.keys(MAY_IMPORT)
    .filter((name) => isNamed(file, name))
    .toSorted((one, other) => other.length - one.length)[0];
  if (room === undefined) return false;
  const allowed = (MAY_IMPORT[room] ?? []).map((name) => (isType ? name.replace(/^type:/, "") : name));
  return isNamed(target, room, ...allowed) || (room === "api" && isNamed(target, "api"));
}

/** Paths from the root: folders, or files with a name like those of the project. */
const isOfProject = (target: string) =>
  Object.keys(MAY_IMPORT).some((name) => isNamed(target, name.split("/")[0] ?? name)) ||
  /^[^@/]+\.(json|mjs)$/.test(target);

const FROM = /\b(?:import|export)\s+(type\s)?(?:[\w$*{}\s,]+?)\sfrom\s*["']([^"']+)["']/g;
const BARE = /\bimport\s*\(?\s*["']([^"']+)["']/g;

/** Returns what a source imports: static imports, re-exports, side-effect imports and dynamic imports. */
function importsIn(file: string, source: string): Import[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const found = [
    ...[...code.matchAll(FROM)].map(([, type, name = ""]) => ({ name, isType: type !== undefined })),
    ...[...code.matchAll(BARE)].map(([, name = ""]) => ({ name, isType: false })),
  ];
  return found.map(({ name, isType }) => {
    const path = name.startsWith(".") ? join(dirname(file), name) : name.replace(/^#(contract\/.*)/, "$1.ts");
    return { file, target: path, isType };
  });
}

/** Returns the boundary rules that a source breaks, as messages. */
function brokenBoundaries(file: string, source: string): string[] {
  const rules = RULES.filter((rule) => rule.of.test(file) && !rule.but?.test(file));
  return importsIn(file, source).flatMap((one) =>
    rules.filter((rule) => !rule.allows(one)).map((rule) => `${file} imports ${one.target}: ${rule.says}`),
  );
}

const sources = new Map<string, string>();
for (const top of new Set(Object.keys(MAY_IMPORT).map((name) => name.split("/")[0]))) {
  for (const file of new Glob(`${top}/**/*.{ts,astro,mjs}`).scanSync(ROOT)) {
    if (!file.includes("node_modules/")) sources.set(file, await Bun.file(join(ROOT, file)).text());
  }
}

test("no file breaks an import boundary", () => {
  expect([...sources].flatMap(([file, source]) => brokenBoundaries(file, source))).toEqual([]);
  expect(sources.size).toBeGreaterThan(1000);
});

/** Returns the imports of each file: all, or those that remain at run time. */
const importedByFile = (isKept: (one: Import) => boolean = () => true): Map<string, string[]> =>
  new Map(
    [...sources].map(([file, source]) => [
      file,
      importsIn(file, source)
        .filter(isKept)
        .map(({ target }) => target),
    ]),
  );

test("there are no import cycles", () => {
  expect(cyclesIn(importedByFile())).toEqual([]);
});

test("the browser gets no time-zone rules: it shows what the server says", () => {
  const imported = importedByFile(({ isType }) => !isType);
  const sent = new Set([...imported.keys()].filter((file) => /^site\/(client\/|webmcp\/register)/.test(file)));
  for (const file of sent) for (const target of imported.get(file) ?? []) sent.add(target);
  expect([...sent]).toContain("contract/days.ts");
  expect([...sent]).not.toContain("shared/time-zones.ts");
});

test("finds a cycle, however long", () => {
  const cycle = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["c", ["a"]],
    ["d", []],
  ]);
  expect(cyclesIn(cycle)).toEqual(["a → b → c → a"]);
});

/** Returns the import cycles, each as the path from its first file back to it. */
function cyclesIn(imported: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  function visit(file: string, path: readonly string[]): void {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file].join(" → "));
    if (start >= 0 || done.has(file)) return;
    for (const target of imported.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  }
  for (const file of imported.keys()) visit(file, []);
  return cycles;
}

test.each([
  ["contract/codes.ts", 'import { z } from "zod";'],
  ["packages/client/client.ts", 'import { GIFTS } from "../../contract/gifts.ts";'],
  ["contract/codes.ts", 'import { readFileSync } from "node:fs";'],
  ["contract/codes.ts", 'import type { App } from "../api/app.ts";'],
  ["contract/codes.ts", 'export * from "lodash";'],
  ["new-folder/some.ts", 'import { GIFTS } from "../contract/gifts.ts";'],
  ["api/new-room/some.ts", 'import { createApp } from "../../site/server.ts";'],
  ["api/platform/mail/transport.ts", 'import { composeMail } from "../../features/mails/compose.ts";'],
  ["api/http/answers.ts", 'import type { TreeService } from "../features/trees/trees.service.ts";'],
  ["api/features/trees/trees.store.ts", 'import { Elysia } from "elysia";'],
  ["api/features/reports/reports.store.ts", 'import { treeStore } from "../trees/trees.store.ts";'],
  ["api/features/trees/trees.store.ts", 'import { cursorBelow } from "../../http/paging.ts";'],
  ["api/features/trees/trees.service.ts", 'import { trees } from "../../platform/db/schema.ts";'],
  ["api/features/trees/own-tree.ts", 'import {\n  eq,\n  sql,\n} from "drizzle-orm";'],
  ["api/features/trees/trees.service.ts", 'import type { Elysia } from "elysia";'],
  ["api/features/trees/trees.service.ts", 'import { treeRoutes } from "./trees.routes.ts";'],
  ["api/features/trees/trees.routes.ts", 'import type { Database } from "../../platform/db/client.ts";'],
  ["api/features/accounts/accounts.routes.ts", 'const { sql } = await import("drizzle-orm");'],
  ["api/app.ts", 'import "../site/server.ts";'],
  ["shared/observability/server.ts", 'import type { Clock } from "../../api/platform/clock.ts";'],
  ["shared/http/request.ts", 'import { siteUrl } from "../../site/addresses.ts";'],
  ["site/api-client.ts", 'import { createApp } from "../api/app.ts";'],
  ["site/pages/index.astro", '<p>Hello</p>\n<script>\n  import { z } from "zod";\n</script>'],
  ["site/webmcp/register.ts", 'import { t } from "elysia";'],
  ["e2e/journeys/home.spec.ts", 'import { testApp } from "../../api/app.test-utils.ts";'],
  ["api/features/gifts/gifts.routes.ts", 'import { open } from "../../platform/encryption/cipher.ts";'],
  ["scripts/start.ts", 'import { readKeyFile } from "../api/platform/encryption/key-file.ts";'],
])("refuses that %s contains %p", (file, source) => {
  expect(brokenBoundaries(file, source)).toHaveLength(1);
});

test.each([
  ["contract/trees.ts", 'import { addDays } from "./days.ts";'],
  ["contract/days.test.ts", 'import fc from "fast-check";'],
  [
    "api/features/trees/trees.store.ts",
    'import { eq } from "drizzle-orm";\nimport { trees } from "../../platform/db/schema.ts";',
  ],
  ["api/features/gifts/gifts.service.ts", 'import type { Sealing } from "../../platform/encryption/sealing.ts";'],
  ["api/platform/encryption/rotate.ts", 'import { treeKeys } from "../../platform/db/schema.ts";'],
  ["api/features/trees/trees.routes.test.ts", 'import { trees } from "../../platform/db/schema.ts";'],
  ["site/api-client.ts", 'import type { App } from "../api/app.ts";\nimport { treaty } from "@elysiajs/eden";'],
  [
    "site/pages/index.astro",
    '---\nimport { GIFTS } from "#contract/gifts";\n---\n<p>We import nothing "from" anywhere</p>',
  ],
  ["site/server.ts", '// import { createApp } from "../api/app.ts";'],
])("allows that %s contains %p", (file, source) => {
  expect(brokenBoundaries(file, source)).toEqual([]);
});
