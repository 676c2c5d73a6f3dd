import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { freePort } from "../../../scripts/free-port.ts";
import { makeAuthority, type Pair } from "../../../test-support/certificates.ts";
import { readDatabaseAddress } from "./address.ts";
import { closeDatabase, openDatabase } from "./client.ts";
import { connect } from "./connect.ts";
import { databaseTrouble } from "./database-trouble.ts";
import { type Host, type HostsCluster, hostOf, makeHostsCluster } from "./host.test-utils.ts";
import { asAdmin } from "./template.test-utils.ts";

setDefaultTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), "tree-tls-"));
const port = await freePort();
const authority = await makeAuthority("The operator's authority");
let cluster: HostsCluster;
let host: Host | undefined;

/** Writes a PEM file that only its owner may read, as Postgres demands of keys; returns its path. */
function pem(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}
const root = pem("root.crt", authority.certificate);
const other = pem("other.crt", (await makeAuthority("Another authority")).certificate);

/** Restarts Postgres with this certificate, or without TLS. */
async function serve(pair: Pair | null): Promise<void> {
  await host?.stop();
  const files = pair && {
    ssl: "on",
    ssl_ca_file: root,
    ssl_cert_file: pem("server.crt", pair.certificate),
    ssl_key_file: pem("server.key", pair.key),
  };
  host = hostOf(cluster, { address: "127.0.0.1", port }, files ?? {});
  await host.start();
}

beforeAll(async () => {
  cluster = await makeHostsCluster(folder, "cluster", "127.0.0.1/32");
  const rules = ["hostssl all certified 127.0.0.1/32 cert", "host all all 127.0.0.1/32 trust"];
  writeFileSync(join(cluster.path, "pg_hba.conf"), `${rules.join("\n")}\n`);
});
afterAll(async () => {
  await host?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const at = (hosts: string, parameters: string, user = "tree") =>
  `postgres://${user}@${hosts.replaceAll("PORT", `${port}`)}/tree?${parameters}`;
const full = `sslmode=verify-full&sslrootcert=${root}`;

/** Whether the connection is encrypted, or what an operator would read. */
async function outcome(url: string): Promise<string> {
  const client = connect(url, { max: 1 });
  try {
    const [seen] = await client`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
    return seen?.ssl ? "encrypted" : "plain";
  } catch (error) {
    return databaseTrouble(error, "DATABASE_URL") ?? String(error);
  } finally {
    await client.end();
  }
}

test("verifies authority and name as sslmode says, of each host by its own name", async () => {
  await serve(await authority.issue({ names: ["localhost"] }));
  const wrongName = "is not for the name 127.0.0.1";
  for (const [hosts, parameters, expected] of [
    ["localhost:PORT", full, "encrypted"],
    ["localhost:PORT", `sslrootcert=${root}`, "encrypted"],
    ["127.0.0.1:PORT", full, wrongName],
    ["127.0.0.1:PORT", `sslrootcert=${root}`, wrongName],
    ["127.0.0.1:PORT", `sslmode=verify-ca&sslrootcert=${root}`, "encrypted"],
    ["127.0.0.1:PORT", `sslmode=require&sslrootcert=${root}`, "encrypted"],
    ["127.0.0.1:PORT", "sslmode=require", "encrypted"],
    ["127.0.0.1:PORT", "sslmode=prefer", "encrypted"],
    ["127.0.0.1:PORT", "sslmode=disable", "plain"],
    ["127.0.0.1:PORT", "", "plain"],
    ["127.0.0.1:PORT,localhost:PORT", full, "encrypted"],
    ["127.0.0.1:PORT,127.0.0.1:PORT", full, wrongName],
    ["127.0.0.1:PORT,127.0.0.1:PORT", `sslmode=verify-ca&sslrootcert=${root}`, "encrypted"],
    ["localhost:PORT", `sslmode=verify-full&sslrootcert=${other}`, "from an authority that is not trusted here"],
    ["localhost:PORT", `sslmode=verify-ca&sslrootcert=${other}`, "from an authority that is not trusted here"],
    ["localhost:PORT", `sslmode=require&sslrootcert=${other}`, "from an authority that is not trusted here"],
    ["localhost:PORT", "sslmode=verify-full", "name the file of that authority with sslrootcert"],
    ["localhost:PORT", "sslrootcert=system", "name the file of that authority with sslrootcert"],
    ["localhost:PORT", `sslrootcert=${root}.missing`, "of sslrootcert cannot be read (ENOENT)"],
    ["localhost:PORT", `sslrootcert=${join(cluster.path, "PG_VERSION")}`, "of sslrootcert is not in PEM format"],
  ] as const) {
    expect(`${parameters} ${await outcome(at(hosts, parameters))}`).toContain(`${expected}`);
    expect(await outcome(at(hosts, parameters))).toMatch(/^(encrypted|plain|The database cannot be used: .*\.)$/);
  }
});

test("accepts a certificate for an address", async () => {
  await serve(await authority.issue({ addresses: ["127.0.0.1"] }));
  expect(await outcome(at("127.0.0.1:PORT", full))).toBe("encrypted");
  expect(await outcome(at("localhost:PORT", full))).toContain("is not for the name localhost");
});

test("serves requests, and tells a server which role it is by a certificate", async () => {
  const database = openDatabase(at("127.0.0.1:PORT", full));
  const rows = sql`select repeat('x', 100000) as text from generate_series(1, 20)`;
  const found = await Promise.all(Array.from({ length: 20 }, () => database.execute(rows)));
  expect(found.flat()).toHaveLength(400);
  await closeDatabase(database);
  await asAdmin(at("127.0.0.1:PORT", full, "postgres"), "create role certified login");

  const { certificate, key } = await authority.issue({ names: ["certified"] });
  const own = `sslcert=${pem("client.crt", certificate)}&sslkey=${pem("client.key", key)}`;
  expect(await outcome(at("127.0.0.1:PORT", `${full}&${own}`, "certified"))).toBe("encrypted");
  expect(await outcome(at("127.0.0.1:PORT", full, "certified"))).toContain("requires a valid client certificate");
  const keyOfAnother = `sslcert=${join(folder, "client.crt")}&sslkey=${join(folder, "server.key")}`;
  expect(await outcome(at("127.0.0.1:PORT", `${full}&${keyOfAnother}`))).toContain("no TLS connection");
});

test("says that a certificate has expired, and that a server offers no TLS", async () => {
  await serve(await authority.issue({ names: ["localhost"], days: 0.5 }));
  expect(await outcome(at("localhost:PORT", full))).toContain("the certificate of localhost has expired");
  expect(await outcome(at("localhost:PORT", "sslmode=require"))).toBe("encrypted");
  await serve(null);
  expect(await outcome(at("localhost:PORT", full))).toContain("localhost offers no TLS");
  expect(await outcome(at("localhost:PORT", "sslmode=require"))).toContain("localhost offers no TLS");
  expect(await outcome(at("localhost:PORT,127.0.0.1:PORT", full))).toContain("offers no TLS");
  expect(await outcome(at("localhost:PORT", "sslmode=prefer"))).toBe("plain");
  expect(await outcome(at("localhost:PORT,127.0.0.1:PORT", "sslmode=prefer"))).toBe("plain");
});

test.each([
  ["closes the connection", (socket: { end(): void }) => socket.end()],
  ["sends more than it was asked for", (socket: { write(text: string): void }) => socket.write("S and more")],
])("fails if the other side %s", async (_, answer) => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => answer(socket as never));
  });
  const listening = await freePort();
  await new Promise<void>((resolve) => server.listen(listening, "127.0.0.1", resolve));
  expect(await outcome(`postgres://tree@127.0.0.1:${listening}/tree?sslmode=require`)).toStartWith(
    "The database cannot be used: ",
  );
  server.close();
});

test.each([
  "sslmode=verify",
  "sslmode=verify-ca&sslrootcert=system",
  "sslmode=disable&sslrootcert=root.crt",
  "sslmode=require&sslcert=client.crt",
])("refuses %s", (parameters) => {
  expect(readDatabaseAddress(`postgres://tree@one/tree?${parameters}`)).toBe(null);
});
