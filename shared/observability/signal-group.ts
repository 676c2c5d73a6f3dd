/** Sends a signal to a detached program and all its children, which a terminal's Ctrl-C does not reach. */
export function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // It has already exited.
  }
}
