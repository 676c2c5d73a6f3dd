import type { InternalRoute } from "elysia";
import { pathOf } from "../../shared/http/path-of.ts";

/** Returns the methods allowed at the request's path; empty if there is no route. */
export function methodsAt(request: Request, routes: readonly InternalRoute[]): string[] {
  const pathname = pathOf(request);
  const methods = routes
    .filter((route) => route.method !== "OPTIONS" && matches(route.path, pathname))
    .map((route) => route.method);
  if (methods.length === 0) return [];
  return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])];
}

function matches(pattern: string, pathname: string): boolean {
  const expected = pattern.split("/");
  const given = pathname.replace(/(.)\/$/, "$1").split("/");
  return (
    expected.length === given.length &&
    expected.every((part, i) => (part.startsWith(":") ? given[i] !== "" : part === given[i]))
  );
}
