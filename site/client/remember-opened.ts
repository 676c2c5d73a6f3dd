/** Remembers that the owner has unwrapped a gift. Without an answer it counts as wrapped, and nothing is lost. */
export function rememberOpened(opening: string, opened: string): void {
  const body = new URLSearchParams({ opened });
  fetch(opening, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => {});
}
