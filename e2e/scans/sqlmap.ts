import { join } from "node:path";
import { output } from "./output.ts";
import type { Finding } from "./wapiti.ts";

type SeededService = { site: string; api: string; code: string; cookie: string };
/** A request, with a star at each place for SQL injection. */
type Request = { address: string; body?: object; cookie?: string };

export const TARGETS: readonly { name: string; request: (world: SeededService) => Request }[] = [
  { name: "GET /v1/trees/{code}", request: ({ api, code }) => ({ address: `${api}/v1/trees/${code}*` }) },
  {
    name: "GET /v1/messages/{code}",
    request: ({ api, code }) => ({ address: `${api}/v1/messages/${code}*?limit=10*&cursor=abc*` }),
  },
  {
    name: "POST /v1/messages",
    request: ({ api, code }) => ({
      address: `${api}/v1/messages`,
      body: { shareCode: `${code}*`, senderName: "Bob*", message: "Hello*", giftAssetId: "card*" },
    }),
  },
  {
    name: "POST /v1/reports",
    request: ({ api, code }) => ({
      address: `${api}/v1/reports`,
      body: { shareCode: `${code}*`, reason: "spam*", details: "Look*" },
    }),
  },
  {
    name: "POST /auth/sign-in/email",
    request: ({ site }) => ({
      address: `${site}/auth/sign-in/email`,
      body: { email: "a@example.org*", password: "correct horse battery*" },
    }),
  },
  { name: "GET /send-message", request: ({ site, code }) => ({ address: `${site}/send-message?tree=${code}*` }) },
  {
    name: "GET /owner/trees/{code}/messages",
    request: ({ site, code, cookie }) => ({ address: `${site}/owner/trees/${code}*/messages?limit=10*`, cookie }),
  },
  {
    name: "GET /my-trees/{code}",
    request: ({ site, code, cookie }) => ({ address: `${site}/my-trees/${code}*?before=abc*`, cookie }),
  },
];

const DEPTH = ["--level=2", "--risk=2", "--dbms=PostgreSQL", "--timeout=10", "--retries=1", "--threads=2"];
const API_ERRORS = "--ignore-code=400,401,404,409,415,422,429";
const LONGEST_MS = 4 * 60 * 1000;

/** Returns the injectable places that sqlmap finds; none if it clears every parameter. */
export async function injectionsIn({ address, body, cookie }: Request, reports: string): Promise<Finding[]> {
  const options = [
    ...["-u", address, "--batch", "--flush-session", ...DEPTH, API_ERRORS, `--output-dir=${join(reports, "sqlmap")}`],
    ...(body ? ["-H", "content-type: application/json", "--data", JSON.stringify(body)] : []),
    ...(cookie ? ["--cookie", cookie] : []),
  ];
  const said = await output(["sqlmap", ...options], LONGEST_MS);
  if (/all tested parameters do not appear to be injectable/.test(said)) return [];
  const places = [...said.matchAll(/^.*(?:is vulnerable|appears to be .* injectable).*$/gm)].map(([line]) => line);
  return [{ kind: "SQL injection", where: `${address}: ${places.join("; ") || "sqlmap did not finish"}` }];
}
