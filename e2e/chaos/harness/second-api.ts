import { join } from "node:path";
import { atTheEnd } from "../../../test-support/stopping.ts";
import type { Fault, Field } from "./fault.ts";
import { FIRST_PORT, killed } from "./supervised.ts";

const ROOT = join(import.meta.dir, "../../..");
/** Until a killed process has started again. */
const KILL_EVERY_MS = 1500;
const WORK_WITHIN_MS = 5000;

/**
 * Starts an API beside the service's own, on its database as if on a second machine, and kills the two in turn, each time
 * while it works: `arrived` grows with what they send. Returns a function that stops it.
 */
export async function killInTurn(
  { place }: Fault,
  { dataDir, variables, service }: Field,
  kills: number,
  arrived: readonly unknown[],
): Promise<() => Promise<void>> {
  const { PATH = "", HOME = "" } = process.env;
  const own = { DATA_DIR: join(dataDir, "second"), API_PORT: String(FIRST_PORT + 4), RATE_LIMITS: "off" };
  const env = { PATH, HOME, ...place?.variables, ...variables, ...own };
  const start = () =>
    Bun.spawn([process.execPath, "api/main.ts"], { cwd: ROOT, env, stdio: ["ignore", "ignore", "ignore"] });
  let other = start();
  const stop = async () => {
    other.kill();
    await other.exited;
  };
  atTheEnd(stop);
  for (let kill = 0; kill < kills; kill += 1) {
    await Bun.sleep(KILL_EVERY_MS);
    await another(arrived);
    await killed(kill % 2 === 0 ? other.pid : service.pidOf("api/main.ts"));
    if (kill % 2 === 0) other = start();
  }
  return stop;
}

/** Waits until something else has arrived: its sender waits for the answer. */
async function another(arrived: readonly unknown[]): Promise<void> {
  const before = arrived.length;
  const end = performance.now() + WORK_WITHIN_MS;
  while (arrived.length === before && performance.now() < end) await Bun.sleep(5);
}
