import { createApp } from "astro/app/entrypoint";

// A page is sent once it is fully rendered: one that fails halfway becomes an error, not a truncated page.
const app = createApp({ streaming: false });

/**
 * The entry point of the build: renders the requested page. If the visitor has no address, the client has disconnected.
 */
export const render = (request: Request, visitor: string | undefined, locals: Partial<App.Locals>): Promise<Response> =>
  app.render(request, { clientAddress: visitor, locals, addCookieHeader: true });
