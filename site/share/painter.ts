import { once } from "node:events";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { type Png, pictureCache } from "./picture-cache.ts";
import type { SharePicture } from "./share-picture-svg.ts";

const PATIENCE_MS = 30_000;

// The build is in another place than the sources; the worker runs from the sources, as the router does.
const CONTRACT = pathToFileURL(createRequire(import.meta.url).resolve("#contract/gifts"));
const WORKER = new URL("../site/share/paint-worker.ts", CONTRACT);

let worker: Worker | undefined;

/** Paints a picture. Call it for one at a time (picture-cache.ts): previews then take no more than one core from the site. */
export async function paintSharePicture(picture: SharePicture): Promise<Png> {
  worker ??= startWorker();
  const current = worker;
  try {
    current.ref();
    current.postMessage(picture);
    const [png] = await once(current, "message", { signal: AbortSignal.timeout(PATIENCE_MS) });
    return png;
  } catch (error) {
    // A rasterizer that failed may be in a bad state: start a new worker for the next picture.
    worker = undefined;
    await current.terminate();
    throw error;
  } finally {
    current.unref();
  }
}

function startWorker(): Worker {
  const hired = new Worker(WORKER);
  const dismiss = () => {
    if (worker === hired) worker = undefined;
  };
  return hired.on("error", dismiss).on("exit", dismiss);
}

const KEPT_BYTES_AT_MOST = 32 * 1024 * 1024;

/** This process's share pictures. */
export const sharePictures = pictureCache(paintSharePicture, { bytesAtMost: KEPT_BYTES_AT_MOST });
