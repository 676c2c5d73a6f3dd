import { GIFT_IDS } from "#contract/gifts";
import { MESSAGE_MAX, SENDER_NAME_MAX } from "#contract/limits";
import { partsIn } from "../guides/parts.ts";
import type { Language } from "../i18n/languages.ts";
import type { Tool } from "./tool.ts";

// Forms that are tools by their attributes. Browsers derive the schemas from the controls; these are the same, so that
// a guide can show them.

export const FILL_TREE_CODE = {
  name: "fill_tree_code",
  title: "Fill in a tree's code",
  description:
    "Fills in the code of a tree. The person presses the button that opens it, and the call ends with that press. Use it if the person wants to check the code first; open_tree opens a tree right away. A second call replaces what the first one filled in, and only the last call is answered.",
  inputSchema: {
    type: "object",
    properties: {
      tree: {
        type: "string",
        description: "The tree's share code, 8 letters and digits, or its link. Case-sensitive.",
      },
    },
    required: ["tree"],
  },
} as const satisfies Tool;

export const FILL_MESSAGE = {
  name: "fill_message",
  title: "Fill in a gift with its message",
  description:
    "Fills in the form for a gift on the tree of this page: which gift, the message, who it is from. Fill in only what the person wrote or approved. Nothing is sent: the person reads it and presses Send, and the call ends with that press. A second call replaces what the first one filled in, and only the last call is answered.",
  inputSchema: {
    type: "object",
    properties: {
      giftAssetId: { type: "string", enum: GIFT_IDS, description: "The gift to hang on the tree." },
      message: {
        type: "string",
        description: `The message, 1 to ${MESSAGE_MAX} characters. Only the tree's owner can read it, from opening day on.`,
      },
      senderName: {
        type: "string",
        description: `The sender's name, 1 to ${SENDER_NAME_MAX} characters on one line. The owner always sees it.`,
      },
      showSenderName: {
        type: "boolean",
        description: "Whether other visitors see the name, too. Omit it unless the person wants that.",
      },
    },
    required: ["giftAssetId", "message", "senderName"],
  },
} as const satisfies Tool;

export const FORM_TOOLS: readonly Tool[] = [FILL_TREE_CODE, FILL_MESSAGE];

/** What a form says of itself as a tool, and of its fields, in the language of its page. */
export function spokenTool(tool: typeof FILL_TREE_CODE | typeof FILL_MESSAGE, language: Language) {
  const own = partsIn[language]?.tools.inOwnWords?.[tool.name];
  const inEnglish = Object.entries<{ description: string }>(tool.inputSchema.properties);
  return {
    title: own?.title ?? tool.title,
    description: own?.description ?? tool.description,
    fields: own?.parameters ?? Object.fromEntries(inEnglish.map(([name, { description }]) => [name, description])),
  };
}
