import { API_URL } from "../../app.test-utils.ts";
import type { App } from "../../app.ts";

/** The description as strangers get it: fetched from the API, and read without knowing what it was made from. */

export type Schema = Record<string, unknown> & { $ref?: string; properties?: Record<string, Schema> };
export type Parameter = { name: string; in: "path" | "query" | "header"; required: boolean; schema: Schema };
type Media = { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };
export type DescribedAnswer = {
  description: string;
  headers: Record<string, { $ref: string }>;
  content?: { "application/json": Media };
};
export type DescribedOperation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: unknown[];
  parameters: (Parameter & { description: string; example: unknown })[];
  requestBody?: { content: { "application/json": Media } };
  responses: Record<string, DescribedAnswer>;
};
export type Description = {
  openapi: string;
  info: { description: string } & Record<string, unknown>;
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema>; headers: Record<string, { schema: Schema; example: unknown }> };
};

/** One operation with its place. */
export type Operation = DescribedOperation & { method: string; path: string };

export async function served(app: App): Promise<Description> {
  return (await app.handle(new Request(`${API_URL}/openapi.json`))).json();
}

export function operationsOf({ paths }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

/** What a failed answer's example says. */
export type FailureExample = { success: false; error: { code: string; message: string; details?: unknown[] } };

/** The refusals that an answer is described with, by their codes. */
export function errorsIn(answer: DescribedAnswer | undefined): Record<string, FailureExample> {
  const examples = Object.entries(answer?.content?.["application/json"].examples ?? {});
  return Object.fromEntries(examples.map(([code, { value }]) => [code, value as FailureExample]));
}

/** The operations whose path an address has; `{code}` stands for one part that is not empty, a slash may follow. */
export function operationsAt(operations: readonly Operation[], url: string): Operation[] {
  const given = new URL(url).pathname.replace(/(.)\/$/, "$1").split("/");
  return operations.filter(({ path }) => {
    const wanted = path.split("/");
    return (
      wanted.length === given.length &&
      wanted.every((part, i) => (part.startsWith("{") ? given[i] !== "" : part === given[i]))
    );
  });
}
