/** What this command started, and how to end it: the last one first, however the command ends. */
type Ending = () => Promise<void> | void;

const endings: Ending[] = [];
let isListening = false;
let isAsked = false;
let ended: Promise<void> | undefined;

/** Registers something to end with the command. Call the returned function to end it earlier. */
export function atTheEnd(ending: Ending): () => Promise<void> {
  listen();
  endings.push(ending);
  return async () => {
    const at = endings.indexOf(ending);
    if (at < 0) return;
    endings.splice(at, 1);
    await ending();
  };
}

/**
 * Ends all that is left. If called twice, as at a Ctrl-C that also ends the programs awaited here, it ends each only
 * once.
 */
export function endAll(): Promise<void> {
  ended ??= endEach().finally(() => (ended = undefined));
  return ended;
}

/** Whether the command was asked to stop: later failures need no report. */
export const isAskedToStop = (): boolean => isAsked;

async function endEach(): Promise<void> {
  for (let ending = endings.pop(); ending; ending = endings.pop()) await ending();
}

/** Listens for signals once there is something to clean up. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, async () => {
      isAsked = true;
      await endAll();
      process.exit(130);
    });
  }
}
