import { begunIn, longestOf, secondsOf } from "./harness/attempts.ts";
import { type Behaviour, openConnections } from "./harness/connections.ts";
import { type Fault, type Field, type Trouble, want } from "./harness/fault.ts";
import { mib } from "./harness/memory-watch.ts";
import { openFiles, openFilesAllowed, residentMiB } from "./harness/process-figures.ts";

const IDLE = 10_000;
const SLOW = 1000;
const PROGRAMS = { api: "api/main.ts", site: "site/server.ts" } as const;
const GROWS_AT_MOST_MIB = 150;
const WARM_MS = 10_000;
const LET_GO_WITHIN_MS = 40_000;
const ASK = "GET /v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n";

export const idleConnections: Fault = {
  name: "idle-connections",
  does: "10,000 connections, half of which sent one request, idle at the API and then at the site, while 16 people post; a closed one is opened again",
  seconds: 20,
  // The connections, those of the senders, and the program's other open files.
  place: { isPossible: () => openFilesAllowed() > IDLE + 2000 },
  trouble: (field) => manyConnections(field, IDLE, [{}, { hello: ASK }], true),
};

export const slowLoris: Fault = {
  name: "slow-loris",
  does: "1,000 connections send one more byte of a header each second, to the API and then to the site, while 16 people post",
  seconds: 30,
  trouble: (field) => {
    const began = "GET /v1/status HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
    return manyConnections(
      field,
      SLOW,
      [
        { hello: "G", drip: "E" },
        { hello: began, drip: "a" },
      ],
      false,
    );
  },
};

/** Half of the connections behave one way, half the other; at one program, then at the other. */
async function manyConnections(
  { service, load, seconds, now, say }: Field,
  count: number,
  ways: readonly Behaviour[],
  isReopened: boolean,
): Promise<Trouble> {
  const rate = (from: number, until: number) =>
    begunIn(load.attempts, from, until).filter(({ status }) => status === 201).length / ((until - from) / 1000);
  const expectations: Trouble["expectations"] = [];
  const summaries: string[] = [];
  // A program that has just started is slow: its usual speed shows later.
  await Bun.sleep(WARM_MS);
  const began = now();
  const usual = rate(began - WARM_MS / 2, began);
  for (const [name, file] of Object.entries(PROGRAMS) as [keyof typeof PROGRAMS, string][]) {
    const pid = service.pidOf(file);
    const memoryMiB = residentMiB(pid);
    const opening = ways.map((way) => openConnections(service[name], count / ways.length, way, isReopened));
    const opened = await Promise.all(opening);
    const from = now();
    await Bun.sleep(seconds * 1000);
    const until = now();
    const grownMiB = residentMiB(pid) - memoryMiB;
    const held = opened.reduce((sum, each) => sum + each.stillOpen(), 0);
    const refused = opened.reduce((sum, each) => sum + each.refused(), 0);
    const lives = opened.flatMap(({ livesMs }) => livesMs);
    const longestLife = Math.max(0, ...lives);
    for (const each of opened) each.end();
    const letGo = await within(LET_GO_WITHIN_MS, () => openFiles(pid) < 200);
    const speed = rate(from, until) / usual;
    const longest = longestOf(begunIn(load.attempts, from, until));
    say(
      `${name}: ${held} are open at the end, ${lives.length} were closed, the longest lived ${secondsOf(longestLife)}`,
    );
    expectations.push(
      want(`all connections are accepted (${name})`, refused === 0, `${refused} were refused`),
      want(`posts go on at half their usual speed at least (${name})`, speed > 0.5, `${(speed * 100).toFixed(0)} %`),
      want(`no post waits longer than 2 s (${name})`, longest < 2000, secondsOf(longest)),
      want(`memory stays bounded (${name})`, grownMiB < GROWS_AT_MOST_MIB, `${mib(grownMiB)} more`),
      want(`everything is closed afterwards (${name})`, letGo, `${openFiles(pid)} files are open`),
      isReopened
        ? want(`thousands were open (${name})`, held > count / 2, held)
        : want(`each is closed (${name})`, held === 0, `${held} are open after ${seconds} s`),
    );
    summaries.push(
      `${name}: ${mib(grownMiB)} more, posts at ${(speed * 100).toFixed(0)} % of their usual speed, the slowest ${secondsOf(longest)}; a connection lived ${secondsOf(longestLife)} at most`,
    );
  }
  return { from: began, until: now(), expectations, summary: `${summaries.join("; ")}.` };
}

async function within(ms: number, isSo: () => boolean): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end && !isSo(); ) await Bun.sleep(100);
  return isSo();
}
