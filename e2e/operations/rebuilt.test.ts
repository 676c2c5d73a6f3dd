import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../scripts/free-port.ts";

const ROOT = join(import.meta.dirname, "../..");
const OF_THE_SITE = ["contract", "dist", "languages", "shared", "site", "package.json"];
/** A page, and the one that would report its error. */
const BROKEN = ["offline", "500"];

const folder = mkdtempSync(join(tmpdir(), "tree-site-"));
const server = join(folder, "dist/server");
let site: ChildProcess;
let siteUrl: string;
let log = "";

// A separate site whose built files are deleted as soon as it is ready, as during a rebuild.
beforeAll(async () => {
  for (const name of OF_THE_SITE) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  BROKEN.forEach(breakPage);
  const [sitePort, nobodysPort] = [await freePort(), await freePort()];
  siteUrl = `http://localhost:${sitePort}`;
  const env = { ...process.env, SITE_PORT: `${sitePort}`, API_INNER_URL: `http://127.0.0.1:${nobodysPort}` };
  site = spawn(process.execPath, ["site/server.ts"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  for (const stream of [site.stdout, site.stderr]) stream?.on("data", (chunk) => (log += chunk));
  await new Promise((resolve) => site.once("message", resolve));
  rmSync(join(folder, "dist"), { recursive: true });
});
afterAll(() => {
  site.kill("SIGTERM");
  rmSync(folder, { recursive: true });
});

/** Makes a page fail as with a missing file: with an error that has no stack. */
function breakPage(name: string): void {
  const chunk = readdirSync(join(server, "chunks")).find((each) => each.startsWith(`${name}_`)) ?? name;
  const fails = 'export const page = () => { throw Object.assign(new Error("no more of it"), { stack: undefined }); };';
  writeFileSync(join(server, "chunks", chunk), fails);
}

test.each([
  ["/create", 200],
  ["/guides/", 200],
  ["/guides/api", 200],
  ["/guides/api.md", 200],
  ["/sign-in", 200],
  ["/share-picture/home.png", 200],
  ["/favicon.svg", 200],
  ["/no-such-page", 404],
  ["/status", 503],
])("still serves %s while the site is being rebuilt", async (address, status) => {
  expect((await fetch(siteUrl + address)).status).toBe(status);
});

test("logs the cause if even the error page fails", async () => {
  expect((await fetch(`${siteUrl}/${BROKEN[0]}`)).status).toBe(500);
  expect(log).toContain('"level":"error","event":"request failed","error":"Error"');
});
