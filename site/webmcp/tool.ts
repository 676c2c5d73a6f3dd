/** The answer to an agent. An error says what is wrong and what to do next. */
export type Answer = { ok: true; [fact: string]: unknown } | Refused;
export type Refused = { ok: false; code: string; error: string; hint: string; details?: unknown };

export const no = (code: string, error: string, hint: string): Refused => ({ ok: false, code, error, hint });

/** A tool as described to agents: in English, at most 500 characters for a description and 150 for a parameter. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  inputSchema: InputSchema;
  /** What it answers, a refusal included; browsers read the schemas of forms' answers nowhere. */
  outputSchema?: OutputSchema;
  annotations?: { readOnlyHint?: true; untrustedContentHint?: true };
};

export type InputSchema = {
  type: "object";
  properties: Readonly<Record<string, { type: string; description: string; enum?: readonly string[] }>>;
  required: readonly string[];
  additionalProperties?: false;
};

// Both schemas keep to the part of JSON Schema that Chromium is going to enforce; a test checks that.
export type OutputSchema = {
  type: "object";
  properties: Readonly<Record<string, OutputFact>>;
  required: readonly string[];
};
type OutputFact =
  | OutputSchema
  | { type: string | readonly string[]; description?: string; enum?: readonly string[] }
  | { type: "array"; items: OutputSchema };

/** A call as the page passes it to the site, which knows trees and rules: the agent's input and the page's state. */
export type Call = {
  input: Record<string, unknown>;
  /** The server's clock, in milliseconds. */
  now: number;
  /** The visitor's time zone. */
  timeZone: string;
  /** The page's path and query, and whether it contains typed text that was not sent. */
  page: string;
  isUnsent: boolean;
};

/** What the page does next: answer, perhaps open another page, or ask the person first. */
export type Reply = { answer: Answer; opening?: string } | { question: Question };

/** A form in a dialog. Calls with the same key share one dialog. */
export type Question = { key: string; html: string; busy: Refused; declined: Refused };

/** A tool's handler: its input has the schema's fields, as text. */
export type Answering = (
  input: Record<string, string>,
  call: Omit<Call, "input">,
  locals: Pick<App.Locals, "api" | "owner" | "at" | "strings">,
) => Promise<Reply>;
