import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDays } from "#contract/days";
import { dayIn } from "../../shared/time-zones.ts";
import { addGift, createTree, readTexts } from "../fixtures/visitors.ts";
import { type Fault, type Field, want } from "./harness/fault.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Until every program has read the new time, and caches of some seconds have expired. */
const SEEN_AFTER_MS = 6000;
const REPORTS_A_MINUTE = 5;

const folder = mkdtempSync(join(tmpdir(), "tree-clock-"));
const file = join(folder, "shift");
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const setClock = async (shiftMs: number) => {
  writeFileSync(file, String(shiftMs));
  await Bun.sleep(SEEN_AFTER_MS);
};
writeFileSync(file, "0");

/**
 * The machine's clock stays as it is. Only the programs' clock is set, not Postgres', as if it ran on another machine.
 */
export const clockJump: Fault = {
  name: "clock-jump",
  does: "the clock of API and site jumps an hour ahead, and later back, while 16 people post; limits are on",
  place: {
    variables: {
      RATE_LIMITS: "on",
      ...{ POSTS_PER_ADDRESS: "1000000", POSTS_PER_TREE: "1000000", REQUESTS_PER_ADDRESS: "1000000" },
      REPORTS_PER_ADDRESS: String(REPORTS_A_MINUTE),
      SHIFTED_CLOCK_FILE: file,
      BUN_OPTIONS: `--preload=${join(import.meta.dir, "harness/shifted-clock.ts")}`,
    },
  },
  async trouble(field) {
    const { service, cookie, now } = field;
    // The opening day must not begin by itself meanwhile.
    while (new Date().getUTCMinutes() >= 58) await Bun.sleep(1000);
    const tree = await createTree(service.site, { owner: cookie, ...openingWithinTheHour() });
    await addGift(service.api, tree.code, "Not before its day");
    const isReadable = async () => (await readTexts(service.api, tree))[0] !== null;
    const seen = async () => ({
      isReadable: await isReadable(),
      isSignedIn: (await fetch(`${service.api}/owner/trees`, { headers: { cookie } })).status === 200,
      ...(await reportUntilRefused(field)),
    });
    const from = now();
    const before = await seen();
    await setClock(HOUR_MS);
    const ahead = await seen();
    await setClock(0);
    const until = now();
    const back = await seen();
    return {
      from,
      until,
      expectations: [
        want("a tree is closed until its day begins", !before.isReadable, "it was readable"),
        want("it stays closed while only the programs' clock is ahead", !ahead.isReadable, "it was readable"),
        want("it stays closed when the clock is set back", !back.isReadable, "it was readable"),
        ...[before, ahead, back].flatMap(({ isSignedIn, taken, retryAfter }, i) => {
          const when = ["before", "an hour ahead", "back"][i];
          return [
            want(`the owner stays signed in, ${when}`, isSignedIn, "signed out"),
            want(
              `the rate limit allows its quota, ${when}`,
              i > 0 ? taken <= REPORTS_A_MINUTE : taken === REPORTS_A_MINUTE,
              taken,
            ),
            want(`nobody waits longer than a minute, ${when}`, retryAfter <= 60, `${retryAfter} s`),
          ];
        }),
      ],
      summary:
        "a tree stayed closed until the database's clock said otherwise, its owner stayed signed in, and the limit of 5 reports a minute held.",
    };
  },
};

/** A time zone in which a day begins within the hour, and that day. */
function openingWithinTheHour() {
  const hour = new Date().getUTCHours();
  // In Etc/GMT names, zones west of Greenwich have a plus sign. The next hour is midnight there.
  const west = (hour + 1) % 24;
  const timeZone = west <= 12 ? `Etc/GMT+${west}` : `Etc/GMT-${24 - west}`;
  return { timeZone, openingDay: addDays(dayIn(timeZone, new Date()), 1) };
}

/** Sends reports until one is refused. Returns how many were accepted, and the refusal's Retry-After. */
async function reportUntilRefused({ service, shareCodes }: Field): Promise<{ taken: number; retryAfter: number }> {
  const headers = { "content-type": "application/json" };
  for (let taken = 0; taken < 100; taken += 1) {
    const body = JSON.stringify({ shareCode: shareCodes[taken % shareCodes.length], reason: "spam" });
    const answer = await fetch(`${service.api}/v1/reports`, { method: "POST", headers, body });
    if (answer.status === 429) return { taken, retryAfter: Number(answer.headers.get("retry-after")) };
  }
  return { taken: 100, retryAfter: 0 };
}
