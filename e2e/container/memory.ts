import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const MIB = 1024 * 1024;
const EVERY_MS = 500;

/** The control group of a process: what the kernel counts for the container. */
export type Group = { usedMib(): number; killed(): number };

/** Returns the group that limits a process's memory, in version 1 or 2 of control groups. Throws if there is none. */
export function memoryGroupOf(pid: number): Group {
  const lines = readFileSync(`/proc/${pid}/cgroup`, "utf8").split("\n");
  const pathAfter = (start: RegExp) => lines.find((line) => start.test(line))?.replace(start, "") ?? "/";
  const v1 = join("/sys/fs/cgroup/memory", pathAfter(/^\d+:memory:/));
  if (existsSync(join(v1, "memory.oom_control"))) {
    // Files that were read count, too, until something else needs the memory: they are not what a limit must hold.
    return groupIn(v1, ["total_rss", "total_shmem"], "memory.oom_control");
  }
  const v2 = join("/sys/fs/cgroup", pathAfter(/^0::/));
  if (existsSync(join(v2, "memory.events"))) return groupIn(v2, ["anon", "shmem"], "memory.events");
  throw new Error("This system does not count the memory of control groups.");
}

function groupIn(folder: string, used: readonly string[], kills: string): Group {
  const read = (file: string, name: string) => {
    const line = readFileSync(join(folder, file), "utf8").match(new RegExp(`^${name} (\\d+)$`, "m"));
    if (!line) throw new Error(`${file} has no ${name}.`);
    return Number(line[1]);
  };
  return {
    usedMib: () => used.reduce((sum, name) => sum + read("memory.stat", name), 0) / MIB,
    killed: () => read(kills, "oom_kill"),
  };
}

/** Reads a group's memory twice a second until the returned function is called. That returns the most, in mebibytes. */
export function watchMost(group: Group): () => number {
  let most = group.usedMib();
  const timer = setInterval(() => {
    most = Math.max(most, group.usedMib());
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
}
