import { type Fault, want } from "./harness/fault.ts";
import { residentMiB } from "./harness/process-figures.ts";

const MOST_MIB = 300;
/** What the second half's peak may lie above the first's. */
const GROWS_AT_MOST_MIB = 40;
const LOOKS = 12;
const PROGRAMS = { "the API": "api/main.ts", "the site": "site/server.ts" };

export const soak: Fault = {
  name: "soak",
  does: "16 people post and 12 look, as fast as they are answered: trees, listings, pages, pictures, an owner's desk",
  seconds: 600,
  async trouble({ service, shareCodes, cookie, seconds, now, look, say }) {
    const from = now();
    const end = from + seconds * 1000;
    let looked = 0;
    const failed = new Map<string, number>();
    const addresses = shareCodes.flatMap((code) => [
      ...[`${service.api}/v1/trees/${code}`, `${service.api}/v1/messages/${code}`, `${service.site}/v1/trees/${code}`],
      ...[`${service.site}/send-message?tree=${code}`, `${service.site}/ko/send-message?tree=${code}`],
      ...[`${service.site}/share-picture/${code}.png`, `${service.site}/`, `${service.site}/guides/create-a-tree.md`],
      `${service.site}/my-trees/${code}`,
    ]);
    async function lookAround(first: number): Promise<void> {
      for (let i = first; now() < end; i += 1) {
        const address = addresses[i % addresses.length] ?? "";
        const isOwners = address.includes("/my-trees/");
        const answer = await fetch(address, { headers: isOwners ? { cookie } : {}, redirect: "manual" });
        const text = await answer.text();
        if (!isOwners) look(address, text);
        if (!answer.ok) failed.set(`${answer.status}`, (failed.get(`${answer.status}`) ?? 0) + 1);
        looked += 1;
      }
    }
    const people = Promise.all(Array.from({ length: LOOKS }, (_, i) => lookAround(i * 3)));
    const pids = Object.values(PROGRAMS).map(service.pidOf);
    const samples: number[][] = [];
    // Each 10 seconds; a short soak is looked at more often.
    const everyMs = Math.min(10_000, (seconds * 1000) / 12);
    while (now() < end) {
      await Bun.sleep(everyMs);
      samples.push(pids.map(residentMiB));
      say(
        `resident after ${((now() - from) / 1000).toFixed(0)} s: ${samples
          .at(-1)
          ?.map((mib) => mib.toFixed(0))
          .join(" and ")} MiB`,
      );
    }
    await people;
    const until = now();
    const figures = Object.keys(PROGRAMS).map((name, i) => {
      const own = samples.map((sample) => sample[i] ?? 0);
      const half = Math.ceil(own.length / 2);
      const [early, late] = [Math.max(...own.slice(0, half)), Math.max(...own.slice(half))];
      return { name, first: own[0] ?? 0, last: own.at(-1) ?? 0, most: Math.max(early, late), grown: late - early };
    });
    const failures = [...failed].map(([status, count]) => `${status} × ${count}`).join(", ");
    const told = figures.map(
      ({ name, first, last, most }) =>
        `${name} ${first.toFixed(0)} MiB at first, ${last.toFixed(0)} at last, ${most.toFixed(0)} at most`,
    );
    return {
      from,
      until,
      wanted: [
        want("all who look are answered", failed.size === 0, failures),
        ...figures.flatMap(({ name, most, grown }) => [
          want(`${name} holds at most ${MOST_MIB} MiB`, most <= MOST_MIB, `${most.toFixed(0)} MiB`),
          want(`${name} does not grow`, grown <= GROWS_AT_MOST_MIB, `${grown.toFixed(0)} MiB more in the second half`),
        ]),
      ],
      told: `${seconds} s, ${looked.toLocaleString("en")} looks; ${told.join("; ")}.`,
    };
  },
};
