import { readFileSync } from "node:fs";
import {
  greeted,
  newDataDir,
  processOf,
  removeDataDir,
  type Service,
  startService,
  stop,
} from "../test-support/running-service.ts";
import { atTheEnd, endAll } from "../test-support/stopping.ts";
import { writeInto } from "../test-support/write-docs.ts";
import { type OpenPages, openPages } from "./load/open-pages.ts";
import { percentile } from "./statistics.ts";

/** npm run bench -- live: what 10,000 open pages of one tree cost, and how soon a gift is on all of them. */

const PAGES = 10_000;
/** As often as site/client/live-tree.ts asks. */
const EVERY_MS = 2000;
const ARRIVED_WITHIN_MS = 3000;
const FIRST_GIFTS = 5;
const GIFTS = 5;
const SETTLE_MS = 6000;
const QUIET_MS = 15_000;
/** A tick of the kernel's clock is a hundredth of a second. */
const TICK_MS = 10;
const PROGRAMS = { site: "site/server.ts", api: "api/main.ts" };

let left = 0;

type Usage = Record<keyof typeof PROGRAMS, { cpuMs: number; mebibytes: number }>;

try {
  const { row, slowestMs } = await bench();
  console.log(row);
  if (process.argv.includes("--write")) writeInto("live", row);
  process.exitCode = slowestMs <= ARRIVED_WITHIN_MS ? 0 : 1;
} finally {
  await endAll();
}
process.exit();

async function bench() {
  const dataDir = newDataDir();
  atTheEnd(() => removeDataDir(dataDir));
  // In a session of its own, as services are: Linux shares the cores among sessions.
  const starter = ["setsid", process.execPath, "scripts/start.ts"];
  const service = await startService(dataDir, { LOG_LEVEL: "error" }, starter);
  atTheEnd(async () => void (await stop(service)));
  await greeted(service);
  const page = new URL(`${service.site}/send-message?tree=${await newTree(service)}`);
  for (let number = 0; number < FIRST_GIFTS; number += 1) await leaveGift(page);
  await Bun.sleep(SETTLE_MS);
  const before = usageOf(service);
  const pages = await openPages(page, PAGES, EVERY_MS);
  atTheEnd(pages.close);
  await Bun.sleep(SETTLE_MS);

  const [began, asked] = [usageOf(service), pages.answers().all];
  await Bun.sleep(QUIET_MS);
  const quiet = usageOf(service);
  const perSecond = ((pages.answers().all - asked) * 1000) / QUIET_MS;
  const arrivals: number[] = [];
  for (let number = 0; number < GIFTS; number += 1) arrivals.push(...(await arrivalsOf(page, pages)));
  const after = usageOf(service);
  const { failed } = pages.answers();
  if (failed > 0) throw new Error(`${failed} answers were neither 200 nor 304`);
  const share = ({ cpuMs }: Usage["api"], since: Usage["api"]) =>
    `${Math.round(((cpuMs - since.cpuMs) / QUIET_MS) * 100)} %`;
  const memory = (of: keyof Usage) => `${Math.round(before[of].mebibytes)} → ${Math.round(after[of].mebibytes)} MiB`;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const slowestMs = Math.max(...arrivals);
  const row = `| 10,000 live pages on one tree | a second | CPU of a core | memory, without pages → with | a gift on half of them | on all |
| --- | ---: | ---: | ---: | ---: | ---: |
| site | ${Math.round(perSecond)} | ${share(quiet.site, began.site)} | ${memory("site")} | ${seconds(percentile(arrivals, 0.5))} | ${seconds(slowestMs)} |
| API | | ${share(quiet.api, began.api)} | ${memory("api")} | | |`;
  return { row, slowestMs };
}

/** How long after a gift was sent each page had it. */
async function arrivalsOf(page: URL, pages: OpenPages): Promise<number[]> {
  const sentMs = performance.now();
  await leaveGift(page);
  await Bun.sleep(SETTLE_MS);
  const arrivals = pages.shownMs().map((ms) => ms - sentMs);
  const missing = arrivals.filter((ms) => ms < 0).length;
  if (missing > 0) throw new Error(`a gift has not reached ${missing} pages after ${SETTLE_MS} ms`);
  return arrivals;
}

/** Sends the form as a visitor's page does. */
async function leaveGift(page: URL): Promise<void> {
  left += 1;
  // The same text again would count as a repeat.
  const message = `Hello ${left}`;
  const body = new URLSearchParams({ message, senderName: "Bob", giftAssetId: "star", showSenderName: "yes" });
  const answer = await fetch(page, { method: "POST", headers: { origin: page.origin }, body, redirect: "manual" });
  if (answer.status !== 303) throw new Error(`The form was answered with ${answer.status}`);
}

/** Creates an owner and a tree. Returns its code. */
async function newTree({ site }: Service): Promise<string> {
  const send = async (path: string, body: object, cookie = "") => {
    const headers = { "content-type": "application/json", origin: site, cookie };
    const answer = await fetch(site + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const account = { email: "ada@example.com", password: "correct horse battery" };
  await send("/auth/sign-up/email", account);
  const signedIn = await send("/auth/sign-in/email", account);
  const cookie = signedIn.headers.getSetCookie().map((each) => each.split(";")[0]);
  const tree = { name: "Ada", type: "christmas", openingDay: "2027-12-24", timeZone: "UTC" };
  const created = await send("/owner/trees", tree, cookie.join("; "));
  return (await created.json()).data.shareCode;
}

function usageOf(service: Service): Usage {
  const used = (file: string) => {
    const pid = processOf(service, file);
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    const [user, system] = [Number(fields[11]), Number(fields[12])];
    const kibibytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    return { cpuMs: (user + system) * TICK_MS, mebibytes: kibibytes / 1024 };
  };
  return { site: used(PROGRAMS.site), api: used(PROGRAMS.api) };
}
