import type { SessionOwner } from "#contract/owners";
import type { Answer, ApiClient } from "./api-client.ts";

/** Who is signed in; or, in an outage, that nobody can say. */
export type Session = Answer<{ owner: SessionOwner | null }>;

export const SIGNED_OUT: Session = { ok: true, data: { owner: null }, cookies: [] };

/** The owner of the session in a request's cookies, or null. Without a session cookie the API is not called. */
export async function whoIsSignedIn(api: ApiClient, cookie: string | null): Promise<Session> {
  return cookie?.includes("session_token=") ? api.session() : SIGNED_OUT;
}
