import { dayIn, isDay, tidyTimeZone } from "#contract/days";
import { TREE_NAME_MAX } from "#contract/limits";
import { isTreeType, openingDayRange, proposedOpeningDay, TREE_TYPES, tidyTreeName } from "#contract/trees";
import { confirmDialog, type TreeInput } from "../confirm-dialog.ts";
import { type Answering, no, type Refused, type Tool } from "../tool.ts";
import { unsentText } from "./open-tree.ts";

export const CREATE_TREE: Tool = {
  name: "create_tree",
  title: "Create a tree",
  description:
    "Creates the person's own tree, on which friends hang gifts with messages. The page shows it filled in; it is created when the person presses the button there, and the call ends with that press. Someone signed out is led to the form, filled in, to sign in there. A repeated call for the same tree creates no second one.",
  inputSchema: {
    type: "object",
    properties: {
      name: {
        type: "string",
        description: `The tree's name, 1 to ${TREE_NAME_MAX} characters. Everyone with its link sees it.`,
      },
      type: { type: "string", enum: TREE_TYPES, description: "What it celebrates." },
      openingDay: {
        type: "string",
        description:
          "The day it opens, such as 2026-12-25. A birthday needs it; else left out, it is the next 25 December or 14 February.",
      },
      timeZone: {
        type: "string",
        description: "IANA time zone, such as Asia/Seoul. Left out, the person's.",
      },
    },
    required: ["name", "type"],
    additionalProperties: false,
  },
};

export const answerCreateTree: Answering = async (input, call, locals) => {
  const tree = treeIn({ ...input, timeZone: input.timeZone ?? call.timeZone });
  if ("ok" in tree) return { answer: tree };
  if (call.isUnsent) return { answer: unsentText };
  if (locals.owner) {
    const key = JSON.stringify([locals.owner.id, tree]);
    return { question: { key, html: confirmDialog(tree, locals), busy, declined } };
  }
  const opening = locals.at(`/create?${new URLSearchParams({ ...tree, assistant: "" })}`);
  const hint = "The page opens with the tree filled in. Tell the person to go on there: sign in or up, then create it.";
  return { answer: { ok: true, created: false, opening, hint }, opening };
};

/** The requested tree with defaults filled in, or an error. */
function treeIn({
  name = "",
  type,
  openingDay,
  timeZone = "",
}: Record<string, string | undefined>): TreeInput | Refused {
  const bad = (field: string, hint: string) => no(`invalid_${field}`, `${field} is not as it should be.`, hint);
  const tidied = tidyTreeName(name);
  if (tidied.fieldError !== null)
    return bad("name", `${tidied.fieldError}: use 1 to ${TREE_NAME_MAX} characters in one line.`);
  if (!isTreeType(type)) return bad("type", `Use one of ${TREE_TYPES.join(", ")}.`);
  const zone = tidyTimeZone(timeZone);
  if (zone === null) return bad("timeZone", "Leave it out, or use an IANA name such as Europe/Berlin.");
  const today = dayIn(zone, new Date());
  if (!openingDay && type === "birthday") return bad("openingDay", "Ask the person for the day, such as 2026-12-24.");
  const day = openingDay || proposedOpeningDay(type, today);
  const { earliest, latest } = openingDayRange(today);
  if (!isDay(day) || day < earliest || day > latest)
    return bad("openingDay", `Use a day from ${earliest} to ${latest}.`);
  return { name: tidied.text, type, openingDay: day, timeZone: zone };
}

const busy = no("busy", "Another tree waits for the person's word.", "Wait for that call's answer, then call again.");
const declined = no("declined", "The person does not want this tree.", "Ask the person what should be different.");
