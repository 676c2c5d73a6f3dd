import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { dirname, join } from "node:path";

/**
 * Returns the bytes of memory that this process may use: the machine's, or less if a container or a service manager
 * limits it. Every control group (cgroup) up to the root can set a limit. Bun's `process.constrainedMemory()` reads
 * only the innermost one in version 1 of cgroups.
 */
export function usableMemory(host = { cgroupOf: "/proc/self/cgroup", mountedAt: "/sys/fs/cgroup" }): number {
  const limits = read(host.cgroupOf)
    .split("\n")
    .flatMap((line) => {
      const [, controllers, group = ""] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
      if (controllers === "") return limitsUpFrom(host.mountedAt, group, "memory.max");
      if (!controllers?.split(",").includes("memory")) return [];
      return limitsUpFrom(join(host.mountedAt, "memory"), group, "memory.limit_in_bytes");
    });
  return Math.min(totalmem(), ...limits);
}

/** Within a container, the outer groups may be hidden, and its own group mounted in their place: skip what is missing. */
function limitsUpFrom(mount: string, group: string, name: string): number[] {
  const groups = [group];
  for (let path = group; path !== "/"; path = dirname(path)) groups.push(dirname(path));
  return groups.map((path) => Number.parseInt(read(join(mount, path, name)), 10)).filter((limit) => limit > 0);
}

/** Returns "" for a file that is missing or hidden. Without a limit, version 2 says "max". */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
