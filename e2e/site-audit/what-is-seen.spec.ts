import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { violationsOn } from "../audit/axe.ts";
import { newScale } from "../audit/wire-bytes.ts";
import { englishOn } from "./english-left.ts";
import { misfitsOn, NARROW } from "./narrow.ts";
import { warningsOn } from "./policy.ts";

// The walk over every page finds no problems. These tests prove that it would.

test("detects violations in spite of a strict content security policy", async ({ page }) => {
  const body = '<title>A page</title><main><h1>A page</h1><img src="/none.png"></main>';
  const policy = "default-src 'none'; require-trusted-types-for 'script'";
  await page.route("**/bad", (route) =>
    route.fulfill({ contentType: "text/html", body, headers: { "content-security-policy": policy } }),
  );
  await page.goto("/bad");
  const { light } = await violationsOn(page);
  expect(light.map((each) => each.split(":")[0])).toEqual(["html-has-lang", "image-alt"]);
});

test("detects a policy violation by the warning of the browser", async ({ page }) => {
  const warnings = warningsOn(page);
  await page.route("**/offline", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace("<main", '<p style="color: red">Red</p><main');
    await route.fulfill({ response: answer, body });
  });
  await page.goto("/offline");
  await expect.poll(() => warnings.length).toBeGreaterThan(0);
});

test("measures the bytes sent, and separates scripts from the rest", async ({ page }) => {
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
  // Node's response headers are some 150 bytes.
  expect(scripts).toBeGreaterThan(10_000);
  expect(scripts).toBeLessThan(10_500);
  expect(all - scripts).toBeGreaterThan(100);
  expect(all - scripts).toBeLessThan(500);
});

test("detects content that is too wide and targets that are too small", async ({ page }) => {
  await page.setViewportSize(NARROW);
  await page.setContent(`
    <p style="width: 400px">Wide</p>
    <p>A <a href="/in">link in a sentence</a> may be small.</p>
    <p><a href="/small">Small</a></p>
    <a href="/large" style="display: block; height: 44px">Large</a>
    <div style="position: relative; height: 60px"><a href="/card">Card<i style="position: absolute; inset: 0"></i></a></div>
    <label style="display: block; min-height: 44px"><input type="radio" /> Choice</label>
    <button>Button</button>`);
  const [wide, ...small] = await misfitsOn(page);
  expect(wide).toBe("408 pixels wide because of: p Wide");
  expect(small.map((each) => each.split(" is ")[0])).toEqual(["a Small", "button Button"]);
});

test("detects English text", async ({ page }) => {
  await page.goto("/en");
  expect((await englishOn(page, "ko")).length).toBeGreaterThan(20);
  expect((await englishOn(page, "eo")).length).toBeGreaterThan(5);
});
