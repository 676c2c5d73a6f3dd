import { API_ERRORS } from "#contract/errors";
import type { Planned } from "./requests.ts";
import type { Schemas } from "./schemas.ts";
import { type DescribedAnswer, type Description, errorsIn, type Operation, operationsAt } from "./served.ts";
import { isSound } from "./soundness.ts";

export type Answer = { status: number; headers: Headers; text: string };

const ALWAYS = ["Access-Control-Allow-Origin", "X-Request-Id"];
// Optional headers: rate limits may be off, the last page has no next one, and not every conflict is temporary.
const SOMETIMES = ["RateLimit", "RateLimit-Policy", "Link"];
const FAULTS_OF_FORM = [
  "validation_failed",
  "invalid_code",
  "invalid_json",
  "body_too_large",
  "unsupported_media_type",
];
/** Errors of HTTP itself, which the description omits: several hosts, an unknown method, an unknown path. */
const LEFT_TO_HTTP = { 400: "validation_failed", 405: "method_not_allowed", 404: "route_not_found" } as const;

/** Checks responses against the description. Returns complaints as sentences. */
export function judgeBy(description: Description, operations: readonly Operation[], schemas: Schemas, marker: string) {
  return (url: string, request: Planned, answer: Answer): string[] => {
    const here = operationsAt(operations, url);
    const method = request.method === "HEAD" ? "GET" : request.method;
    const operation = here.find((each) => each.method === method);
    const said = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    return [
      ...(answer.status >= 500 ? [`the response is an error with status ${answer.status}`] : []),
      ...(`${answer.text}\n${said}`.includes(marker) ? ["the response echoes the input"] : []),
      // For errors, the server drops the body when it writes to the socket.
      ...(request.method === "HEAD" && answer.status < 400 && answer.text !== "" ? ["HEAD has a body"] : []),
      ...judgeAnswer(),
    ];

    function judgeAnswer(): string[] {
      if (hostsOf(request) > 1) return judgeLeftToHttp(400, [], request, answer);
      if (request.method === "OPTIONS") return judgePreflight(url, answer);
      if (!operation) return judgeLeftToHttp(here.length > 0 ? 405 : 404, here, request, answer);
      const described = operation.responses[answer.status];
      if (!described) return [`${operation.operationId} is not described with ${answer.status}`];
      return [
        ...judgeHeaders(description, schemas, described, answer),
        ...(request.method === "HEAD" ? [] : judgeBody(schemas, described, answer)),
        ...judgeSoundness(schemas, operation, url, request, answer),
      ];
    }
  };
}

function judgePreflight(url: string, { status, headers, text }: Answer): string[] {
  const isPublic = /^\/v1(\/|$)/.test(new URL(url).pathname);
  const isOpen = !isPublic || headers.get("access-control-allow-origin") === "*";
  return status === 204 && isOpen && text === "" ? [] : [`OPTIONS got ${status} ${text}`];
}

const hostsOf = ({ headers }: Planned) => headers.filter(([name]) => name === "Host").length;

function judgeLeftToHttp(
  expected: keyof typeof LEFT_TO_HTTP,
  here: readonly Operation[],
  { method }: Planned,
  { status, headers, text }: Answer,
): string[] {
  if (status !== expected) return [`the status is ${status} instead of ${expected}`];
  const allowed = [
    ...here.map((each) => each.method),
    ...(here.some((each) => each.method === "GET") ? ["HEAD"] : []),
    "OPTIONS",
  ];
  const allow = headers.get("allow");
  return [
    ...(expected === 405 && allow?.split(", ").toSorted().join() !== allowed.toSorted().join()
      ? [`Allow is ${allow}`]
      : []),
    ...(method === "HEAD" ? [] : judgeEnvelope(text, headers, [LEFT_TO_HTTP[expected]])),
  ];
}

function judgeHeaders(
  description: Description,
  schemas: Schemas,
  { headers }: DescribedAnswer,
  answer: Answer,
): string[] {
  const codes = answer.text.includes("idempotency_in_progress") || answer.status === 429 || answer.status === 503;
  const missing = [...ALWAYS, ...Object.keys(headers)].filter(
    (name) => !answer.headers.has(name) && !SOMETIMES.includes(name) && (name !== "Retry-After" || codes),
  );
  const wrong = Object.keys(headers).flatMap((name) => {
    const value = answer.headers.get(name);
    const schema = description.components.headers[name]?.schema;
    if (value === null || !schema) return [];
    return schemas
      .fieldErrors(schema, schema.type === "integer" ? Number(value) : value)
      .map((fieldError) => `${name} ${fieldError}`);
  });
  return [...missing.map((name) => `the header ${name} is missing`), ...wrong];
}

function judgeBody(schemas: Schemas, described: DescribedAnswer, { text, headers }: Answer): string[] {
  const media = described.content?.["application/json"];
  if (!media) return text === "" ? [] : ["the response has a body, but none is described"];
  if (!/^application\/json(;\s*charset=utf-8)?$/.test(headers.get("content-type") ?? ""))
    return ["the content type is not JSON"];
  const body = parsed(text);
  const codes = Object.keys(errorsIn(described));
  return [
    ...schemas.fieldErrors(media.schema, body),
    ...schemas.undescribed(media.schema, body),
    ...(codes.length > 0 ? judgeEnvelope(text, headers, codes) : []),
  ];
}

/** Checks an error response: the envelope, with a described code and that code's message. */
function judgeEnvelope(text: string, headers: Headers, codes: readonly string[]): string[] {
  const { success, error } = (parsed(text) ?? {}) as { success?: boolean; error?: Record<string, unknown> };
  const code = String(error?.code);
  const sentence = (API_ERRORS as Record<string, { message: string }>)[code]?.message;
  return [
    ...(success === false ? [] : ["the body is not an error envelope"]),
    ...(codes.includes(code) ? [] : [`${code} is not described here`]),
    ...(error?.message === sentence ? [] : [`${code} has another message`]),
    ...(error?.requestId === headers.get("x-request-id") ? [] : ["the request IDs differ"]),
  ];
}

/** A request that is valid by the description must not be refused for its form; an invalid one must not be accepted. */
function judgeSoundness(
  schemas: Schemas,
  operation: Operation,
  url: string,
  request: Planned,
  answer: Answer,
): string[] {
  const verdict = isSound(schemas, operation, url, request);
  const code =
    request.method === "HEAD" ? "" : String((parsed(answer.text) as { error?: { code?: string } })?.error?.code);
  if (verdict === "sound" && FAULTS_OF_FORM.includes(code))
    return [`refused with ${code}, but valid by the description`];
  if (verdict === "faulty" && answer.status < 400) return ["accepted, but invalid by the description"];
  return [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
