import { readdirSync, readFileSync } from "node:fs";

const KIB_A_MIB = 1024;

/** Memory that a process really holds, in MiB. Linux alone tells. */
export function residentMiB(pid: number): number {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kib) / KIB_A_MIB;
}

/** Files and connections that it has open. */
export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** How many files and connections a process started here may have open. */
export function openFilesAllowed(): number {
  const [, hard] = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return hard === "unlimited" ? Number.POSITIVE_INFINITY : Number(hard);
}
