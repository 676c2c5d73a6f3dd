import fc from "fast-check";
import { BODY_MAX_BYTES } from "#contract/limits";
import { codeSegments, queries } from "./addresses.ts";
import { anyContent, encoded, type Pools } from "./bodies.ts";
import type { Schemas } from "./schemas.ts";
import type { Operation } from "./served.ts";

/** A request before it is sent: plain data, so that a failing one can be printed. */
export type Planned = {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer> | null;
};

const JSON_TYPES = ["application/json", "application/json; charset=utf-8", "Application/JSON"];
const OTHER_TYPES = [
  "",
  "text/plain",
  "text/json",
  "application/jsonp",
  "application/json; charset=utf-16",
  "application/json, text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
];

/** Described headers, valid and invalid, and headers that must have no effect. */
function headersOf(operation: Operation, marker: string): fc.Arbitrary<[string, string][]> {
  const described = operation.parameters.filter((each) => each.in === "header").map(({ name }) => name);
  const tags = ["*", '"0c"', 'W/"3c", "4c"', marker, `"${marker}"`, ",,,", '"', "x".repeat(9000), "é"];
  const keys = [
    "",
    "a",
    "key-1",
    "key-2",
    marker,
    `${marker} ${marker}`,
    "k".repeat(255),
    "k".repeat(256),
    "é",
    "a\tb",
  ];
  const oneOf = described.map((name) =>
    fc.tuple(fc.constant(name), fc.constantFrom(...(name === "If-None-Match" ? tags : keys))),
  );
  const idle = fc.constantFrom<[string, string]>(
    ["X-Request-Id", marker],
    ["Cookie", `session=${marker}`],
    ["Authorization", `Bearer ${marker}`],
    ["Origin", `https://${marker.toLowerCase()}.example`],
    ["X-Forwarded-For", `${marker}, 203.0.113.9`],
    ["X-Internal-Key", marker],
    ["X-Visitor-Address", marker],
    ["X-HTTP-Method-Override", "DELETE"],
    ["Accept", "text/html"],
    ["Accept-Encoding", "gzip"],
    ["Content-Encoding", "gzip"],
    ["Range", "bytes=0-1"],
    ["If-Modified-Since", marker],
    ["If-Match", '"nothing"'],
    ["User-Agent", marker],
    ["Host", `${marker.toLowerCase()}.example`],
    ["Content-Length", "-1"],
    ["Content-Length", marker],
    ["Content-Length", String(BODY_MAX_BYTES * 10)],
  );
  return fc.array(fc.oneof(...oneOf, idle), { maxLength: 2 });
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "TRACE", "CONNECT"];

/** Requests for an operation: mostly its own path and method, sometimes others. */
export function requestsTo(
  operation: Operation,
  schemas: Schemas,
  marker: string,
  pools: Pools,
): fc.Arbitrary<Planned> {
  const { method, path, requestBody } = operation;
  const codes = codeSegments(marker, pools.code ?? fc.constant(""));
  const places = path.includes("{")
    ? codes.map((code) => path.replace(/\{\w+\}/, () => code))
    : fc.oneof(
        { weight: 12, arbitrary: fc.constant(path) },
        {
          weight: 1,
          arbitrary: fc.constantFrom("/", "//", "/.", `/${marker}`, "%20", ".json", "/%00").map((more) => path + more),
        },
      );
  const methods = fc.oneof(
    { weight: 12, arbitrary: fc.constant(method) },
    { weight: 2, arbitrary: fc.constantFrom(...METHODS) },
  );
  const query = fc.oneof(
    { weight: 3, arbitrary: fc.constant("") },
    { weight: path.includes("{") ? 5 : 1, arbitrary: queries(operation, marker, pools) },
  );
  const types = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...JSON_TYPES) },
    { weight: 1, arbitrary: fc.constantFrom(...OTHER_TYPES) },
  );
  const body = requestBody
    ? encoded(anyContent(schemas.resolve(requestBody.content["application/json"].schema), marker, pools), marker)
    : fc.constant(null);

  return fc
    .record({ method: methods, place: places, query, type: types, headers: headersOf(operation, marker), body })
    .map(({ method, place, query, type, headers, body }) => ({
      method,
      target: place + query,
      headers: [...headers, ...(body && type ? [["Content-Type", type] as [string, string]] : [])],
      body: method === "GET" || method === "HEAD" ? null : body,
    }));
}
