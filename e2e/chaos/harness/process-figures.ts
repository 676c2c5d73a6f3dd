import { readdirSync, readFileSync } from "node:fs";

const KIB_A_MIB = 1024;

/** The resident memory of a process, in MiB. Linux only. */
export function residentMiB(pid: number): number {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kib) / KIB_A_MIB;
}

/** The number of its open files and connections. */
export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** The limit of open files and connections for processes started here. */
export function openFilesAllowed(): number {
  const [, hard] = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return hard === "unlimited" ? Number.POSITIVE_INFINITY : Number(hard);
}
