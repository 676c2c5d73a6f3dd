import { begunIn, longestOf, secondsOf } from "./harness/attempts.ts";
import { type Fault, type Field, type Trouble, want, wantStaysUp, wantTurnedAway } from "./harness/fault.ts";
import type { PatroniCluster, PatroniNode } from "./harness/patroni.ts";
import { askSteadily } from "./harness/steady.ts";

const READS_PER_SECOND = 50;
const LOOK_AGAIN_MS = 500;
/** Patroni's `ttl`, and the time for an election. */
const REPLACED_WITHIN_MS = 60_000;
const variables = { API_PROCESSES: "2" };

export const patroniLeaderKilled: Fault = {
  name: "patroni-leader-killed",
  does: "kill -9 of Patroni and Postgres on the leader of three machines, while 16 people post to two API processes; Patroni is started there again later",
  place: { database: "patroni", variables },
  trouble: (field) =>
    replaced(
      field,
      (leader) => leader.kill(),
      (old) => old.startAgain(),
    ),
};

export const patroniNetworkCut: Fault = {
  name: "patroni-network-cut",
  does: "the leader of three machines loses its network while 16 people post to two API processes, and gets it back after another leads",
  seconds: 20,
  place: { database: "patroni", variables },
  trouble: (field) =>
    replaced(
      field,
      (leader) => leader.cut(),
      (old) => old.reconnect(),
    ),
};

export const patroniSwitchover: Fault = {
  name: "patroni-switchover",
  does: "another of three machines becomes the leader as planned, while 16 people post to two API processes",
  place: { database: "patroni", variables },
  trouble: (field) =>
    replaced(
      field,
      (_, patroni) => patroni.switchOver(),
      () => {},
    ),
};

export const patroniBehindHaproxy: Fault = {
  ...patroniNetworkCut,
  name: "patroni-behind-haproxy",
  does: "the same cut, with HAProxy between the API processes and the three machines",
  place: { database: "patroni-haproxy", variables },
};

type Act = (leader: PatroniNode, patroni: PatroniCluster) => unknown;

/** Takes the leader's place away from it, waits for the next one, and later lets the old one come back. */
async function replaced(
  { service, load, patroni, shareCodes, seconds, now, say }: Field,
  act: Act,
  comeBack: Act,
): Promise<Trouble> {
  if (!patroni) throw new Error("there is no Patroni");
  const reads = askSteadily(
    shareCodes.map((code) => `${service.api}/v1/trees/${code}`),
    READS_PER_SECOND,
  );
  const writers = watchWriters(patroni);
  const old = await patroni.leader();
  const from = now();
  await act(old, patroni);
  const next = await patroni.leader(old);
  const until = now();
  say(`${next.name} leads instead of ${old.name} after ${secondsOf(until - from)}`);
  await Bun.sleep((seconds || 5) * 1000);
  const before = load.letters.length;
  await comeBack(old, patroni);
  const members = await patroni.whole();
  const wholeAfter = now() - until;
  await Bun.sleep(3000);
  await reads.stop();
  const most = await writers.stop();

  const attempts = [...load.attempts, ...reads.attempts];
  const refused = begunIn(attempts, from, until).filter(({ status }) => status !== 201 && status !== 200);
  const role = members.find(({ name }) => name === old.name)?.role;
  const later = begunIn(load.attempts, until + 15_000, now()).filter(({ status }) => status !== 201);
  return {
    from,
    until,
    expectations: [
      wantTurnedAway(refused),
      want("another leads within a minute", until - from < REPLACED_WITHIN_MS, secondsOf(until - from)),
      want("no two machines ever accept writes", most === 1, most),
      want("the old leader follows the new one", role === "replica" || role === "sync_standby", String(role)),
      want("gifts are stored while it is away", load.letters.length > before, "none was"),
      wantStaysUp(service),
    ],
    summary: `another machine led after ${secondsOf(until - from)}; ${refused.length} posts and reads were refused, the slowest after ${secondsOf(longestOf(refused))}; the old leader followed again ${secondsOf(wholeAfter)} after that, and ${later.length} posts were refused later than 15 s.`,
  };
}

/** Counts the machines that accept writes, again and again; `stop` returns the highest count. */
function watchWriters(patroni: PatroniCluster) {
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await Bun.sleep(LOOK_AGAIN_MS)) most = Math.max(most, await patroni.writable());
  })();
  return {
    async stop(): Promise<number> {
      isOver = true;
      await watching;
      return most;
    },
  };
}
