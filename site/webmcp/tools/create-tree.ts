import { isDay } from "#contract/days";
import { TREE_NAME_MAX } from "#contract/limits";
import { isTreeType, openingDayRange, proposedOpeningDay, TREE_TYPES, tidyTreeName } from "#contract/trees";
import { dayIn, tidyTimeZone } from "../../../shared/time-zones.ts";
import { confirmDialog, type TreeInput } from "../confirm-dialog.ts";
import { type Answering, no, type Refused } from "../tool.ts";
import { unsentText } from "./open-tree.ts";

export const answerCreateTree: Answering = async (input, call, locals) => {
  const tree = treeIn({ ...input, timeZone: input.timeZone ?? call.timeZone });
  if ("ok" in tree) return { answer: tree };
  if (call.isUnsent) return { answer: unsentText };
  if (locals.owner) {
    const key = JSON.stringify([locals.owner.id, tree]);
    return { question: { key, html: confirmDialog(tree, locals), busy, declined } };
  }
  const opening = locals.at(`/create?${new URLSearchParams({ ...tree, assistant: "" })}`);
  const hint =
    "The form opens with the tree filled in. Tell the person to continue there: sign in or sign up, then create it.";
  return { answer: { ok: true, created: false, opening, hint }, opening };
};

/** The requested tree with defaults filled in, or an error. */
function treeIn({
  name = "",
  type,
  openingDay,
  timeZone = "",
}: Record<string, string | undefined>): TreeInput | Refused {
  const bad = (field: string, hint: string) => no(`invalid_${field}`, `${field} is invalid.`, hint);
  const tidied = tidyTreeName(name);
  if (tidied.fieldError !== null)
    return bad("name", `${tidied.fieldError}: use 1 to ${TREE_NAME_MAX} characters on one line.`);
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

const busy = no(
  "busy",
  "The person is still deciding about another tree.",
  "Wait for the result of that call, then call again.",
);
const declined = no("declined", "The person does not want this tree.", "Ask the person what should be different.");
