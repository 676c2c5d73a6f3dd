/** A cookie that the site's own host alone gets and sets, and that no script reads. */
export function hostCookie(siteUrl: string, plainName: string) {
  const isSecure = siteUrl.startsWith("https:");
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const flags = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    /** Its value in a `Cookie` header; empty without it. */
    valueIn(header: string | null): string {
      const cookies = header?.split("; ") ?? [];
      return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
    },

    /** The `Set-Cookie` header that keeps a value for so many seconds; 0 deletes it. */
    header: (value: string, seconds: number): string => `${name}=${value}; Max-Age=${seconds}; ${flags}`,
  };
}
