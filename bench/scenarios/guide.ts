import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atTheEnd } from "../../test-support/stopping.ts";
import { ask } from "../load/wrk.ts";
import { startNginx } from "../servers/nginx.ts";
import { GUIDE_PATH, startSite } from "../servers/site.ts";
import { portAt } from "../servers/targets.ts";
import { interleave, type Row } from "./bench-run.ts";

const FILE = "guide.html";
const [SITE_PLACE, NGINX_PLACE, API_PLACE, DRESSED_PLACE] = [6, 7, 8, 9];
/** Headers that nginx sets by itself. */
const SAID_ANYWAY = /^(content-(type|encoding|length)|date|etag|last-modified|connection|server)$/;

const DRESSED = "nginx with our headers";

/** A precompressed guide of the built site, from our site server and from nginx. */
export const GUIDE: Row = {
  name: "A guide",
  about:
    "a guide of the built site as gzip, from our site server and from nginx with the same bytes in a file, without our headers and with them",
  async measure(benchRun) {
    const ours = await startSite(SITE_PLACE, `http://127.0.0.1:${portAt(API_PLACE)}`);
    const { folder, headers } = await keepPage(ours.url + GUIDE_PATH);
    const nginx = await startNginx(folder, `/${FILE}`, portAt(NGINX_PLACE));
    const dressed = await startNginx(folder, `/${FILE}`, portAt(DRESSED_PLACE), headers);
    const load = { script: "path.lua", variables: { ACCEPT_ENCODING: "gzip" } };
    const figures = await interleave(benchRun, {
      ours: (seconds) => ask(ours.url + GUIDE_PATH, load, seconds),
      nginx: (seconds) => ask(`${nginx.url}/${FILE}`, load, seconds),
      [DRESSED]: (seconds) => ask(`${dressed.url}/${FILE}`, load, seconds),
    });
    for (const server of [ours, nginx, dressed]) await server.stop();
    return { figures, memoryMiB: { ours: ours.peakMiB(), nginx: nginx.peakMiB(), [DRESSED]: dressed.peakMiB() } };
  },
};

/**
 * Gives nginx the page as a file with its compressed twin, the exact bytes that we send to a client that accepts gzip,
 * and our headers.
 */
async function keepPage(url: string): Promise<{ folder: string; headers: Map<string, string> }> {
  const folder = mkdtempSync(join(tmpdir(), "tree-bench-guide-"));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  // nginx drops root, and must still be able to read the file as its other user.
  chmodSync(folder, 0o755);
  const answer = await fetch(url, { headers: { "accept-encoding": "gzip" }, decompress: false });
  if (answer.headers.get("content-encoding") !== "gzip") throw new Error("The site does not compress its guides.");
  const compressed = new Uint8Array(await answer.arrayBuffer());
  writeFileSync(join(folder, `${FILE}.gz`), compressed);
  writeFileSync(join(folder, FILE), Bun.gunzipSync(compressed));
  return { folder, headers: new Map([...answer.headers].filter(([name]) => !SAID_ANYWAY.test(name))) };
}
