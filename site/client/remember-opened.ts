const WAIT_MS = 1000;
let last: Promise<unknown> = Promise.resolve();

/** Remembers that the owner has unwrapped a gift. Without an answer it counts as wrapped, and nothing is lost. */
export function rememberOpened(opening: string, opened: string): void {
  const body = new URLSearchParams({ opened });
  last = fetch(opening, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => {});
}

/** Resolves when the last gift is remembered, so that the next page shows it unwrapped; or after a second. */
export const allRemembered = () => Promise.race([last, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
