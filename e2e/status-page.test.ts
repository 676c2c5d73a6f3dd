import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "./running-service.ts";

let site: ChildProcess;
let siteUrl: string;

// The site alone: its API is away.
beforeAll(async () => {
  const [sitePort, nobodysPort] = [await freePort(), await freePort()];
  siteUrl = `http://localhost:${sitePort}`;
  const env = { ...process.env, SITE_PORT: `${sitePort}`, API_INNER_URL: `http://127.0.0.1:${nobodysPort}` };
  site = spawn(process.execPath, ["site/server.ts"], {
    cwd: join(import.meta.dirname, ".."),
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await new Promise((resolve) => site.once("message", resolve));
});
afterAll(() => void site.kill("SIGTERM"));

test("without its API the status page still answers, and tells people and monitors", async () => {
  const answer = await fetch(`${siteUrl}/status`);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const page = await answer.text();
  expect(page).toContain("The service cannot answer at the moment.");
  expect(page.match(/does not answer/g)).toHaveLength(2);
});

test.each(["/", "/create", "/offline", "/no-such-page"])("%s needs no API", async (address) => {
  const answer = await fetch(siteUrl + address, { headers: { cookie: "session_token=old" } });
  expect(answer.status).toBe(address === "/no-such-page" ? 404 : 200);
  expect(await answer.text()).toContain("</html>");
});

test("a report that meets no API keeps its words", async () => {
  const body = new URLSearchParams({ reason: "spam", details: "It sells watches." });
  const answer = await fetch(`${siteUrl}/report?tree=abcdefgh`, { method: "POST", body });
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("It sells watches.");
});
