import { existsSync } from "node:fs";
import { join } from "node:path";
import { ask } from "../load/wrk.ts";
import { startNginx } from "../servers/nginx.ts";
import { startServer } from "../servers/program.ts";
import { portAt } from "../servers/targets.ts";
import { interleave, type Row } from "./world.ts";

const ROOT = join(import.meta.dir, "../..");
const PAGE = "/guides/leave-a-gift";
const [SITE_PLACE, NGINX_PLACE, API_PLACE] = [6, 7, 8];

/** A guide of the built site, compressed beforehand, from our front door and from nginx. */
export const GUIDE: Row = {
  name: "A guide",
  about: "a guide of the built site as gzip, from our front door and from nginx over the same files",
  async measure(world) {
    const folder = join(ROOT, "dist/client");
    if (!existsSync(folder)) throw new TypeError("The site is not built: npm run build.");
    const [site, api] = [portAt(SITE_PLACE), portAt(API_PLACE)];
    const env = {
      SITE_PORT: String(site),
      SITE_URL: `http://127.0.0.1:${site}`,
      API_PORT: String(api),
      API_URL: `http://127.0.0.1:${api}`,
      INTERNAL_KEY: "a key between a site and no API at all",
    };
    const command = [process.execPath, join(ROOT, "site/server.ts")];
    const ours = await startServer({ command, env, port: site, path: PAGE });
    const nginx = await startNginx(folder, PAGE, portAt(NGINX_PLACE));
    await refuseUnlike(ours.url + PAGE, nginx.url + PAGE);
    const load = { script: "path.lua", variables: { ACCEPT_ENCODING: "gzip" } };
    const figures = await interleave(world, {
      ours: (seconds) => ask(ours.url + PAGE, load, seconds),
      nginx: (seconds) => ask(nginx.url + PAGE, load, seconds),
    });
    await ours.stop();
    await nginx.stop();
    return { figures, memoryMiB: { ours: ours.peakMiB(), nginx: nginx.peakMiB() } };
  },
};

async function refuseUnlike(ours: string, theirs: string): Promise<void> {
  const [one, other] = await Promise.all(
    [ours, theirs].map(async (url) => {
      const answer = await fetch(url, { headers: { "accept-encoding": "gzip" } });
      return `${answer.headers.get("content-encoding")} ${await answer.text()}`;
    }),
  );
  if (one !== other || !one?.startsWith("gzip")) throw new TypeError("nginx and our site give different bytes.");
}
