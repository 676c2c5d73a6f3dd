import { z } from "zod";
import { isDay, tidyTimeZone } from "#contract/days";
import { tidyTreeName } from "#contract/messages";
import { TREE_TYPES } from "#contract/trees";
import { checkedField, textField } from "../http/fields.ts";

const name = textField(tidyTreeName);
const openingDay = checkedField(isDay, "not_a_day");
const timeZone = z.string().transform((raw, context) => {
  const known = tidyTimeZone(raw);
  if (known !== null) return known;
  context.addIssue({ code: "custom", message: "unknown_time_zone" });
  return z.NEVER;
});

/** What an owner sends to create a tree. */
export const newTreeBody = z.strictObject({ name, type: z.enum(TREE_TYPES), openingDay, timeZone });

/** What an owner may change of a tree; fields left out stay as they are. */
export const treeChangesBody = z.strictObject({
  name: name.optional(),
  openingDay: openingDay.optional(),
  isPaused: z.boolean().optional(),
});
