import { TREE_NAME_MAX } from "#contract/limits";
import { TREE_TYPES } from "#contract/trees";
import type { OutputSchema, Tool } from "./tool.ts";

const text = { type: "string" };
const yesOrNo = { type: "boolean" };
const whole = { type: "integer" };

/** A schema of answers: those facts if `ok`, else why not and what to do. */
const answering = (facts: OutputSchema["properties"]): OutputSchema => ({
  type: "object",
  properties: { ok: yesOrNo, ...facts, code: text, error: text, hint: { ...text, description: "What to do next." } },
  required: ["ok"],
});

const OPEN_TREE: Tool = {
  name: "open_tree",
  title: "Open a tree",
  description:
    "Opens a tree in this tab by its code or link, to see it or to leave a gift on it. Messages on trees are private and never shown.",
  inputSchema: {
    type: "object",
    properties: {
      tree: { type: "string", description: "The tree's code or link, or text that contains it." },
    },
    required: ["tree"],
    additionalProperties: false,
  },
  outputSchema: answering({
    opening: { ...text, description: "The page that opens." },
    tree: {
      type: "object",
      properties: {
        ...{ shareCode: text, name: text, type: { ...text, enum: TREE_TYPES }, openingDay: text },
        ownerName: text,
        organizerName: { type: ["string", "null"] },
        ...{ giftCount: whole, timeZone: text, isOpen: yesOrNo, isPaused: yesOrNo },
        takesGiftsUntil: {
          type: ["string", "null"],
          description: "The last day for gifts, in its time zone, if there is one.",
        },
      },
      required: ["shareCode"],
    },
  }),
  // Names are people's own text.
  annotations: { untrustedContentHint: true },
};

const CREATE_TREE: Tool = {
  name: "create_tree",
  title: "Create a tree",
  description:
    "Creates the person's own tree, where friends leave gifts with messages. The page shows it filled in. It is created only when the person presses the button there, and the call ends with that press. If they are signed out, the filled-in form opens, and they sign in there. A repeated call for the same tree does not create a second one.",
  inputSchema: {
    type: "object",
    properties: {
      name: {
        type: "string",
        description: `The tree's name, 1 to ${TREE_NAME_MAX} characters. Anyone with the link can see it.`,
      },
      type: { type: "string", enum: TREE_TYPES, description: "What it celebrates." },
      openingDay: {
        type: "string",
        description:
          "The day it opens, such as 2026-12-25. Required for a birthday. Otherwise defaults to the next December 25 or February 14.",
      },
      timeZone: {
        type: "string",
        description: "IANA time zone, such as Asia/Seoul. Defaults to the person's.",
      },
    },
    required: ["name", "type"],
    additionalProperties: false,
  },
  outputSchema: answering({
    ...{ created: yesOrNo, opening: text, shareCode: text, link: text },
    details: {
      type: "array",
      items: {
        type: "object",
        properties: {
          ...{ field: text, reason: text, expected: text, character: text },
          ...{ position: whole, length: whole, min: whole, max: whole },
        },
        required: ["field", "reason"],
      },
    },
  }),
};

const DAYS_UNTIL: Tool = {
  name: "days_until",
  title: "Count the days",
  description:
    "Counts the days until a tree opens, a date, Christmas or Valentine's Day, in the tree's time zone or otherwise the person's. 0 means today, and a past day gives a negative number.",
  inputSchema: {
    type: "object",
    properties: {
      until: {
        type: "string",
        description: "A tree's code or link, a date such as 2026-12-25, christmas, or valentine.",
      },
    },
    required: ["until"],
    additionalProperties: false,
  },
  outputSchema: answering({
    days: { type: "integer", description: "Negative if the day has passed." },
    ...{ day: text, today: text, timeZone: text, shareCode: text, isOpen: yesOrNo },
  }),
  annotations: { readOnlyHint: true },
};

/** The tools offered on every page. How the server answers each is in `tools/`: none of that goes to the browser. */
export const TOOLS = [OPEN_TREE, CREATE_TREE, DAYS_UNTIL] as const;
