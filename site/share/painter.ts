import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Png } from "./picture-cache.ts";
import type { SharePicture } from "./share-picture-svg.ts";

const PATIENCE_MS = 10_000;

// The built site lies elsewhere than its sources; the worker is run from those, as the front door is.
const WORKER = new URL("../site/share/paint-worker.ts", import.meta.resolve("#contract/gifts"));

let worker: Worker | undefined;
let lastTurn: Promise<unknown> = Promise.resolve();

/** Paints one picture after the other, so that previews never take more than one core from the site. */
export function paintSharePicture(picture: SharePicture): Promise<Png> {
  const turn = lastTurn.then(() => paint(picture));
  lastTurn = turn.catch(() => {});
  return turn;
}

async function paint(picture: SharePicture): Promise<Png> {
  worker ??= hireWorker();
  const current = worker;
  try {
    current.ref();
    current.postMessage(picture);
    const [png] = await once(current, "message", { signal: AbortSignal.timeout(PATIENCE_MS) });
    return png;
  } catch (error) {
    // A rasteriser that failed may have lost its wits: the next picture gets a fresh one.
    worker = undefined;
    await current.terminate();
    throw error;
  } finally {
    current.unref();
  }
}

function hireWorker(): Worker {
  const hired = new Worker(WORKER);
  const dismiss = () => {
    if (worker === hired) worker = undefined;
  };
  return hired.on("error", dismiss).on("exit", dismiss);
}
