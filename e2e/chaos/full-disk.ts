import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newDataDir, removeDataDir } from "../../test-support/running-service.ts";
import { begunIn, statusesOf } from "./harness/attempts.ts";
import { type Fault, want } from "./harness/fault.ts";

const DISK = "200m";
const CHUNK = Buffer.alloc(1024 * 1024);
const FULL_WITHIN_MS = 60_000;

export const fullDisk: Fault = {
  name: "full-disk",
  does: "the data folder's disk of 200 MB is filled to the last byte until posts fail, and freed later, while 16 people post",
  seconds: 15,
  place: { folder: smallDisk },
  async trouble({ service, load, dataDir, seconds, now, say }) {
    const filler = join(dataDir, "filler");
    const from = now();
    const isRefused = () => begunIn(load.attempts, from, now()).some(({ status }) => status !== 201);
    // Postgres may free space meanwhile; fill that too.
    for (const end = from + FULL_WITHIN_MS; now() < end && !isRefused(); await Bun.sleep(50)) fill(filler);
    const wasRefused = isRefused();
    const full = now();
    say("the disk is full, and posts fail");
    for (const end = full + seconds * 1000; now() < end; await Bun.sleep(250)) fill(filler);
    rmSync(filler);
    const until = now();
    const meanwhile = begunIn(load.attempts, full, until);
    return {
      from: full,
      until,
      expectations: [
        want("posts fail on a full disk", wasRefused, "none did"),
        want(
          "they are refused with 503",
          meanwhile.some(({ status }) => status === 503),
          statusesOf(meanwhile),
        ),
      ],
      summary: `${service.restarts()} restarts until there was space again.`,
    };
  },
};

function fill(file: string): void {
  try {
    for (;;) writeFileSync(file, CHUNK, { flag: "a" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/** Mounts a small disk for the folder, which only root may do. */
function smallDisk() {
  const path = newDataDir();
  const run = (command: string, ...given: string[]) => spawnSync(command, given, { stdio: "ignore" }).status === 0;
  if (!run("mount", "-t", "tmpfs", "-o", `size=${DISK},mode=0700`, "tmpfs", path)) {
    removeDataDir(path);
    return null;
  }
  const remove = () => {
    run("umount", "-l", path);
    removeDataDir(path);
  };
  return { path, remove };
}
