import { z } from "zod";
import { SHARE_CODE_PATTERN } from "#contract/codes";
import { PUBLIC_RATE_POLICIES, RATE_POLICIES } from "#contract/rate-limits";
import { RULES_FOR_AGENTS } from "#contract/rules";
import { version } from "../../package.json";
import { HEADERS } from "./headers.ts";
import { NAMED_SCHEMAS, OPERATIONS, type Operation, type SchemaName } from "./operations.ts";
import { FAILURE_SCHEMA, refusalComponents, responsesOf } from "./responses.ts";

type JsonSchema = Record<string, unknown>;

/** Builds the OpenAPI 3.1 description of the public API from the validation schemas. The same for every client. */
export function describeApi({ apiUrl, siteUrl }: { apiUrl: string; siteUrl: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(operation) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Tree Gifting API",
      version,
      summary: "Look up a tree, list its gifts, leave a gift with a message, report what breaks the guidelines.",
      description: introduction(),
      termsOfService: `${siteUrl}/guides/terms`,
      contact: { name: "Tree Gifting", url: siteUrl },
      license: { name: "MIT", identifier: "MIT" },
    },
    externalDocs: { description: "The API guide, with examples.", url: `${siteUrl}/guides/api` },
    servers: [{ url: apiUrl, description: "Production: this service.", "x-internal": false }],
    security: [],
    tags: [
      { name: "Trees", description: "The public part of a tree." },
      { name: "Gifts", description: "Listing the gifts on a tree, and leaving one." },
      { name: "Reports", description: "Reporting what breaks the community guidelines." },
      { name: "Service", description: "The service itself." },
    ],
    paths,
    components: {
      schemas: {
        ...Object.fromEntries(Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [name, jsonSchema(schema)])),
        Failure: FAILURE_SCHEMA,
      },
      responses: refusalComponents(OPERATIONS),
      headers: HEADERS,
    },
  };
}

function introduction(): string {
  const rules = RULES_FOR_AGENTS.map((rule, i) => `${i + 1}. ${rule}`).join("\n");
  const limits = Object.values(PUBLIC_RATE_POLICIES).map(
    (each) => `- \`${each.name}\`: ${each.quota} in ${each.windowSeconds} seconds`,
  );
  return `People create a tree and share its code. Friends leave gifts with messages, and the owner can read them from opening day on. Only the tree's owner can read the text of a message: no response of this API contains it.

Every response is an envelope: \`success\` says whether the request succeeded, \`data\` contains the result, and \`error\` says what went wrong. The API needs no credentials and ignores any that are sent. Any website may call it.

## Rules for apps and agents

${rules}

## Limits

${limits.join("\n")}

The operator may have set different quotas: \`RateLimit-Policy\` lists those that apply. If you exceed a limit, you get 429 with \`Retry-After\`.

## Versioning

Changes to \`/v1\` are additive: new endpoints, new optional request fields, new response fields. If an endpoint is going to be removed, its responses say so at least 180 days in advance, with \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594).`;
}

function describeOperation(operation: Operation) {
  const { id, tag, summary, description, body, limits } = operation;
  const names = limits.map((policy) => `\`${RATE_POLICIES[policy].name}\``).join(", ");
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: names ? `${description} Limits: ${names}.` : description,
    security: [],
    parameters: parametersOf(operation),
    ...(body && {
      requestBody: {
        required: true,
        description: "One JSON object in UTF-8, at most 16 KiB. Unknown fields are rejected by name.",
        content: { "application/json": { schema: { $ref: `#/components/schemas/${body}` }, example: exampleOf(body) } },
      },
    }),
    responses: responsesOf(operation, successExample(operation)),
  };
}

const CODE = parameter(
  "path",
  "code",
  "The tree's share code. It is case-sensitive.",
  { type: "string", minLength: 8, maxLength: 8, pattern: SHARE_CODE_PATTERN.source },
  "snWHu9aZ",
);
const IF_NONE_MATCH = parameter(
  "header",
  "If-None-Match",
  "Entity tags of responses that you have cached. If one of them is still current, you get 304.",
  { type: "string", maxLength: 500 },
  '"v42.0.3"',
);
const IDEMPOTENCY_KEY = parameter(
  "header",
  "Idempotency-Key",
  "A key of your choice, stored for at least 24 hours. If you retry with the same key and body, you get the original response, and nothing is done twice. A gift's key belongs to its tree: the same key on another tree leaves another gift. Errors are not stored: a corrected body may use the same key.",
  { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7E]+$" },
  "6f1c2a52-3f0e-4f8a-9a43-0d5b6a3f1c77",
);

function parametersOf({ hasCode, query, isCached, isRepeatable }: Operation) {
  const properties = query ? (jsonSchema(query).properties as Record<string, JsonSchema>) : {};
  const queried = Object.entries(properties).map(([name, { description, examples, ...schema }]) =>
    parameter("query", name, String(description), schema, (examples as unknown[])[0]),
  );
  const all = [hasCode && CODE, ...queried, isCached && IF_NONE_MATCH, isRepeatable && IDEMPOTENCY_KEY];
  return all.filter((each) => each !== undefined);
}

function parameter(
  place: "path" | "query" | "header",
  name: string,
  description: string,
  schema: JsonSchema,
  example: unknown,
) {
  return { name, in: place, description, required: place === "path", schema, example };
}

function successExample({ success }: Operation) {
  const data = exampleOf(success.data);
  return success.isList ? { success: true, data: [data], page: exampleOf("Page") } : { success: true, data };
}

function exampleOf(name: SchemaName): unknown {
  return exampleOfSchema(jsonSchema(NAMED_SCHEMAS[name]));
}

function exampleOfSchema(schema: JsonSchema): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if ("const" in schema) return schema.const;
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, exampleOfSchema(property)]));
}

// String lengths implied by a format.
const LENGTH_OF_FORMAT: Record<string, number> = { uuid: 36, date: 10, "date-time": 30, uri: 2048 };
const INT32_MAX = 2_147_483_647;

/** Returns the JSON Schema of a validation schema's input, with all bounds that clients may rely on. */
function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
  return bounded(described);
}

function bounded(schema: JsonSchema): JsonSchema {
  const children = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const properties = Object.entries(children).map(([name, child]) => [name, bounded(child)]);
  return {
    ...schema,
    ...boundsOf(schema),
    ...(schema.properties !== undefined && { properties: Object.fromEntries(properties) }),
  };
}

function boundsOf({ type, format, maxLength, maximum, anyOf }: JsonSchema): JsonSchema {
  // Turns "a string or null" into one schema with two types, which client generators handle better.
  if (Array.isArray(anyOf) && anyOf.length === 2 && anyOf[1].type === "null") {
    return { ...bounded(anyOf[0]), type: [anyOf[0].type, "null"], anyOf: undefined };
  }
  if (type === "integer") {
    return { format: "int32", maximum: Math.min(Number(maximum ?? INT32_MAX), INT32_MAX) };
  }
  const length = LENGTH_OF_FORMAT[String(format)];
  return type === "string" && maxLength === undefined && length !== undefined ? { maxLength: length } : {};
}
