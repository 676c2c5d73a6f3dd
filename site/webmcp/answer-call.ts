import { type Answering, type Call, type InputSchema, no, type Refused, type Reply, type Tool } from "./tool.ts";
import { answerCreateTree } from "./tools/create-tree.ts";
import { answerDaysUntil } from "./tools/days-until.ts";
import { answerOpenTree } from "./tools/open-tree.ts";
import { TOOLS } from "./tools.ts";

const ANSWERING: Record<string, Answering> = {
  open_tree: answerOpenTree,
  create_tree: answerCreateTree,
  days_until: answerDaysUntil,
};

/** Answers a tool call; null if there is no such tool. */
export async function answerCall(
  name: string,
  { input, ...call }: Call,
  locals: Parameters<Answering>[2],
): Promise<Reply | null> {
  const tool: Tool | undefined = TOOLS.find((each) => each.name === name);
  const answering = ANSWERING[name];
  if (!tool || !answering) return null;
  const refused = refusalOf(input, tool.inputSchema);
  return refused ? { answer: refused } : answering(input as Record<string, string>, call, locals);
}

/** Parses a call; missing or invalid fields are ignored. The time is the server's: trees open by its clock. */
export function callIn(given: unknown): Call {
  const said = isRecord(given) ? given : {};
  return {
    input: isRecord(said.input) ? said.input : {},
    now: Date.now(),
    timeZone: textIn(said.timeZone),
    page: textIn(said.page),
    isUnsent: said.isUnsent === true,
  };
}

/** Validates an input against its schema, which browsers do not do; null if it is valid. */
function refusalOf(input: Record<string, unknown>, { properties, required }: InputSchema): Refused | null {
  const known = Object.keys(properties);
  if (Object.keys(input).some((name) => !known.includes(name)))
    return no("unknown_parameter", "This tool does not have one of these parameters.", `It takes ${known.join(", ")}.`);
  for (const [name, { description, enum: values }] of Object.entries(properties)) {
    const value = input[name];
    if (value === undefined && !required.includes(name)) continue;
    const isRight = typeof value === "string" && value.trim() !== "" && (values?.includes(value) ?? true);
    if (!isRight) return no(`invalid_${name}`, `${name} is missing or invalid.`, hintFor(description, values));
  }
  return null;
}

const hintFor = (description: string, values?: readonly string[]) =>
  values ? `${description} One of ${values.join(", ")}.` : description;

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
