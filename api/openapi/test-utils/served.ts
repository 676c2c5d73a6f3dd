import { API_URL } from "../../app.test-utils.ts";
import type { App } from "../../app.ts";

/** The description as clients get it: fetched from the API and parsed, without its sources. */

export type Schema = Record<string, unknown> & { $ref?: string; properties?: Record<string, Schema> };
export type Parameter = { name: string; in: "path" | "query" | "header"; required: boolean; schema: Schema };
type Media = { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };
export type DescribedAnswer = {
  description: string;
  headers: Record<string, { $ref: string }>;
  content?: { "application/json": Media };
};
type Ref = { $ref: string };
type DescribedOperation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: unknown[];
  parameters: (Parameter & { description: string; example: unknown })[];
  requestBody?: { content: { "application/json": Media } };
  responses: Record<string, DescribedAnswer | Ref>;
};
export type Description = {
  openapi: string;
  info: { description: string } & Record<string, unknown>;
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, DescribedAnswer>;
    headers: Record<string, { schema: Schema; example: unknown }>;
  };
};

/** An operation with its method and path, and its responses themselves instead of references to them. */
export type Operation = DescribedOperation & {
  method: string;
  path: string;
  responses: Record<string, DescribedAnswer>;
};

export async function served(app: App): Promise<Description> {
  return (await app.handle(new Request(`${API_URL}/openapi.json`))).json();
}

export function operationsOf({ paths, components }: Description): Operation[] {
  const itself = (answer: DescribedAnswer | Ref) =>
    "$ref" in answer ? (components.responses[answer.$ref.split("/").at(-1) ?? ""] as DescribedAnswer) : answer;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      ...{ method: method.toUpperCase(), path },
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, answer]) => [status, itself(answer)]),
      ),
    })),
  );
}

/** The example of an error response. */
export type FailureExample = { success: false; error: { code: string; message: string; details?: unknown[] } };

/** The errors described for a response, by code. */
export function errorsIn(answer: DescribedAnswer | undefined): Record<string, FailureExample> {
  const examples = Object.entries(answer?.content?.["application/json"].examples ?? {});
  return Object.fromEntries(examples.map(([code, { value }]) => [code, value as FailureExample]));
}

/** Returns the operations at a URL's path. `{code}` matches a nonempty segment; a trailing slash is allowed. */
export function operationsAt(operations: readonly Operation[], url: string): Operation[] {
  const given = new URL(url).pathname.replace(/(.)\/$/, "$1").split("/");
  return operations.filter(({ path }) => {
    const expected = path.split("/");
    return (
      expected.length === given.length &&
      expected.every((part, i) => (part.startsWith("{") ? given[i] !== "" : part === given[i]))
    );
  });
}
