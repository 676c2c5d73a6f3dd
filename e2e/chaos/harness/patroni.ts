import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { hasProgram, startHaproxy } from "../../replicas/programs.ts";
import { endAtOnce, type Machine, NETWORK, openMachines } from "./machines.ts";

const OPS = join(import.meta.dir, "../../../ops/patroni");
const NAMES = ["one", "two", "three"];
const BIN = "/usr/lib/postgresql/15/bin";
const PASSWORD = "patroni-in-a-test";
const STARTED_WITHIN_MS = 90_000;
const ANSWERS_WITHIN_MS = 2000;
const PACKAGES = "patroni etcd-server haproxy postgresql-15 iproute2";

/** One of three machines, each with etcd, Patroni and Postgres. */
export type PatroniNode = ReturnType<typeof nodeOn>;
export type Member = { name: string; role: string; state: string; timeline?: number };
export type PatroniCluster = NonNullable<Awaited<ReturnType<typeof startPatroni>>>;

/**
 * Starts what `ops/patroni/` describes on three machines, with HAProxy on this one's port. Returns null if this machine
 * does not allow it, and says what it lacks.
 */
export async function startPatroni(folder: string, proxyPort: number, endings: (() => unknown)[]) {
  const lacks = ["patroni", "etcd", "haproxy", "ip"].filter((name) => !hasProgram(name));
  if (!existsSync(BIN)) lacks.push("Postgres 15");
  const network = lacks.length === 0 ? openMachines(NAMES.length) : null;
  if (!network) {
    const why = lacks.length > 0 ? `it lacks ${lacks.join(", ")}` : "only root may open network namespaces on Linux";
    console.error(`Patroni cannot run here: ${why}. On Debian 12, as root: apt-get install ${PACKAGES}`);
    return null;
  }
  endings.push(network.close);
  chmodSync(folder, 0o755);
  const nodes = network.machines.map((machine, i) => nodeOn(machine, NAMES[i] ?? "", join(folder, NAMES[i] ?? "")));
  const fill = (file: string) => {
    const text = readFileSync(join(OPS, file), "utf8").replaceAll("10.0.0.0/24", NETWORK);
    return nodes.reduce((filled, { address }, i) => filled.replaceAll(`10.0.0.${11 + i}`, address), text);
  };
  for (const node of nodes) node.startEtcd(fill("etcd.env"));
  for (const node of nodes) node.startPatroni(fill("patroni.yml"));

  const views = () => Promise.all(nodes.map((node) => node.members()));
  const cluster = {
    nodes,
    url: `postgres://tree:${PASSWORD}@${nodes.map(({ address }) => `${address}:5432`)}/tree`,
    proxyUrl: `postgres://tree:${PASSWORD}@127.0.0.1:${proxyPort}/tree`,
    /** The machine that leads and is not `not`; waits for one. */
    async leader(not?: PatroniNode): Promise<PatroniNode> {
      return await waitFor("another leader", async () => {
        const leaders = (await views()).map((members) => leaderIn(members));
        return nodes.find((node) => node !== not && leaders.includes(node.name));
      });
    },
    /** Waits until all three agree that one leads and two follow it, one of them synchronously. */
    async whole(): Promise<Member[]> {
      return await waitFor("three machines that work", async () => {
        const [first = [], ...others] = await views();
        const areAgreed = others.every((members) => leaderIn(members) === leaderIn(first));
        return areAgreed && [first, ...others].every(isWhole) && first;
      });
    },
    /** Makes the synchronous standby the leader, as `patronictl switchover` does. */
    async switchOver(): Promise<void> {
      const members = await this.whole();
      const named = (role: string) => members.find((each) => each.role === role)?.name;
      const body = JSON.stringify({ leader: named("leader"), candidate: named("sync_standby") });
      const authorization = `Basic ${btoa(`patroni:${PASSWORD}`)}`;
      const [{ address } = { address: "" }] = nodes;
      const answer = await fetch(`http://${address}:8008/switchover`, {
        method: "POST",
        headers: { authorization },
        body,
      });
      if (!answer.ok) throw new Error(`The switchover was refused: ${answer.status} ${await answer.text()}`);
    },
    /** How many machines accept writes, asked on the machines themselves, past the network. */
    writable: async () => (await Promise.all(nodes.map((node) => node.acceptsWrites()))).filter(Boolean).length,
  };
  await cluster.whole();
  const leader = await cluster.leader();
  await leader.query(`create role tree login password '${PASSWORD}'`);
  await leader.query("create database tree owner tree");
  await startHaproxy(folder, fill("haproxy.cfg").replace("127.0.0.1:5000", `127.0.0.1:${proxyPort}`), proxyPort);
  await waitFor("HAProxy to find the leader", async () => {
    const client = postgres(cluster.proxyUrl, { max: 1 });
    return await client`select 1`
      .then(
        () => true,
        () => false,
      )
      .finally(() => client.end());
  });
  return cluster;
}

function nodeOn(machine: Machine, name: string, folder: string) {
  const { uid, gid } = statSync("/var/lib/postgresql");
  const asPostgres = ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  const env = { PATH: process.env.PATH ?? "", HOME: folder, LC_ALL: "C.UTF-8" };
  const config = join(folder, "patroni.yml");
  let etcdPid = 0;
  for (const each of ["", "15", "run"]) {
    mkdirSync(join(folder, each), { recursive: true });
    chownSync(join(folder, each), uid, gid);
  }
  const fillOwn = (text: string) =>
    text
      .replaceAll("@NAME@", name)
      .replaceAll("@ADDRESS@", machine.address)
      .replaceAll(/@\w+_PASSWORD@/g, PASSWORD)
      .replaceAll("/var/run/postgresql", join(folder, "run"))
      .replaceAll(/\/var\/lib\/(postgresql|etcd)/g, folder);

  async function query(statement: string): Promise<string> {
    const command = [
      ...asPostgres,
      `${BIN}/psql`,
      "-XAtq",
      "-h",
      join(folder, "run"),
      "-U",
      "postgres",
      "-c",
      statement,
    ];
    const child = Bun.spawn(command, { env, stdio: ["ignore", "pipe", "pipe"] });
    const [said, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    if ((await child.exited) !== 0) throw new Error(complaint);
    return said.trim();
  }
  const runPatroni = () => void machine.run([...asPostgres, "patroni", config], env, join(folder, "patroni.log"));
  return {
    name,
    address: machine.address,
    query,
    startEtcd(template: string): void {
      const lines = fillOwn(template)
        .split("\n")
        .filter((line) => line && !line.startsWith("#"));
      const own = Object.fromEntries(lines.map((line) => [line.split("=")[0], line.slice(line.indexOf("=") + 1)]));
      etcdPid = machine.run([...asPostgres, "etcd"], { ...env, ...own }, join(folder, "etcd.log")).pid;
    },
    startPatroni(template: string): void {
      writeFileSync(config, fillOwn(template));
      runPatroni();
    },
    startAgain: runPatroni,
    /** kill -9 of Patroni and Postgres. */
    kill(): void {
      for (const pid of machine.pids()) if (pid !== etcdPid) endAtOnce(pid);
    },
    /** What it knows of all three; nothing if it does not answer. After a cut this may be old for a moment. */
    async members(): Promise<Member[]> {
      const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
      const answer = await fetch(`http://${machine.address}:8008/cluster`, { signal }).catch(() => null);
      return (await answer?.json().catch(() => null))?.members ?? [];
    },
    cut: machine.cut,
    reconnect: machine.reconnect,
    acceptsWrites: () =>
      query("select not pg_is_in_recovery()").then(
        (said) => said === "t",
        () => false,
      ),
  };
}

const leaderIn = (members: readonly Member[]) => members.find(({ role }) => role === "leader")?.name;

function isWhole(members: readonly Member[]): boolean {
  const roles = members.map(({ role }) => role).toSorted();
  const isOneTimeline = new Set(members.map(({ timeline }) => timeline)).size === 1;
  const areRunning = members.every(({ state }) => ["running", "streaming"].includes(state));
  return roles.join() === "leader,replica,sync_standby" && isOneTimeline && areRunning;
}

async function waitFor<T>(what: string, find: () => Promise<T | false | undefined>): Promise<T> {
  for (const end = performance.now() + STARTED_WITHIN_MS; performance.now() < end; await Bun.sleep(200)) {
    const found = await find();
    if (found) return found;
  }
  throw new Error(`There is no sign of ${what} after ${STARTED_WITHIN_MS / 1000} seconds.`);
}
