import type { SessionOwner } from "#contract/owners";
import type { ApiClient } from "./api-client.ts";

/** The owner of the session in a request's cookies, or null. Without a session cookie the API is not called. */
export async function whoIsSignedIn(api: ApiClient, cookie: string | null): Promise<SessionOwner | null> {
  const session = cookie?.includes("session_token=") ? await api.session() : null;
  return session?.ok ? session.data.owner : null;
}
