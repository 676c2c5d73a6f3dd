import { createApp } from "astro/app/entrypoint";

// A page is sent when all of it is made: one that fails halfway is an error then, and no page cut in two.
const app = createApp({ streaming: false });

/** What the build makes of the pages: renders the one that a request asks for. Without an address of a visitor, nobody is there any more. */
export const render = (request: Request, visitor: string | undefined, locals: Partial<App.Locals>): Promise<Response> =>
  app.render(request, { clientAddress: visitor, locals, addCookieHeader: true });
