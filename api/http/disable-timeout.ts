import type { Server } from "bun";

/**
 * Disables the timeout for a request. By default Bun closes a connection after half a minute without a response;
 * deleting a tree with a million gifts takes longer.
 */
export function disableTimeout({ request, server }: { request: Request; server: Server<unknown> | null }): void {
  server?.timeout(request, 0);
}
