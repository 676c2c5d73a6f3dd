/** What this command started, and how to end it: the last first, however the command ends. */
type Ending = () => Promise<void> | void;

const endings: Ending[] = [];
let isListening = false;
let isAsked = false;
let ended: Promise<void> | undefined;

/** Has something ended with the command; call the answer to end it earlier. */
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

/** Ends all that is left; asked twice, as at a Ctrl-C that also ends what we wait for, it ends each but once. */
export function endAll(): Promise<void> {
  ended ??= endEach().finally(() => (ended = undefined));
  return ended;
}

/** Whether somebody asked the command to stop: what fails from then on is no news. */
export const isAskedToStop = (): boolean => isAsked;

async function endEach(): Promise<void> {
  for (let ending = endings.pop(); ending; ending = endings.pop()) await ending();
}

/** From the first thing on that would be left over. */
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
