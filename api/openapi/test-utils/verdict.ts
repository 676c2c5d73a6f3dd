import { API_ERRORS } from "#contract/errors";
import type { Planned } from "./requests.ts";
import type { Schemas } from "./schemas.ts";
import { type DescribedAnswer, type Description, errorsIn, type Operation, operationsAt } from "./served.ts";
import { isSound } from "./soundness.ts";

export type Answer = { status: number; headers: Headers; text: string };

const ALWAYS = ["Access-Control-Allow-Origin", "X-Request-Id"];
// Given only where there is something to say: limits may be off, the last page has no next, some conflicts last.
const SOMETIMES = ["RateLimit", "RateLimit-Policy", "Link"];
const FAULTS_OF_FORM = [
  "validation_failed",
  "invalid_code",
  "invalid_json",
  "body_too_large",
  "unsupported_media_type",
];
/** What the description leaves to HTTP: several hosts, a method that an address does not have, and an address that is none. */
const LEFT_TO_HTTP = { 400: "validation_failed", 405: "method_not_allowed", 404: "route_not_found" } as const;

/** Holds answers against the description. Every complaint is a sentence. */
export function judgeBy(description: Description, operations: readonly Operation[], schemas: Schemas, marker: string) {
  return (url: string, asked: Planned, answer: Answer): string[] => {
    const here = operationsAt(operations, url);
    const method = asked.method === "HEAD" ? "GET" : asked.method;
    const operation = here.find((each) => each.method === method);
    const said = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    return [
      ...(answer.status >= 500 ? [`it failed with ${answer.status}`] : []),
      ...(`${answer.text}\n${said}`.includes(marker) ? ["it repeats what was sent"] : []),
      // Of a refusal, the server leaves the body out when it writes to the socket.
      ...(asked.method === "HEAD" && answer.status < 400 && answer.text !== "" ? ["HEAD has a body"] : []),
      ...judgeAnswer(),
    ];

    function judgeAnswer(): string[] {
      if (hostsOf(asked) > 1) return judgeLeftToHttp(400, [], asked, answer);
      if (asked.method === "OPTIONS") return judgePreflight(url, answer);
      if (!operation) return judgeLeftToHttp(here.length > 0 ? 405 : 404, here, asked, answer);
      const described = operation.responses[answer.status];
      if (!described) return [`${operation.operationId} is not described with ${answer.status}`];
      return [
        ...judgeHeaders(description, schemas, described, answer),
        ...(asked.method === "HEAD" ? [] : judgeBody(schemas, described, answer)),
        ...judgeSoundness(schemas, operation, url, asked, answer),
      ];
    }
  };
}

function judgePreflight(url: string, { status, headers, text }: Answer): string[] {
  const isPublic = /^\/v1(\/|$)/.test(new URL(url).pathname);
  const isOpen = !isPublic || headers.get("access-control-allow-origin") === "*";
  return status === 204 && isOpen && text === "" ? [] : [`OPTIONS is answered with ${status} ${text}`];
}

const hostsOf = ({ headers }: Planned) => headers.filter(([name]) => name === "Host").length;

function judgeLeftToHttp(
  wanted: keyof typeof LEFT_TO_HTTP,
  here: readonly Operation[],
  { method }: Planned,
  { status, headers, text }: Answer,
): string[] {
  if (status !== wanted) return [`it is answered with ${status} instead of ${wanted}`];
  const allowed = [
    ...here.map((each) => each.method),
    ...(here.some((each) => each.method === "GET") ? ["HEAD"] : []),
    "OPTIONS",
  ];
  const allow = headers.get("allow");
  return [
    ...(wanted === 405 && allow?.split(", ").toSorted().join() !== allowed.toSorted().join()
      ? [`Allow is ${allow}`]
      : []),
    ...(method === "HEAD" ? [] : judgeEnvelope(text, headers, [LEFT_TO_HTTP[wanted]])),
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
  if (!media) return text === "" ? [] : ["there is a body where none is described"];
  if (!/^application\/json(;\s*charset=utf-8)?$/.test(headers.get("content-type") ?? ""))
    return ["it is no JSON by its type"];
  const body = parsed(text);
  const codes = Object.keys(errorsIn(described));
  return [
    ...schemas.fieldErrors(media.schema, body),
    ...schemas.undescribed(media.schema, body),
    ...(codes.length > 0 ? judgeEnvelope(text, headers, codes) : []),
  ];
}

/** Of a failed answer: the envelope, with one of the codes that are described here, in its own words. */
function judgeEnvelope(text: string, headers: Headers, codes: readonly string[]): string[] {
  const { success, error } = (parsed(text) ?? {}) as { success?: boolean; error?: Record<string, unknown> };
  const code = String(error?.code);
  const sentence = (API_ERRORS as Record<string, { message: string }>)[code]?.message;
  return [
    ...(success === false ? [] : ["it is no envelope of a failure"]),
    ...(codes.includes(code) ? [] : [`${code} is not described here`]),
    ...(error?.message === sentence ? [] : [`${code} is said in other words`]),
    ...(error?.requestId === headers.get("x-request-id") ? [] : ["the request ids differ"]),
  ];
}

/** What the description calls right is not refused for its form; what it calls wrong is not taken. */
function judgeSoundness(schemas: Schemas, operation: Operation, url: string, asked: Planned, answer: Answer): string[] {
  const verdict = isSound(schemas, operation, url, asked);
  const code =
    asked.method === "HEAD" ? "" : String((parsed(answer.text) as { error?: { code?: string } })?.error?.code);
  if (verdict === "sound" && FAULTS_OF_FORM.includes(code))
    return [`it is refused as ${code}, and the description calls it right`];
  if (verdict === "faulty" && answer.status < 400) return ["it is taken, and the description calls it wrong"];
  return [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
