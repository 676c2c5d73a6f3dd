import { join } from "node:path";
import { listGifts } from "../fixtures/visitors.ts";
import type { Check, Place } from "./check.ts";
import { exampleConfig } from "./example-config.ts";
import { startFleet } from "./fleet.ts";
import { startHaproxy, startNginx } from "./programs.ts";
import { startRolling } from "./rolling-load.ts";

const BETWEEN_MS = 3000;

export const rollingNginx: Check = {
  name: "rolling-nginx",
  does: "each of two APIs and two sites behind nginx is stopped and started again, while 12 people browse and post",
  needs: ["nginx"],
  run: (place) => rolling(place, nginxAt),
};

export const rollingHaproxy: Check = {
  name: "rolling-haproxy",
  does: "the same behind HAProxy, and both APIs on one machine",
  needs: ["haproxy"],
  run: (place) => rolling(place, haproxyAt, { DATA_DIR: join(place.folder, "data") }),
};

export const nginxAt = ({ folder, port }: Place) =>
  startNginx(folder, exampleConfig("proxy/nginx-several.conf", proxyPorts(port)), port);
export const haproxyAt = ({ folder, port }: Place) =>
  startHaproxy(folder, exampleConfig("proxy/haproxy-several.cfg", { ...proxyPorts(port), ...opsPorts(port) }), port);

const proxyPorts = (port: number) => ({
  80: port,
  3100: port + 1,
  3001: port + 10,
  3002: port + 11,
  4321: port + 20,
  4322: port + 21,
});
const opsPorts = (port: number) => ({ 9101: port + 30, 9102: port + 31, 9111: port + 40, 9112: port + 41 });

/** Starts two sites and two APIs behind a proxy, which is the only way to reach them. */
export async function fleetBehind(
  place: Place,
  startProxy: (place: Place) => Promise<unknown>,
  variables: Record<string, string>,
) {
  const { folder, port, databaseUrl } = place;
  const site = `http://127.0.0.1:${port}`;
  const inner = `http://127.0.0.1:${port + 1}`;
  const fleet = await startFleet(
    folder,
    { api: port + 10, site: port + 20, ops: port + 30, siteOps: port + 40 },
    { DATABASE_URL: databaseUrl, SITE_URL: site, API_URL: site, API_INNER_URL: inner, ...variables },
  );
  await startProxy(place);
  return fleet;
}

async function rolling(
  place: Place,
  startProxy: (place: Place) => Promise<unknown>,
  variables: Record<string, string> = {},
) {
  const { port, say, rounds } = place;
  const site = `http://127.0.0.1:${port}`;
  const fleet = await fleetBehind(place, startProxy, { RATE_LIMITS: "off", ...variables });
  await Bun.sleep(1000);
  const load = await startRolling(site, place.pauseMs, say);
  await Bun.sleep(1000);
  let restarts = 0;
  const codes = new Set<number | null>();
  for (let round = 0; round < rounds; round += 1) {
    for (const program of [...fleet.apis, ...fleet.sites]) {
      codes.add(await program.stop());
      await program.start();
      restarts += 1;
      await Bun.sleep(BETWEEN_MS);
    }
  }
  await load.stop();
  const { tally } = load;
  const hanging = new Set<string>();
  for (const code of tally.shareCodes) for (const id of (await listGifts(site, code)).ids) hanging.add(id);
  const lost = [...tally.acknowledged].filter((id) => !hanging.has(id)).length;
  const requests = Object.entries(tally.requests).map(([what, count]) => `${what} ${count}`);
  const posts = tally.requests["POST a gift"] ?? 0;
  return {
    summary: `${restarts} restarts; ${requests.join(", ")}`,
    expectations: [
      { that: "no request fails", isSo: tally.failures.length === 0, measured: `${tally.failures.length} did` },
      { that: "nothing acknowledged is lost", isSo: lost === 0, measured: `${lost} are` },
      {
        that: "no gift exists twice",
        isSo: hanging.size <= posts,
        measured: `${hanging.size} gifts of ${posts} posts`,
      },
      { that: "every program stops with 0", isSo: codes.size === 1 && codes.has(0), measured: [...codes].join(", ") },
    ],
  };
}
