import type { Strings } from "../i18n/strings.ts";

/** An error in plain text, for addresses of files rather than pages. */
export function plainTextError(apiStatus: number, { tree, broken }: Strings): Response {
  const isUnknown = apiStatus === 400 || apiStatus === 404;
  const text = isUnknown ? `${tree.unknownTitle}\n${tree.unknown}` : broken.text;
  const headers = new Headers({ "content-type": "text/plain; charset=utf-8", vary: "Accept-Language, Cookie" });
  if (isUnknown) return new Response(`${text}\n`, { status: 404, headers });
  headers.set("cache-control", "no-store");
  headers.set("retry-after", apiStatus === 429 ? "60" : "5");
  return new Response(`${text}\n`, { status: apiStatus === 429 ? 429 : 503, headers });
}
