import { afterEach, describe, expect, test } from "bun:test";
import { once } from "node:events";
import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import postgres from "postgres";
import { freePort } from "../../scripts/free-port.ts";
import { variablesOf } from "../../test-support/processes.ts";
import {
  databaseUrlOf,
  greeted,
  newDataDir,
  processOf,
  removeDataDir,
  type Service,
  startService,
  stillAlive,
  stop,
} from "../../test-support/running-service.ts";
import { addGift, createTree, listGifts } from "../fixtures/visitors.ts";

const TIMEOUT_MS = 120_000;
const folders: string[] = [];
const services: Service[] = [];

function dataDir(): string {
  const folder = newDataDir();
  folders.push(folder);
  return folder;
}

/** Some exit along with the previous one in the meantime. */
function killAtOnce(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function started(folder: string, variables?: Record<string, string>): Promise<Service> {
  const service = await startService(folder, variables);
  services.push(service);
  return service;
}

afterEach(async () => {
  for (const service of services.splice(0)) if (service.starter.exitCode === null) await stop(service);
  for (const folder of folders.splice(0)) removeDataDir(folder);
});

describe("starting and stopping", () => {
  test(
    "prints its URLs, answers, and leaves no process behind after a stop",
    async () => {
      const service = await greeted(await started(dataDir()));
      expect(service.output()).toContain(service.site);
      expect(service.output()).toContain(service.api);
      expect((await fetch(service.site)).status).toBe(200);
      const pids = service.processes();
      expect(pids.length).toBeGreaterThan(3);
      await askOddly(service);
      expect(await stop(service)).toBe(0);
      expect(await stillAlive(pids)).toEqual([]);
      // From the first line on, and whatever is requested: each line is one JSON object, with nothing of the request.
      const lines = service.output().split("\n");
      const events = lines.filter(Boolean).map((line) => Object(JSON.parse(line)).event);
      expect(events.filter((event) => typeof event !== "string")).toEqual([]);
      const warned = events.indexOf("message key stored beside the data");
      expect(warned).toBeGreaterThan(-1);
      expect(events.indexOf("Tree Gifting is running")).toBeGreaterThan(warned);
      expect(events).toContain("request answered");
      expect(lines.join("\n")).not.toContain("forged");
    },
    TIMEOUT_MS,
  );

  test(
    "warns that the embedded Postgres gets fixes late, and names its version, once the site has a public address",
    async () => {
      const says =
        /"event":"the embedded Postgres gets security fixes late","detail":"The embedded Postgres is \d+\.\d+, /;
      const here = await greeted(await started(dataDir(), { SITE_URL: "http://localhost:4321" }));
      expect(here.output()).not.toMatch(says);
      const there = await greeted(await started(dataDir(), { SITE_URL: "https://tree.example" }));
      expect(there.output()).toMatch(says);
    },
    TIMEOUT_MS,
  );

  // Only Linux has 127.0.0.2 without further ado.
  test.skipIf(process.platform !== "linux")(
    "listens on LISTEN_HOST alone, and the site finds the API there (needs Linux)",
    async () => {
      const service = await greeted(await started(dataDir(), { LISTEN_HOST: "127.0.0.2" }));
      const [site, api] = [service.site, service.api].map((url) => url.replace("localhost", "127.0.0.2"));
      const { code } = await createTree(`${site}`, { name: "Ada" });
      await addGift(`${api}`, code, "Hello");
      expect(await (await fetch(`${site}/en/send-message?tree=${code}`)).text()).toContain("<bdi>Ada</bdi>");
      for (const url of [service.site, service.api])
        await expect(fetch(url.replace("localhost", "127.0.0.1"))).rejects.toThrow();
      const elsewhere = await started(dataDir(), { LISTEN_HOST: "192.0.2.77" });
      await elsewhere.ended;
      expect(elsewhere.output()).toContain("LISTEN_HOST is not an address of this machine");
    },
    TIMEOUT_MS,
  );

  test(
    "hides the secrets for messages, sessions, the database and the mail server from the site",
    async () => {
      const mails = { SMTP_URL: "smtp://ada:secret@127.0.0.1:2525", MAIL_FROM: "Trees <hello@tree.example>" };
      const service = await greeted(await started(dataDir(), mails));
      const names = /\b(MESSAGE_KEY(_FILE)?|SESSION_SECRET|DATABASE_URL|SMTP_URL)=./g;
      expect(variablesOf(processOf(service, "site/server.ts")).match(names)).toBeNull();
      expect(variablesOf(processOf(service, "api/main.ts")).match(names)).toHaveLength(4);
    },
    TIMEOUT_MS,
  );

  test(
    "reuses existing data",
    async () => {
      const folder = dataDir();
      const made = () =>
        ["postgres/PG_VERSION", "message.key", "session.key"].map((name) => statSync(join(folder, name)).mtimeMs);
      const migrated = async (): Promise<unknown> => {
        const database = postgres(databaseUrlOf(folder).replace(/\?.*/, ""), { host: join(folder, "socket"), max: 1 });
        const [row] = await database`select count(*), max(xmin::text) from drizzle.__drizzle_migrations`;
        await database.end();
        return row;
      };
      const first = await greeted(await started(folder));
      const before = [made(), await migrated()];
      await stop(first);
      const again = await greeted(await started(folder));
      expect([made(), await migrated()]).toEqual(before);
      // It is the only instance at once: otherwise it would have taken its predecessor's entries for others, and waited
      // for them.
      expect(again.output()).not.toContain("other processes use this database");
      await stop(again);
    },
    TIMEOUT_MS,
  );

  test(
    "answers requests in progress before it stops",
    async () => {
      const service = await greeted(await started(dataDir()));
      const { code } = await createTree(service.site);
      const { stream, finish } = slowBody(
        JSON.stringify({ shareCode: code, senderName: "Bob", message: "Slow", giftAssetId: "card" }),
      );
      const answer = fetch(`${service.site}/v1/messages`, {
        method: "POST",
        body: stream,
        headers: { "content-type": "application/json" },
      });
      await Bun.sleep(300);
      const ended = stop(service);
      await Bun.sleep(300);
      finish();
      expect((await answer).status).toBe(201);
      expect(await ended).toBe(0);
    },
    TIMEOUT_MS,
  );

  test(
    "ends all processes when the starter is killed with -9, and recovers at the next start",
    async () => {
      const folder = dataDir();
      const service = await greeted(await started(folder));
      const { code, cookie } = await createTree(service.site);
      await addGift(service.site, code, "Kept");
      const pids = service.processes();
      service.starter.kill("SIGKILL");
      expect(await stillAlive(pids)).toEqual([]);

      const again = await greeted(await started(folder));
      const answer = await fetch(`${again.site}/owner/trees/${code}/messages`, { headers: { cookie } });
      expect(await answer.json()).toMatchObject({ success: true, data: [{ message: "Kept" }] });
    },
    TIMEOUT_MS,
  );

  test.each(["SIGHUP", "SIGKILL", "SIGTERM"] as const)(
    "ends all processes when npm is ended by %s",
    async (signal) => {
      const service = await startService(dataDir(), {}, ["npm", "start"]);
      services.push(service);
      await greeted(service);
      const pids = service.processes();
      service.starter.kill(signal);
      expect(await stillAlive(pids)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    "loses no gift that was answered with 201 when everything is killed with -9",
    async () => {
      const folder = dataDir();
      const service = await greeted(await started(folder, { LOG_LEVEL: "warn", RATE_LIMITS: "off" }));
      const { code } = await createTree(service.site);
      const answered: string[] = [];
      let sending = true;
      const senders = Array.from({ length: 16 }, async (_, sender) => {
        for (let i = 0; sending; i += 1) {
          const id = await addGift(service.api, code, `Gift ${sender}-${i}`).catch(() => null);
          if (id) answered.push(id);
        }
      });
      while (answered.length < 300) await Bun.sleep(5);
      for (const pid of service.processes().reverse()) killAtOnce(pid);
      sending = false;
      await Promise.all(senders);

      const again = await greeted(await started(folder));
      const listed = await listGifts(again.api, code);
      expect(answered.filter((id) => !listed.ids.has(id))).toEqual([]);
      expect(listed.giftCount).toBe(listed.ids.size);
    },
    TIMEOUT_MS,
  );
});

test(
  "greets a person at a terminal in sentences, and says there why it cannot start",
  async () => {
    const ports = [await freePort(), await freePort()];
    const env = {
      ...process.env,
      DATABASE_URL: "",
      DATA_DIR: dataDir(),
      API_PORT: `${ports[0]}`,
      SITE_PORT: `${ports[1]}`,
    };
    let output = "";
    const greeted = Promise.withResolvers<void>();
    const terminal = {
      data(_: unknown, bytes: Uint8Array) {
        output += new TextDecoder().decode(bytes);
        if (output.includes("Press Ctrl-C")) greeted.resolve();
      },
    };
    const run = (more: Record<string, string> = {}) =>
      Bun.spawn([process.execPath, "scripts/start.ts"], { env: { ...env, ...more }, terminal });
    const service = run();
    await Promise.race([greeted.promise, service.exited]);
    expect(output).toContain(`\r\nTree Gifting is running.\r\n  Site  http://localhost:${ports[1]}\r\n`);
    service.kill("SIGTERM");
    expect(await service.exited).toBe(0);
    output = "";
    expect(await run({ LOG_LEVEL: "loud" }).exited).toBe(1);
    expect(output).toStartWith("LOG_LEVEL");
  },
  TIMEOUT_MS,
);

describe("explains in one line why it cannot start", () => {
  async function refusal(folder: string, variables: Record<string, string>): Promise<string> {
    const service = await started(folder, variables);
    expect(await service.ended).not.toBe(0);
    const output = service.output().trim();
    expect(JSON.parse(output)).toEqual({
      time: expect.any(String),
      level: "error",
      event: "start refused",
      detail: expect.any(String),
    });
    return output;
  }

  test(
    "with a port in use",
    async () => {
      const server = createServer().listen(await freePort());
      const address = server.address();
      const port = String(typeof address === "object" ? address?.port : "");
      expect(await refusal(dataDir(), { API_PORT: port })).toContain("API_PORT");
      expect(await refusal(dataDir(), { SITE_PORT: port })).toContain("SITE_PORT");
      server.close();
    },
    TIMEOUT_MS,
  );

  test(
    "with an unusable data folder",
    async () => {
      const folder = dataDir();
      writeFileSync(join(folder, "file"), "");
      expect(await refusal(join(folder, "file"), {})).toContain("DATA_DIR");
      mkdirSync(join(folder, "locked"));
      chmodSync(join(folder, "locked"), 0o500);
      // The superuser may write everywhere.
      if (process.getuid?.() !== 0) expect(await refusal(join(folder, "locked/data"), {})).toContain("DATA_DIR");
    },
    TIMEOUT_MS,
  );

  test.each([
    ["API_PORT", "many"],
    ["SITE_URL", "tree.example"],
    ["LOG_LEVEL", "loud"],
    ["SESSION_SECRET", "short"],
    ["INTERNAL_KEY", "short"],
    ["API_INNER_URL", "foo"],
    ["SECURITY_CONTACT", "nobody"],
    ["MESSAGE_KEY", "short"],
    ["RATE_LIMITS", "sometimes"],
    ["POSTS_PER_ADDRESS", "none"],
    ["TRUSTED_PROXIES", "localhost"],
    ["DATABASE_URL", "mysql://nowhere"],
    ["DATABASE_DIRECT_URL", "postgres://nowhere/tree"],
    ["WEBMCP_ORIGIN_TRIAL_TOKEN", "half a token"],
  ])(
    "with an invalid %s",
    async (name, value) => {
      expect(await refusal(dataDir(), { [name]: value })).toContain(name);
    },
    TIMEOUT_MS,
  );

  test(
    "with a database that does not answer",
    async () => {
      const port = await freePort();
      const said = await refusal(dataDir(), {
        DATABASE_URL: `postgres://tree:hidden-password@localhost:${port}/tree`,
        MESSAGE_KEY: Buffer.alloc(32).toString("base64"),
      });
      expect(said).toContain("DATABASE_URL");
      expect(said).not.toContain("hidden-password");
    },
    TIMEOUT_MS,
  );
});

/**
 * Sends both programs requests that might make a library write to the console, with a text that looks like a log line.
 */
async function askOddly({ site, api }: Service): Promise<void> {
  const line = encodeURIComponent('\n{"level":"info","event":"forged"}\n');
  const twice = encodeURIComponent(line);
  const paths = [
    "/",
    "/_image?href=/",
    "/%255fimage?href=/",
    "/webmcp/",
    "/calendar/",
    "/guides/",
    "/v1/trees/",
    "/auth/",
  ];
  for (const [path, one] of paths.flatMap((path) => [line, twice].map((each) => [path, each] as const))) {
    for (const base of [site, api]) {
      for (const method of ["GET", "POST", "PUT"]) await fetch(base + path + one, { method, redirect: "manual" });
    }
  }
  for (const body of ["{", "null", '{"forged":', "\ud800"]) {
    for (const type of ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const sent = { method: "POST", body, headers: { "content-type": type } };
      for (const address of [`${site}/webmcp/x`, `${site}/report`, `${site}/create`, `${site}/sign-out`])
        await fetch(address, sent);
      for (const address of [`${api}/v1/messages`, `${api}/auth/sign-in/email`]) await fetch(address, sent);
    }
  }
  const heads = [
    "Host: a/b",
    "Host: a\r\nHost: b",
    "Host: [forged",
    "Host: localhost\r\nContent-Length: forged",
    "No colon",
  ];
  for (const head of heads) {
    for (const base of [site, api]) {
      const socket = connect(Number(new URL(base).port), "localhost");
      socket.on("error", () => {}).end(`GET /forged HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`);
      await once(socket.resume(), "close");
    }
  }
}

/** A body whose first half is sent at once, and the second half on `finish`. */
function slowBody(text: string): { stream: ReadableStream; finish: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stream = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(text.slice(0, 20)));
      await promise;
      controller.enqueue(new TextEncoder().encode(text.slice(20)));
      controller.close();
    },
  });
  return { stream, finish: resolve };
}
