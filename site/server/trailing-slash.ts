import { withoutTrailing } from "../../shared/http/without-trailing.ts";
import { ownPath } from "../own-path.ts";

/** The address without the slash at its end, or null where it is right as it is: `/` and `/guides/` have theirs. */
export function withoutTrailingSlash(address: string): string | null {
  const [path = "/", query] = splitQuery(address);
  if (path === "/guides") return `/guides/${query}`;
  if (!path.endsWith("/") || path === "/" || path === "/guides/") return null;
  const tidied = ownPath(withoutTrailing(path, "/")) || "/";
  return tidied + query;
}

function splitQuery(address: string): [string, string] {
  const at = address.indexOf("?");
  return at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
}
