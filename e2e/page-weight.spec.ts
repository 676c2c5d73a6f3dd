import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { PAGES } from "./audit/pages.ts";
import { seededWorld } from "./audit/seed.ts";
import { LANGUAGES, newVisitor, visit } from "./audit/visit.ts";
import { newScale } from "./audit/wire-bytes.ts";

const { API_PORT = "3100", SITE_PORT = "4421" } = process.env;
const SCRIPT_BYTES_MAX = 15_000;
const BYTES_MAX = 60_000;
const PAGE_MS = 3_000;

for (const [language, name] of Object.entries(LANGUAGES)) {
  test(`every page is light at a first visit, in ${name}`, async ({ browser }, info) => {
    test.setTimeout(PAGES.length * PAGE_MS);
    const world = await seededWorld(`http://localhost:${SITE_PORT}`, `http://localhost:${API_PORT}`);
    const visitor = await newVisitor(browser, language, info.project.use);
    const tab = await visitor.newPage();
    const scale = await newScale(tab);
    const lines: string[] = [];
    const faults: string[] = [];
    for (const page of PAGES) {
      scale.reset();
      const fault = await visit(tab, page, world, language);
      const { scripts, all } = await scale.total();
      const { bytesMax = BYTES_MAX } = page;
      lines.push(`${page.name.padEnd(16)} ${String(scripts).padStart(7)} ${String(all).padStart(7)}`);
      if (fault) faults.push(fault);
      if (scripts > SCRIPT_BYTES_MAX) faults.push(`${page.name}: ${scripts} bytes of JavaScript`);
      if (all > bytesMax) faults.push(`${page.name}: ${all} bytes, and ${bytesMax} at most`);
    }
    await visitor.close();
    const table = [`${name}, bytes   scripts     all`, ...lines].join("\n");
    console.log(table);
    await info.attach("bytes over the wire", { body: table, contentType: "text/plain" });
    expect(faults).toEqual([]);
  });
}

test("the scale shows what was sent, and tells scripts from the rest", async ({ page }) => {
  const script = `"${randomBytes(5_000).toString("hex")}";`;
  const server = createServer(({ url }, response) => {
    const [type, body] =
      url === "/script.js" ? ["text/javascript", script] : ["text/html", "<script src=script.js></script>"];
    response.setHeader("content-type", type ?? "").end(body);
  }).listen(0);
  const { port } = server.address() as AddressInfo;
  const scale = await newScale(page);
  await page.goto(`http://localhost:${port}/page`);
  const { scripts, all } = await scale.total();
  server.close();
  // The headers of an answer of Node's are some 150 bytes.
  expect(scripts).toBeGreaterThan(10_000);
  expect(scripts).toBeLessThan(10_500);
  expect(all - scripts).toBeGreaterThan(100);
  expect(all - scripts).toBeLessThan(500);
});
