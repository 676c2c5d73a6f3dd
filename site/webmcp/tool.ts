/** What an agent is told. A refusal says what is wrong, and what to do next. */
export type Answer = { ok: true; [fact: string]: unknown } | Refused;
export type Refused = { ok: false; code: string; error: string; hint: string; details?: unknown };

export const no = (code: string, error: string, hint: string): Refused => ({ ok: false, code, error, hint });

/** What agents are told of a tool: English, a description of at most 500 characters, 150 for a parameter. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  inputSchema: InputSchema;
  annotations?: { readOnlyHint?: true; untrustedContentHint?: true };
};

export type InputSchema = {
  type: "object";
  properties: Readonly<Record<string, { type: string; description: string; enum?: readonly string[] }>>;
  required: readonly string[];
  additionalProperties?: false;
};

/** A call as the page hands it to the site, which knows trees and rules: what the agent gave, and where it stands. */
export type Call = {
  input: Record<string, unknown>;
  /** The service's clock, in milliseconds. */
  now: number;
  /** The visitor's. */
  timeZone: string;
  /** The page's path and query, and whether somebody has typed there what is not sent. */
  page: string;
  isUnsent: boolean;
};

/** What the page does then: answer, perhaps go on to another page, or put a question to the person first. */
export type Reply = { answer: Answer; opening?: string } | { question: Question };

/** A form in a dialog. Calls with one key wait for the person together. */
export type Question = { key: string; html: string; busy: Refused; declined: Refused };
