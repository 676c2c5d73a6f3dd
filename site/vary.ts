/** Says what an answer differs by, each name once: where an error page stands in for another, both say theirs. */
export function varyBy(headers: Headers, ...names: string[]): void {
  const said =
    headers
      .get("vary")
      ?.split(",")
      .map((name) => name.trim()) ?? [];
  headers.set("vary", [...new Set([...said, ...names])].join(", "));
}
