import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { freePort } from "../../scripts/free-port.ts";
import { greeted, newDataDir, removeDataDir, startService, stop } from "../../test-support/running-service.ts";
import { addGift, createTree, listGifts, readTexts } from "../fixtures/visitors.ts";

const ROOT = join(import.meta.dir, "../..");

/** What arrived at the proxy, headers and bodies. */
const arrived: string[] = [];
const proxy = Bun.serve({
  port: 0,
  async fetch(request) {
    arrived.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${await request.text()}`);
    return new Response("from the proxy");
  },
});
afterAll(() => proxy.stop(true));

const RECORDING = `http://127.0.0.1:${proxy.port}`;
const DEAD = `http://127.0.0.1:${await freePort()}`;

/** What Bun, its libraries and Postgres's tools take from the environment, each with a value that would break something. */
const STEERING = {
  http_proxy: RECORDING,
  HTTP_PROXY: DEAD,
  https_proxy: RECORDING,
  HTTPS_PROXY: DEAD,
  all_proxy: RECORDING,
  ALL_PROXY: DEAD,
  no_proxy: "other.example",
  PGHOST: "192.0.2.1",
  PGPORT: "1",
  PGUSER: "nobody",
  PGPASSWORD: "wrong",
  PGDATABASE: "elsewhere",
  PGSSL: "require",
  PGSSLMODE: "verify-full",
  PGTARGETSESSIONATTRS: "standby",
  PGOPTIONS: "-c default_transaction_read_only=on",
  PGAPPNAME: "another",
  PGMAX_LIFETIME: "1",
  PGIDLE_TIMEOUT: "1",
  PGPREPARE: "false",
  PGDEBUG: "1",
  PGDATA: "/nowhere",
  PGTZ: "Asia/Kolkata",
  BETTER_AUTH_SECRETS: "1:another-secret-that-is-long-enough-for-it",
  BETTER_AUTH_TRUSTED_ORIGINS: "*",
  NODE_OPTIONS: "--require=/nowhere.js",
  NODE_TLS_REJECT_UNAUTHORIZED: "0",
  SSL_CERT_FILE: "/nowhere.pem",
  SSL_CERT_DIR: "/nowhere",
  NODE_ENV: "development",
  HOST: "192.0.2.1",
  PORT: "1",
  TZ: "America/Los_Angeles",
  LANG: "ko_KR.UTF-8",
  LC_ALL: "tr_TR.UTF-8",
  DEBUG: "*",
};

test("works the same whatever proxies, databases, zones and languages the environment names", async () => {
  const dataDir = newDataDir();
  const [OPS_PORT, SITE_OPS_PORT] = [`${await freePort()}`, `${await freePort()}`];
  const service = await greeted(await startService(dataDir, { ...STEERING, OPS_PORT, SITE_OPS_PORT }));
  const { site, api } = service;
  const { code, cookie } = await createTree(site, { name: "Iğdır" });
  await addGift(site, code, "Through the site");
  await addGift(api, code, "To the API");
  expect(await readTexts(site, { code, cookie })).toEqual(["To the API", "Through the site"]);
  expect((await listGifts(site, code)).ids.size).toBe(2);
  const page = await (await fetch(`${site}/en/send-message?tree=${code}`)).text();
  expect(page).toMatch(/<bdi[^>]*>Iğdır<\/bdi>/);

  const health = [process.execPath, "ops/container/health.ts"];
  const env = { ...process.env, ...STEERING, OPS_PORT, SITE_OPS_PORT };
  expect(await Bun.spawn(health, { cwd: ROOT, env }).exited).toBe(0);

  expect(await stop(service)).toBe(0);
  for (const line of service.output().split("\n").filter(Boolean)) expect(JSON.parse(line).event).toBeString();
  expect(arrived).toEqual([]);
  removeDataDir(dataDir);
}, 120_000);

test("calls nobody by fetch before proxies are taken out of the environment", () => {
  const callers = [...new Glob("{api,ops,scripts,shared,site}/**/*.ts").scanSync(ROOT)]
    .filter((file) => !/\.test(-utils)?\.ts$|^site\/(client|webmcp)\//.test(file))
    .map((file) => ({ file, code: readFileSync(join(ROOT, file), "utf8") }))
    .filter(({ code }) => /(?<![\w.]|async )fetch\(/.test(code.replace(/^\s*(\/\/|\*).*$/gm, "")));
  expect(callers.map(({ file }) => file)).toContain("site/ask-api.ts");
  expect(callers.filter(({ code }) => !code.includes("/own-environment.ts")).map(({ file }) => file)).toEqual([]);
});
