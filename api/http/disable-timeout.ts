import type { Server } from "bun";

/**
 * Lets a request take as long as it takes. By itself Bun cuts off whoever has waited half a minute for an answer; a tree with a
 * million gifts takes longer to delete, and is deleted all the same.
 */
export function disableTimeout({ request, server }: { request: Request; server: Server<unknown> | null }): void {
  server?.timeout(request, 0);
}
