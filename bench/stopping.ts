/** What this command started, and how to end it: the last first, however the command ends. */
type Ending = () => Promise<void> | void;

const endings: Ending[] = [];

/** Has something ended with the command; call the answer to end it earlier. */
export function atTheEnd(ending: Ending): () => Promise<void> {
  endings.push(ending);
  return async () => {
    const at = endings.indexOf(ending);
    if (at < 0) return;
    endings.splice(at, 1);
    await ending();
  };
}

export async function endAll(): Promise<void> {
  for (let ending = endings.pop(); ending; ending = endings.pop()) await ending();
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, async () => {
    await endAll();
    process.exit(130);
  });
}
