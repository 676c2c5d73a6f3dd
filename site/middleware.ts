import { defineMiddleware } from "astro:middleware";
import { apiClient } from "./api-client.ts";

/** What every page starts from: the way to the API, and who is signed in. */
export const onRequest = defineMiddleware(async ({ request, locals, clientAddress }, next) => {
  const cookie = request.headers.get("cookie");
  locals.api = apiClient({ address: clientAddress, forwardedFor: request.headers.get("x-forwarded-for"), cookie });
  const session = cookie ? await locals.api.session() : null;
  locals.owner = session?.ok ? session.data.owner : null;
  const response = await next();
  if (!response.headers.has("cache-control")) {
    response.headers.set("cache-control", locals.owner ? "private, no-store" : "no-cache");
  }
  return response;
});
