import type { SessionOwner } from "#contract/owners";
import type { ApiClient } from "./api-client.ts";

/** The owner whose session a request's cookies carry, or null. Without a session's cookie nobody is asked. */
export async function whoIsSignedIn(api: ApiClient, cookie: string | null): Promise<SessionOwner | null> {
  const session = cookie?.includes("session_token=") ? await api.session() : null;
  return session?.ok ? session.data.owner : null;
}
