/** A cookie that the site's own host alone gets and sets, and that no script reads. */
export function hostCookie(siteUrl: string, plainName: string) {
  const name = siteUrl.startsWith("https:") ? `__Host-${plainName}` : plainName;
  return {
    /** Its value in a `Cookie` header; empty without it. */
    valueIn(header: string | null): string {
      const cookies = header?.split("; ") ?? [];
      return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
    },

    /** The `Set-Cookie` header that keeps a value for so many seconds; 0 deletes it. */
    header: (value: string, seconds: number): string => setCookie(name, value, seconds),
  };
}

/** Cookies that sign a browser out though nobody can end its session (api/features/accounts/sign-in/sign-in-library.ts names them). */
export function signedOutCookies(cookie: string | null): string[] {
  const names = (cookie ?? "").split("; ").map((pair) => pair.split("=", 1)[0] ?? "");
  return names.filter((name) => OF_SESSION.test(name)).map((name) => setCookie(name, "", 0));
}

const OF_SESSION = /^(__Host-)?tree\.(session_token|session_data|dont_remember)$/;

const setCookie = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${name.startsWith("__Host-") ? "; Secure" : ""}`;
