import { expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "..");

/** One import: its file, its target (a path from the root, for project files), and whether it is type-only. */
type Import = { file: string; target: string; isType: boolean };

/** Which imports are allowed. A rule applies to the files that match `of`, except those that match `but`. */
type Rule = { says: string; of: RegExp; but?: RegExp; allows: (one: Import) => boolean };

const tests = /\.test(-utils)?\.ts$|\/test-utils\//;
const isNamed = (target: string, ...packages: string[]) =>
  packages.some((name) => target === name || target.startsWith(`${name}/`));
const isDatabase = ({ target }: Import) => isNamed(target, "drizzle-orm", "postgres", "api/platform/db");
const isRoutes = ({ target }: Import) => /(^|[/-])routes\.ts$/.test(target);

const RULES: Rule[] = [
  {
    says: "product code imports no test support",
    of: /^(api|site|shared|contract|packages|scripts\/(start|dev|seed|keys|message-keys|migrate|moderator|admin|backup|restore))/,
    but: /\.test(-utils)?\.ts$|\/test-utils\//,
    allows: ({ target }) =>
      !/\.test-utils\.ts$|\/test-utils\//.test(target) && !isNamed(target, "e2e", "bench", "test-support"),
  },
  {
    says: "e2e and bench share test-support, and do not import each other",
    of: /^(e2e|bench|test-support)\//,
    allows: ({ file, target }) =>
      !isNamed(target, ...["e2e", "bench"].filter((folder) => !file.startsWith(`${folder}/`))),
  },
  {
    says: "the client for others imports nothing but its own types",
    of: /^packages\/client\//,
    but: /schema-source\.ts$/,
    allows: ({ target }) => target === "packages/client/schema.ts",
  },
  {
    says: "contract imports only contract, and nothing from npm",
    of: /^contract\//,
    but: tests,
    allows: ({ target }) => isNamed(target, "contract"),
  },
  {
    says: "only one file knows where time-zone rules come from",
    of: /./,
    but: tests,
    allows: ({ file, target }) => !isNamed(target, "moment-timezone", "moment") || file === "shared/time-zones.ts",
  },
  {
    says: "languages import only the contract and each other",
    of: /^languages\//,
    but: tests,
    allows: ({ target }) => isNamed(target, "contract", "languages"),
  },
  {
    says: "a store imports drizzle-orm, db, contract, its own feature, and the types of a page",
    of: /^api\/.*\/store\.ts$/,
    allows: (one) =>
      isNamed(one.target, "drizzle-orm", "api/platform/db", "contract", dirname(one.file)) ||
      (one.target === "api/paging.ts" && one.isType),
  },
  {
    says: "a service imports neither HTTP, nor Elysia, nor the database, nor routes",
    of: /^api\/.*\/service\.ts$/,
    allows: (one) => !isDatabase(one) && !isRoutes(one) && !isNamed(one.target, "api/http", "elysia", "@elysiajs"),
  },
  {
    says: "routes do not access the database",
    of: /^api\/.*(\/|-)routes\.ts$/,
    // The status only pings the database: a service and a store for that would be overkill.
    but: /^api\/features\/status\/routes\.ts$/,
    allows: (one) => !isDatabase(one),
  },
  {
    says: "shared code imports neither program",
    of: /^shared\//,
    allows: ({ target }) => !isNamed(target, "api", "site", "scripts"),
  },
  {
    says: "the API does not import the site",
    of: /^api\//,
    allows: ({ target }) => !isNamed(target, "site", "astro", "@astrojs"),
  },
  {
    says: "the site imports only types from the API",
    of: /^site\//,
    but: tests,
    allows: ({ target, isType }) => isType || !isNamed(target, "api"),
  },
  {
    says: "the site uses no database, no Elysia server and no schema library",
    of: /^site\//,
    allows: ({ target, isType }) =>
      !isNamed(target, "drizzle-orm", "postgres", "zod", "better-auth") && (isType || !isNamed(target, "elysia")),
  },
  {
    says: "only services, and leave-gifts for one, encrypt and decrypt texts; only the API's composition root and operators' commands read keys",
    of: /^(api|site|scripts|e2e)\/(?!platform\/encryption\/)/,
    but: /\.test(-utils)?\.ts$|\/service\.ts$|^api\/features\/messages\/leave-gifts\.ts$|^api\/(app|main|env)\.ts$|^scripts\/(keys|message-keys|restore-drill|admin\/operator|start\/message-key|backup\/needed-keys)\.ts$/,
    allows: ({ target }) => !isNamed(target, "api/platform/encryption"),
  },
  {
    says: "end-to-end tests use the product from outside, with at most the contract and their own Postgres",
    of: /^e2e\//,
    allows: ({ target }) =>
      /^api\/platform\/db\/(embedded|replica-pair\.test-utils|host\.test-utils)\.ts$/.test(target) ||
      !isNamed(target, "api", "site"),
  },
];

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
    const path = name.startsWith(".")
      ? join(dirname(file), name)
      : name.startsWith("#contract/")
        ? `${name.slice(1)}.ts`
        : null;
    return { file, target: path ?? name, isType };
  });
}

/** Returns the boundary rules that a source breaks, as messages. */
function brokenBoundaries(file: string, source: string): string[] {
  const rules = RULES.filter((rule) => rule.of.test(file) && !rule.but?.test(file));
  return importsIn(file, source).flatMap((one) =>
    rules.filter((rule) => !rule.allows(one)).map((rule) => `${file} imports ${one.target}: ${rule.says}`),
  );
}

test("no file breaks an import boundary", async () => {
  const broken: string[] = [];
  let seen = 0;
  for (const folder of [
    "contract",
    "languages",
    "shared",
    "api",
    "site",
    "packages",
    "e2e",
    "bench",
    "ops",
    "test-support",
    "scripts",
  ]) {
    for await (const file of new Glob(`${folder}/**/*.{ts,astro,mjs}`).scan(ROOT)) {
      seen += 1;
      broken.push(...brokenBoundaries(file, await Bun.file(join(ROOT, file)).text()));
    }
  }
  expect(broken).toEqual([]);
  expect(seen).toBeGreaterThan(50);
});

/** Returns the imports of each file: all, or those that remain at run time. */
async function importedByFile(isKept: (one: Import) => boolean = () => true): Promise<Map<string, string[]>> {
  const imported = new Map<string, string[]>();
  for (const folder of [
    "contract",
    "languages",
    "shared",
    "api",
    "site",
    "packages",
    "e2e",
    "bench",
    "ops",
    "test-support",
    "scripts",
  ]) {
    for await (const file of new Glob(`${folder}/**/*.{ts,astro,mjs}`).scan(ROOT)) {
      const source = await Bun.file(join(ROOT, file)).text();
      imported.set(
        file,
        importsIn(file, source)
          .filter(isKept)
          .map(({ target }) => target),
      );
    }
  }
  return imported;
}

test("there are no import cycles", async () => {
  expect(cyclesIn(await importedByFile())).toEqual([]);
});

test("the browser gets no time-zone rules: it shows what the server says", async () => {
  const imported = await importedByFile(({ isType }) => !isType);
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
  ["api/features/trees/store.ts", 'import { Elysia } from "elysia";'],
  ["api/features/trees/store.ts", 'import { messageStore } from "../messages/store.ts";'],
  ["api/features/trees/store.ts", 'import { cursorBelow } from "../../http/paging.ts";'],
  ["api/features/trees/service.ts", 'import { trees } from "../../platform/db/schema.ts";'],
  ["api/features/trees/service.ts", 'import {\n  eq,\n  sql,\n} from "drizzle-orm";'],
  ["api/features/trees/service.ts", 'import type { Elysia } from "elysia";'],
  ["api/features/trees/service.ts", 'import { treeRoutes } from "./routes.ts";'],
  ["api/features/messages/service.ts", 'import type { PublicAnswer } from "../../http/caching.ts";'],
  ["api/features/owners/service.ts", 'import { ownerRoutes } from "./owner-routes.ts";'],
  ["api/features/trees/routes.ts", 'import type { Database } from "../../platform/db/client.ts";'],
  ["api/features/owners/owner-routes.ts", 'const { sql } = await import("drizzle-orm");'],
  ["api/app.ts", 'import "../site/server.ts";'],
  ["shared/observability/server.ts", 'import type { Log } from "../../api/log.ts";'],
  ["shared/http/path-of.ts", 'import { siteUrl } from "../../site/addresses.ts";'],
  ["site/api-client.ts", 'import { type App, createApp } from "../api/app.ts";'],
  ["site/pages/index.astro", '---\nimport { createApp } from "../../api/app.ts";\n---\n<p>Hello</p>'],
  ["site/pages/index.astro", '<p>Hello</p>\n<script>\n  import { z } from "zod";\n</script>'],
  ["site/webmcp/register.ts", 'import { t } from "elysia";'],
  ["site/webmcp/register.ts", 'export { sql } from "postgres";'],
  ["e2e/journeys/home.spec.ts", 'import { testApp } from "../../api/app.test-utils.ts";'],
  ["api/features/messages/routes.ts", 'import { open } from "../../platform/encryption/sealed-bytes.ts";'],
  ["scripts/start.ts", 'import { readKeyFile } from "../api/platform/encryption/key-file.ts";'],
])("refuses that %s contains %p", (file, source) => {
  expect(brokenBoundaries(file, source)).toHaveLength(1);
});

test.each([
  ["contract/trees.ts", 'import { addDays } from "./days.ts";'],
  ["contract/days.test.ts", 'import fc from "fast-check";'],
  [
    "api/features/trees/store.ts",
    'import { eq } from "drizzle-orm";\nimport { trees } from "../../platform/db/schema.ts";',
  ],
  [
    "api/features/messages/store.ts",
    'import type { PageRequest } from "../../paging.ts";\nimport type { NewGift } from "./schemas.ts";',
  ],
  [
    "api/features/messages/service.ts",
    'import type { TreeStore } from "../trees/store.ts";\nimport { ApiError } from "#contract/errors";',
  ],
  ["api/features/messages/service.ts", 'import type { Sealing } from "../../platform/encryption/service.ts";'],
  [
    "api/platform/encryption/rotate.ts",
    'import { seal } from "./sealed-bytes.ts";\nimport { treeKeys } from "../../platform/db/schema.ts";',
  ],
  ["api/features/trees/routes.test.ts", 'import { trees } from "../../platform/db/schema.ts";'],
  ["site/api-client.ts", 'import type { App } from "../api/app.ts";\nimport { treaty } from "@elysiajs/eden";'],
  [
    "site/pages/index.astro",
    '---\nimport { GIFTS } from "#contract/gifts";\n---\n<p>We import nothing "from" anywhere</p>',
  ],
  ["site/server.ts", '// import { createApp } from "../api/app.ts";'],
])("allows that %s contains %p", (file, source) => {
  expect(brokenBoundaries(file, source)).toEqual([]);
});
