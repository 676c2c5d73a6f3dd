/** Cookies that sign a browser out though nobody can end its session (api/features/accounts/sign-in/sign-in-library.ts names them). */
export function signedOutCookies(cookie: string | null): string[] {
  const names = (cookie ?? "").split("; ").map((pair) => pair.split("=", 1)[0] ?? "");
  return names
    .filter((name) => OF_SESSION.test(name))
    .map(
      (name) => `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${name.startsWith("__Host-") ? "; Secure" : ""}`,
    );
}

const OF_SESSION = /^(__Host-)?tree\.(session_token|session_data|dont_remember)$/;
