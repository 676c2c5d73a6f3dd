import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** A process of this machine. `command` has its arguments, separated by spaces. */
export type RunningProcess = { pid: number; parent: number; command: string };

// Linux tells all in /proc, also where `ps` is not installed. macOS has no /proc, but always `ps`.
const HAS_PROC = existsSync("/proc/self/stat");

export function allProcesses(): RunningProcess[] {
  if (!HAS_PROC) return listedByPs();
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => inProc(Number(pid)) ?? []);
}

/** The IDs of a process and all below it. */
export function processesBelow(root: number): number[] {
  const all = allProcesses();
  const below = (pid: number): number[] => [
    pid,
    ...all.filter(({ parent }) => parent === pid).flatMap((child) => below(child.pid)),
  ];
  return below(root);
}

/** Empty for a process that has exited. */
export const commandOf = (pid: number): string => allProcesses().find((each) => each.pid === pid)?.command ?? "";

/** The environment with which a process was started, as `NAME=value` separated by spaces. */
export const variablesOf = (pid: number): string =>
  HAS_PROC ? textIn(`/proc/${pid}/environ`) : ps("eww", "-o", "command=", "-p", `${pid}`);

/** Null for a process that exits meanwhile. */
function inProc(pid: number): RunningProcess | null {
  try {
    // "PID (NAME) STATE PARENT ...", where the name may contain spaces and brackets.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return { pid, parent: Number(parent), command: textIn(`/proc/${pid}/cmdline`) };
  } catch {
    return null;
  }
}

const textIn = (file: string) => readFileSync(file, "utf8").replaceAll("\0", " ").trim();

function listedByPs(): RunningProcess[] {
  return ps("-Awwo", "pid=,ppid=,args=")
    .split("\n")
    .flatMap((line) => {
      const {
        pid,
        parent,
        command = "",
      } = /^\s*(?<pid>\d+)\s+(?<parent>\d+)\s+(?<command>.*)$/.exec(line)?.groups ?? {};
      return pid ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
    });
}

const ps = (...words: string[]) => execFileSync("ps", words, { encoding: "utf8" });
