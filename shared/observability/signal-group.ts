/** Sends a signal to a program that was started detached, and to all that it started: no Ctrl-C of a terminal reaches those. */
export function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // It has gone in the meantime.
  }
}
