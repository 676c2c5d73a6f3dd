import { LANGUAGES } from "#contract/languages";
import { createTree, newOwner } from "../fixtures/visitors.ts";
import type { Check, Place } from "./check.ts";
import { exampleConfig } from "./example-config.ts";
import { startFleet } from "./fleet.ts";
import { startNginx } from "./programs.ts";

const TREES = 100;
const ENCODING = "br";
const BURST_MS = 11_000;
/** At most one for each five-second period that begins in that time. */
const EACH_AT_MOST = 3;
const CLIENTS = 24;

export const cacheInFront: Check = {
  name: "cache-nginx",
  does: `${CLIENTS} clients request the pages of ${TREES} trees in two languages through nginx's cache, for ${BURST_MS / 1000} seconds`,
  needs: ["nginx"],
  run: burst,
};

async function burst({ folder, port, databaseUrl, say }: Place) {
  const site = `http://127.0.0.1:${port}`;
  const [api, behind, counter] = [port + 10, port + 20, port + 2];
  const ports = { api, site: behind, ops: port + 30, siteOps: port + 40 };
  const addresses = { SITE_URL: site, API_URL: site, API_INNER_URL: `http://127.0.0.1:${api}` };
  await startFleet(folder, ports, { DATABASE_URL: databaseUrl, RATE_LIMITS: "off", ...addresses });
  const reached = countingProxy(counter, `http://127.0.0.1:${behind}`);
  const config = exampleConfig("proxy/nginx-cache.conf", { 80: port, 4321: counter });
  await startNginx(folder, config.replace("/var/cache/nginx", folder), port);
  try {
    const owner = await newOwner(site);
    const codes: string[] = [];
    for (let i = 0; i < TREES; i += 1) codes.push((await createTree(site, { owner, name: `Tree ${i}` })).code);
    const pages = codes.flatMap((code, i) =>
      LANGUAGES.map((language) => ({ path: `/${language}/send-message?tree=${code}`, name: `Tree ${i}` })),
    );
    reached.counts.clear();
    const { requests, wrong } = await askAll(site, pages, owner);
    const counts = pages.map(({ path }) => reached.counts.get(path) ?? 0);
    const most = Math.max(...counts);
    say(`  ${requests} requests, of which ${counts.reduce((sum, each) => sum + each, 0)} reached the site`);
    return {
      summary: `${requests} requests for ${pages.length} pages`,
      expectations: [
        {
          that: "each page is requested from the site at most once in five seconds",
          isSo: most <= EACH_AT_MOST,
          measured: `${most} times at most`,
        },
        { that: "every client gets the requested page", isSo: wrong === 0, measured: `${wrong} wrong ones` },
        {
          that: "an owner's page is never cached",
          isSo: await passes(site, owner, reached.counts),
          measured: `${reached.counts.get("/en/my-trees") ?? 0} of 2`,
        },
      ],
    };
  } finally {
    reached.close();
  }
}

/** Clients that request one page after the other, every second one signed in as an owner. */
async function askAll(site: string, pages: readonly { path: string; name: string }[], owner: string) {
  const until = performance.now() + BURST_MS;
  let [requests, wrong] = [0, 0];
  async function client(i: number) {
    for (let at = i; performance.now() < until; at += 7) {
      const { path, name } = pages[at % pages.length] ?? { path: "", name: "" };
      const headers = { "accept-encoding": ENCODING, ...(i % 2 === 0 && { cookie: owner }) };
      const answer = await fetch(site + path, { headers });
      requests += 1;
      if (answer.status !== 200 || !(await answer.text()).includes(`<bdi>${name}</bdi>`)) wrong += 1;
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(i)));
  return { requests, wrong };
}

async function passes(site: string, cookie: string, counts: ReadonlyMap<string, number>): Promise<boolean> {
  for (let i = 0; i < 2; i += 1) await fetch(`${site}/en/my-trees`, { headers: { cookie } });
  return counts.get("/en/my-trees") === 2;
}

/** A proxy between nginx and the site that counts requests by URL. */
function countingProxy(port: number, target: string) {
  const counts = new Map<string, number>();
  const server = Bun.serve({
    port,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const path = pathname + search;
      counts.set(path, (counts.get(path) ?? 0) + 1);
      const { method, headers } = request;
      const body = method === "GET" ? null : await request.bytes();
      return fetch(target + path, { method, headers, body, redirect: "manual", decompress: false });
    },
  });
  return { counts, close: () => server.stop(true) };
}
