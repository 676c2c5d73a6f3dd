import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../scripts/free-port.ts";

const ROOT = join(import.meta.dir, "../..");

test("the development server seeds a demo tree, prints mails, speaks Korean, paints, and stops cleanly", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "tree-dev-"));
  const site = await freePort();
  const proxy = `http://127.0.0.1:${await freePort()}`;
  const ports = { API_PORT: String(await freePort()), SITE_PORT: String(site) };
  const env = { ...process.env, DEV_DATA_DIR: dataDir, ...ports, HTTP_PROXY: proxy, all_proxy: proxy };
  const dev = Bun.spawn([process.execPath, "scripts/dev.ts"], { cwd: ROOT, env, stdout: "pipe", stderr: "inherit" });
  let output = "";
  const isSeeded = Promise.withResolvers<void>();
  const isRead = (async () => {
    for await (const text of dev.stdout.pipeThrough(new TextDecoderStream())) {
      output += text;
      if (/A closed tree .*tree=\w{8}/.test(output)) isSeeded.resolve();
    }
  })();
  await Promise.race([isSeeded.promise, dev.exited]);
  const [tree = ""] = /http:\S+tree=\w{8}/.exec(output) ?? [];
  const page = await fetch(tree);
  const korean = await fetch(`http://localhost:${site}/ko/create`);
  const picture = await fetch(`http://localhost:${site}/story-card/${tree.slice(-8)}-en.png`);
  const [status, text, koreanText] = [page.status, await page.text(), await korean.text()];
  dev.kill("SIGTERM");
  const code = await dev.exited;
  await isRead;
  rmSync(dataDir, { recursive: true, force: true });
  expect([status, code]).toEqual([200, 0]);
  expect(text).toContain("An open tree");
  expect(picture.headers.get("content-type")).toBe("image/png");
  expect(koreanText).toContain('lang="ko"');
  expect(output).toContain("To: demo@example.com");
  expect(output).toMatch(/\/confirm-email\?token=/);
}, 90_000);
