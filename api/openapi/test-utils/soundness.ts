import { BODY_MAX_BYTES } from "#contract/limits";
import { tidyMessage, tidySenderName } from "#contract/messages";
import { tidyReportDetails } from "#contract/reports";
import type { Planned } from "./requests.ts";
import type { Schemas } from "./schemas.ts";
import type { Operation, Parameter, Schema } from "./served.ts";

/** `unclear` if it depends on character rules, which a schema cannot express. */
export type Soundness = "sound" | "faulty" | "unclear";

const TEXTS = { message: tidyMessage, senderName: tidySenderName, details: tidyReportDetails };
const JSON_TYPE = /^application\/json(; charset=utf-8)?$/i;

/** Whether a request is valid by the description: its path, query, headers and body. */
export function isSound(schemas: Schemas, operation: Operation, url: string, request: Planned): Soundness {
  const parts = [
    address(schemas, operation, url),
    query(schemas, operation, url),
    headers(schemas, operation, request),
    operation.requestBody ? body(schemas, operation.requestBody.content["application/json"].schema, request) : "sound",
  ] as const;
  return parts.includes("faulty") ? "faulty" : parts.includes("unclear") ? "unclear" : "sound";
}

const of = (isRight: boolean): Soundness => (isRight ? "sound" : "faulty");

function address(schemas: Schemas, { path, parameters }: Operation, url: string): Soundness {
  const at = path.split("/").findIndex((part) => part.startsWith("{"));
  const parameter = parameters.find((each) => each.in === "path");
  if (!parameter) return "sound";
  try {
    const value = decodeURIComponent(new URL(url).pathname.split("/")[at] ?? "");
    return of(schemas.fieldErrors(parameter.schema, value).length === 0);
  } catch {
    return "faulty";
  }
}

function query(schemas: Schemas, { parameters }: Operation, url: string): Soundness {
  const described = parameters.filter((each) => each.in === "query");
  // Without described query parameters, the query has no effect.
  if (described.length === 0) return "sound";
  const given = [...new URL(url).searchParams];
  const isRight = given.every(([name, value], i) => {
    const parameter = described.find((each) => each.name === name);
    const isRepeated = given.findIndex(([other]) => other === name) !== i;
    return parameter !== undefined && !isRepeated && faultsOf(schemas, parameter, value).length === 0;
  });
  if (isRight) return "sound";
  // Cursors are opaque: the documented length does not matter to clients that use issued ones. `&&` has no effect.
  const isSlight = given.every(([name, value]) => name === "" || (name === "cursor" && value.length > 255));
  return isSlight ? "unclear" : "faulty";
}

function faultsOf(schemas: Schemas, { schema }: Parameter, value: string): string[] {
  if (schema.type !== "integer") return schemas.fieldErrors(schema, value);
  return /^-?\d{1,9}$/.test(value) ? schemas.fieldErrors(schema, Number(value)) : ["no integer"];
}

function headers(schemas: Schemas, { parameters }: Operation, request: Planned): Soundness {
  const sent = new Headers(request.headers);
  const wrong = parameters.filter((each) => {
    const value = each.in === "header" ? sent.get(each.name) : null;
    return value !== null && schemas.fieldErrors(each.schema, value).length > 0;
  });
  if (wrong.length === 0) return "sound";
  // An invalid ETag simply does not match (RFC 9110).
  return wrong.every(({ name }) => name === "If-None-Match") ? "unclear" : "faulty";
}

function body(schemas: Schemas, schema: Schema, request: Planned): Soundness {
  const sent = new Headers(request.headers);
  if (!request.body || !JSON_TYPE.test(sent.get("content-type") ?? "")) return "faulty";
  if (request.body.length > BODY_MAX_BYTES) return "faulty";
  const length = sent.get("content-length");
  if (length !== null && Number(length) !== request.body.length) return "unclear";
  try {
    return content(schemas, schema, JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(request.body)));
  } catch {
    return "faulty";
  }
}

function content(schemas: Schemas, schema: Schema, value: unknown): Soundness {
  if (typeof value !== "object" || value === null) return of(schemas.fieldErrors(schema, value).length === 0);
  const given = value as Record<string, unknown>;
  const texts = Object.entries(TEXTS).flatMap(([name, tidy]) => {
    const text = given[name];
    return typeof text === "string" ? [{ name, ...tidy(text) }] : [];
  });
  // As the description counts: after NFC and trimming, and without bidirectional controls in a name.
  const tidied = texts.flatMap(({ name, text }) => (text === null ? [] : [[name, text]]));
  const fieldErrors = schemas.fieldErrors(schema, { ...given, ...Object.fromEntries(tidied) });
  // The documented length of a gift's ID does not matter: any other ID is simply unknown.
  if (fieldErrors.length > 0)
    return fieldErrors.every((fieldError) => fieldError.startsWith("/messageId must NOT have more"))
      ? "unclear"
      : "faulty";
  // NFC makes some texts longer than the schema counts them.
  return texts.every(({ fieldError }) => fieldError === null) ? "sound" : "unclear";
}
