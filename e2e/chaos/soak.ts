import { addGift, createTree } from "../fixtures/visitors.ts";
import { type Fault, type Field, want } from "./harness/fault.ts";
import { mib, watchMemory } from "./harness/memory-watch.ts";

const MOST_MIB = 300;
const GROWS_AT_MOST_MIB = 40;
const LOOKS = 12;
const SAMPLES_AT_LEAST = 12;

export const soak: Fault = {
  name: "soak",
  does: "16 people post and 12 browse, as fast as they are answered: trees, listings, pages, pictures, an owner's pages",
  seconds: 600,
  async trouble(field) {
    const { service, seconds, now, say } = field;
    const addresses = await addressesOf(field);
    const from = now();
    const until = from + seconds * 1000;
    // Every 10 seconds; a short soak is sampled more often.
    const everyMs = Math.min(10_000, (seconds * 1000) / SAMPLES_AT_LEAST);
    const pids = { "the API": service.pidOf("api/main.ts"), "the site": service.pidOf("site/server.ts") };
    const memory = watchMemory(pids, everyMs, say);
    const people = Array.from({ length: LOOKS }, (_, i) => lookAround(field, addresses, i * 3, until));
    const looked = (await Promise.all(people)).flat();
    const held = memory();
    const failed = looked.filter((outcome) => outcome !== "");
    return {
      from,
      until: now(),
      expectations: [
        want("all requests of visitors are answered", failed.length === 0, `${failed.length} were not: ${failed[0]}`),
        ...held.flatMap(({ name, most, grown }) => [
          want(`${name} uses at most ${MOST_MIB} MiB`, most <= MOST_MIB, mib(most)),
          want(`${name} does not grow`, grown <= GROWS_AT_MOST_MIB, `${mib(grown)} more in the second half`),
        ]),
      ],
      summary: `${seconds} s, ${looked.length.toLocaleString("en")} page views; ${held
        .map(
          ({ name, first, last, most }) => `${name} ${mib(first)} at first, ${mib(last)} at last, ${mib(most)} at most`,
        )
        .join("; ")}.`,
    };
  },
};

/** The URLs that visitors view, page by page. */
async function addressesOf({ service, shareCodes, cookie }: Field): Promise<string[]> {
  const { api, site } = service;
  // A picture is rendered from the current gifts, so use a tree without concurrent posts.
  const { code: quiet } = await createTree(site, { owner: cookie });
  for (let i = 0; i < 3; i += 1) await addGift(api, quiet, "Something quiet");
  return shareCodes.flatMap((code) => [
    ...[`${api}/v1/trees/${code}`, `${api}/v1/messages/${code}`, `${site}/v1/trees/${code}`],
    ...[`${site}/send-message?tree=${code}`, `${site}/ko/send-message?tree=${code}`, `${site}/my-trees/${code}`],
    ...[`${site}/share-picture/${quiet}-now.png`, `${site}/calendar/${quiet}.ics`, `${site}/`, `${site}/llms.txt`],
  ]);
}

/** Returns the error of each view, or an empty string. */
async function lookAround({ cookie, look, now }: Field, addresses: string[], first: number, until: number) {
  const outcomes: string[] = [];
  for (let i = first; now() < until; i += 1) {
    const address = addresses[i % addresses.length] ?? "";
    const isOwners = address.includes("/my-trees/");
    const answer = await fetch(address, { headers: isOwners ? { cookie } : {} });
    const text = await answer.text();
    if (!isOwners) look(address, text);
    outcomes.push(answer.ok ? "" : `${new URL(address).pathname} answered ${answer.status}`);
  }
  return outcomes;
}
