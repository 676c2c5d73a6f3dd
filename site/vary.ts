/** Adds names to the `Vary` header, each once: if an error page replaces another page, both add theirs. */
export function varyBy(headers: Headers, ...names: string[]): void {
  const said =
    headers
      .get("vary")
      ?.split(",")
      .map((name) => name.trim()) ?? [];
  headers.set("vary", [...new Set([...said, ...names])].join(", "));
}
