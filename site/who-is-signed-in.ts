import type { SessionOwner } from "#contract/owners";
import type { Answer, ApiClient } from "./api-client.ts";

/** Who is signed in; or, in an outage, that nobody can say. */
export type Session = Answer<{ owner: SessionOwner | null }>;

export const SIGNED_OUT: Session = { ok: true, data: { owner: null }, cookies: [] };

/** The owner of the session in a request's cookies, or null. Without a session cookie the API is not called. */
export async function whoIsSignedIn(api: ApiClient, cookie: string | null): Promise<Session> {
  return cookie?.includes("session_token=") ? api.session() : SIGNED_OUT;
}

/** Cookies that sign a browser out though the API, whose cookies they are (api/features/owners/sign-in.ts), is away. */
export function signedOutCookies(cookie: string | null): string[] {
  const names = (cookie ?? "").split("; ").map((pair) => pair.split("=", 1)[0] ?? "");
  return names
    .filter((name) => OF_SESSION.test(name))
    .map(
      (name) => `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${name.startsWith("__Host-") ? "; Secure" : ""}`,
    );
}

const OF_SESSION = /^(__Host-)?tree\.(session_token|session_data|dont_remember)$/;
