import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../scripts/free-port.ts";
import { refusalIn } from "../../test-support/running-service.ts";

const LEAVING = 60;
const FORM = { "content-type": "application/x-www-form-urlencoded" };

let site: ChildProcess;
let siteUrl: string;
let log = "";

const start = (variables: Record<string, string>) =>
  spawn(process.execPath, ["site/server.ts"], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });

// The site without its API.
beforeAll(async () => {
  const [sitePort, nobodysPort] = [await freePort(), await freePort()];
  siteUrl = `http://localhost:${sitePort}`;
  const API_INNER_URL = `http://127.0.0.1:${nobodysPort}`;
  site = start({ SITE_PORT: `${sitePort}`, API_INNER_URL, OPERATOR_NAME: "R & D", CONTACT_EMAIL: "r&d@tree.example" });
  for (const stream of [site.stdout, site.stderr]) stream?.on("data", (chunk) => (log += chunk));
  await new Promise((resolve) => site.once("message", resolve));
});
afterAll(() => void site.kill("SIGTERM"));

/** Returns how a refused start ends. If nothing prevents the start, the process is killed, without an exit code. */
async function refusal(variables: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const one = start(variables);
  let said = "";
  for (const stream of [one.stdout, one.stderr]) stream?.on("data", (chunk) => (said += chunk));
  one.once("message", () => one.kill("SIGKILL"));
  const [code] = await once(one, "close");
  return { code, said: said && refusalIn(said) };
}

test("explains in one line that the port is in use, and exits", async () => {
  const { port } = new URL(siteUrl);
  expect(await refusal({ SITE_PORT: port })).toEqual({
    code: 1,
    said: `SITE_PORT ${port} is in use. Stop the program that uses it, or choose another port.`,
  });
});

test.each([
  ["SITE_PORT", "abc"],
  ["SITE_OPS_PORT", "abc"],
  ["SITE_URL", "tree.example"],
  ["API_URL", "foo"],
  ["API_INNER_URL", "foo"],
  ["INTERNAL_KEY", "short"],
  ["LEAD_SECONDS", "abc"],
  ["SIGN_UPS", "yes"],
])("refuses to start with an invalid %s (%s), in one line that names it", async (name, value) => {
  const { code, said } = await refusal({ SITE_PORT: `${await freePort()}`, [name]: value });
  expect(code).toBe(1);
  expect(said).toMatch(new RegExp(`^${name} is invalid: it must .+\\.$`));
});

test("shows the operator's contact in the footer and the legal guides", async () => {
  const written = 'href="mailto:r%26d@tree.example"';
  const timesOn = async (path: string) => (await (await fetch(siteUrl + path)).text()).split(written).length - 1;
  expect(await timesOn("/")).toBe(1);
  for (const guide of ["privacy", "terms"]) expect(await timesOn(`/guides/${guide}`)).toBe(2);
  expect(await (await fetch(`${siteUrl}/guides/terms.md`)).text()).toContain("mailto:r%26d@tree.example");
});

test("shows the operator's name in the footer, at sign-up and in the legal guides", async () => {
  const pageAt = async (path: string) => (await fetch(siteUrl + path)).text();
  expect(await pageAt("/")).toContain("Run by R &amp; D.");
  expect(await pageAt("/ko")).toContain("운영: R &amp; D");
  expect((await pageAt("/sign-up")).split("Run by R &amp; D.")).toHaveLength(3);
  expect(await pageAt("/guides/terms.md")).toContain("between you and **R & D**.");
  expect(await pageAt("/guides/privacy.md")).toContain("**R & D** is responsible for privacy here");
});

test.each([
  ["closed", "/sign-in", ["not taking new accounts", "새로 가입할 수 없어요", "新規登録は受け付けていません"]],
  ["invite", "/reset-password", ["need an invitation", "초대받은 사람만", "招待された方のみ"]],
])("says at sign-up that accounts are %s, in every language, and where to go on", async (signUps, way, words) => {
  const port = await freePort();
  const one = start({ SITE_PORT: `${port}`, SIGN_UPS: signUps });
  try {
    await once(one, "message");
    for (const [place, language] of ["en", "ko", "ja"].entries()) {
      const page = await (await fetch(`http://localhost:${port}/${language}/sign-up?next=%2Fcreate`)).text();
      expect(page).toContain(words[place] ?? "");
      for (const address of [way, "/sign-in"]) expect(page).toContain(`${address}?next=%2Fcreate"`);
      expect(page).not.toContain('type="password"');
    }
  } finally {
    one.kill("SIGTERM");
  }
});

test.each(["/send-message?tree=abcdefgh", "/report?tree=abcdefgh", "/tree/abcdefgh/screen"])(
  "says on %s that the tree cannot be shown now, not that something may have been sent",
  async (path) => {
    const answer = await fetch(siteUrl + path);
    expect(answer.status).toBe(503);
    const page = await answer.text();
    expect(page).toContain("We should be back soon.");
    expect(page).not.toContain("went through");
  },
);

test("serves the status page without the API, for people and monitors", async () => {
  const answer = await fetch(`${siteUrl}/status`);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const page = await answer.text();
  expect(page).toContain("having trouble right now");
  expect(log).toMatch(
    /^\{.*"level":"warn","event":"the API did not answer","api":"http:\/\/127\.0\.0\.1:\d+","problem":"nothing listens at that address \(ECONNREFUSED\)".*\}$/m,
  );
  expect(page.match(/not responding/g)).toHaveLength(2);
});

test.each(["/", "/create", "/offline", "/no-such-page"])("serves %s without the API", async (address) => {
  const answer = await fetch(siteUrl + address, { headers: { cookie: "session_token=old" } });
  expect(answer.status).toBe(address === "/no-such-page" ? 404 : 200);
  expect(await answer.text()).toContain("</html>");
});

test.each(["PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"])(
  "refuses %s on every page, and lists the allowed methods",
  async (method) => {
    const ask = (address: string) => fetch(siteUrl + address, { method });
    for (const address of ["/", "/guides/", "/offline", "/status", "/llms.txt", "/favicon.svg"]) {
      // A document for programs of other websites answers their preflight.
      if (method === "OPTIONS" && address === "/llms.txt") continue;
      const answer = await ask(address);
      expect([address, answer.status, answer.headers.get("allow")]).toEqual([address, 405, "GET, HEAD"]);
    }
    for (const address of ["/create", "/ko/report?tree=abcdefgh", "/my-trees/abcdefgh"]) {
      const answer = await ask(address);
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    }
  },
);

test.each([
  ["en", "Go back and try again."],
  ["ko", "이전 페이지에서 다시 시도해"],
])("refuses a form on a page without one, with a message (%s)", async (language, words) => {
  const headers = { ...FORM, "accept-language": language };
  const answer = await fetch(`${siteUrl}/offline`, { method: "POST", headers, body: "name=Ada" });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect(await answer.text()).toContain(words);
});

test.each(["/no-such-page", "/guides/no-such-guide", "/ko/no-such-page", "/calendar/abcdefgh.ics"])(
  "answers the unknown %s with unique names in Vary",
  async (address) => {
    const { headers, status } = await fetch(siteUrl + address);
    const names = headers.get("vary")?.split(", ") ?? [];
    expect([status >= 400, names.length]).toEqual([true, new Set(names).size]);
    expect(names).toContain("Accept-Encoding");
  },
);

test("keeps a report's text if the API is down", async () => {
  const body = new URLSearchParams({ reason: "spam", details: "It sells watches." });
  const answer = await fetch(`${siteUrl}/report?tree=abcdefgh`, { method: "POST", body });
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("It sells watches.");
});

test("logs no error for clients that disconnect before the answer", async () => {
  const { port } = new URL(siteUrl);
  const leave = async (afterMs: number) => {
    const visitor = connect(Number(port), "localhost");
    await once(visitor, "connect");
    visitor.write("GET /create HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await setTimeout(afterMs);
    visitor.resetAndDestroy();
  };
  for (let visitor = 0; visitor < LEAVING; visitor += 1) await leave(visitor % 3);
  expect((await fetch(`${siteUrl}/create`)).status).toBe(200);
  expect(log).not.toContain("ERROR");
});

test.each(["/%zz", "/ko/%E0%A4%A", "/create%"])(
  "answers the invalid path %s with 404, without an error in the log",
  async (address) => {
    const answer = await fetch(siteUrl + address);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("</html>");
    expect(log).not.toContain("ERROR");
  },
);

test("accepts a form without a Host header", async () => {
  const visitor = connect(Number(new URL(siteUrl).port), "localhost");
  visitor.write(`POST /report?tree=abcdefgh HTTP/1.0\r\nContent-Type: ${FORM["content-type"]}\r\n`);
  visitor.write("Content-Length: 31\r\n\r\nreason=spam&details=Cheap+stuff");
  let heard = "";
  for await (const chunk of visitor) heard += chunk;
  expect(heard).toStartWith("HTTP/1.1 503");
  expect(heard).toContain("Cheap stuff");
});

test("serves a page in spite of an invalid query encoding", async () => {
  expect((await fetch(`${siteUrl}/create?name=100%`)).status).toBe(200);
  expect(log).not.toContain("ERROR");
});

/** More than a form may contain, chunked and without a length. */
const inPieces = () =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let i = 0; i < 20; i += 1) controller.enqueue(Buffer.alloc(8192, "a"));
      controller.close();
    },
  });

test.each([
  ["en", "shorten it and try again"],
  ["ko", "줄인 뒤 다시 보내"],
])("refuses a form that is too large with a message (%s)", async (language, words) => {
  const headers = { ...FORM, "accept-language": language };
  for (const body of [`name=${"a".repeat(70_000)}`, inPieces()]) {
    const answer = await fetch(`${siteUrl}/create`, { method: "POST", headers, body });
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain(words);
  }
});

test.each([
  ["no form", { "content-type": "application/json" }, () => '{"name":"Ada"}'],
  ["multipart without an end", { "content-type": "multipart/form-data; boundary=x" }, () => "--x\r\n"],
])("treats a body with %s as an empty form", async (_, headers, body) => {
  const answer = await fetch(`${siteUrl}/report?tree=abcdefgh`, { method: "POST", headers, body: body() });
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("</form>");
});
