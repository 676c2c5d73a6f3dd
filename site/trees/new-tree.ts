import { type Day, isDay } from "#contract/days";
import { TREE_LOOKS, TREE_TYPES, type TreeLook, type TreeType } from "#contract/trees";
import { tidyTimeZone } from "../../shared/time-zones.ts";
import type { FormState } from "../forms/form.ts";

/** What the page of a new tree shows: the first of its form's steps that is left. */
export type NewTreeState = { type: TreeType; look: TreeLook } & (
  | /** Nothing is chosen yet, or something is wrong with it. */ { step: 1 }
  | /** Something is wrong with its details. */ { step: 2 }
  | /** All is filled in, as after signing in. */ { step: 3; name: string; openingDay: Day; timeZone: string }
);

export function newTreeState({ values, fieldErrors }: Pick<FormState, "values" | "fieldErrors">): NewTreeState {
  const chosen = {
    type: TREE_TYPES.find((type) => type === values.type) ?? "christmas",
    look: TREE_LOOKS.find((look) => look === values.look) ?? "classic",
  } as const;
  const { name, openingDay = "", timeZone = "" } = values;
  if (fieldErrors.type || fieldErrors.look) return { ...chosen, step: 1 };
  if (Object.keys(fieldErrors).length > 0) return { ...chosen, step: 2 };
  const isComplete = name && isDay(openingDay) && tidyTimeZone(timeZone);
  return isComplete ? { ...chosen, step: 3, name, openingDay, timeZone } : { ...chosen, step: 1 };
}
