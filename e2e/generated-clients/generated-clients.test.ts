import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plainService } from "../../test-support/plain-service.ts";
import { removeDataDir } from "../../test-support/running-service.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

const MODULES = join(import.meta.dirname, "../../node_modules");
const TIMEOUT_MS = 120_000;

const workshop = mkdtempSync(join(tmpdir(), "tree-clients-"));
let service: Awaited<ReturnType<typeof plainService>>;
beforeAll(async () => {
  service = await plainService();
}, TIMEOUT_MS);
afterAll(async () => {
  await service.close();
  removeDataDir(workshop);
}, TIMEOUT_MS);

/** Runs a package's program in a client's folder. Throws with its output if it fails. */
function run(folder: string, program: string, ...options: string[]): string {
  // With Bun: the generators need a newer Node than the service does.
  const command = ["--bun", join(MODULES, ".bin", program), ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} failed: ${stdout}${stderr}`);
  return stdout;
}

/** Creates a consumer's project: strict TypeScript, one program. */
function project(name: string): string {
  const folder = join(workshop, name);
  mkdirSync(folder);
  symlinkSync(MODULES, join(folder, "node_modules"));
  copyFileSync(join(import.meta.dirname, `${name}.ts.txt`), join(folder, "visitor.ts"));
  const compilerOptions = {
    ...{ strict: true, noEmit: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
    ...{ target: "esnext", module: "esnext", moduleResolution: "bundler", types: ["bun"] },
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["visitor.ts", "generated"] }),
  );
  return folder;
}

const GENERATORS: Record<string, (folder: string, description: string) => void> = {
  "visitor-openapi-fetch": (folder, description) => {
    run(folder, "openapi-typescript", description, "--output", join(folder, "generated/schema.ts"));
  },
  "visitor-hey-api": (folder, description) => {
    const plugins = ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"];
    run(folder, "openapi-ts", "--input", description, "--output", join(folder, "generated"), "--plugins", ...plugins);
  },
};

test("serves the API's description unchanged at the site", async () => {
  const [site, api] = await Promise.all([fetch(`${service.site}/openapi.json`), fetch(`${service.api}/openapi.json`)]);
  expect([site.status, site.headers.get("content-type")]).toEqual([200, "application/openapi+json"]);
  expect(site.headers.get("etag")).toBe(api.headers.get("etag"));
  expect(Buffer.from(await site.arrayBuffer()).equals(Buffer.from(await api.arrayBuffer()))).toBe(true);
});

test.each(Object.keys(GENERATORS))(
  "generates a client for %s that compiles in strict mode and works end to end",
  async (name) => {
    const folder = project(name);
    const description = join(folder, "openapi.json");
    writeFileSync(description, await (await fetch(`${service.site}/openapi.json`)).text());
    GENERATORS[name]?.(folder, description);
    run(folder, "tsc", "--project", folder);

    const { code } = await createTree(service.site);
    for (let count = 0; count < 2; count += 1) await addGift(service.api, code, "From another friend");
    const { stdout, stderr } = spawnSync(process.execPath, ["visitor.ts", service.api, code], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(stdout.trim().split("\n")).toEqual([
      "status ok",
      "tree A tree with 2",
      "hung as number 3",
      "listed true",
      "report received",
      "refused 404 36",
    ]);
  },
  TIMEOUT_MS,
);
