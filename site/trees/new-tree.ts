import { isDay } from "#contract/days";
import { TREE_LOOKS, TREE_TYPES, type TreeLook, type TreeType } from "#contract/trees";
import { tidyTimeZone } from "../../shared/time-zones.ts";
import type { FormState } from "../forms/form.ts";

/** What the page of a new tree shows: the occasion and look, then its details, also if all is filled in. */
export type NewTreeState = { type: TreeType; look: TreeLook; step: 1 | 2 };

export function newTreeState({ values, fieldErrors }: Pick<FormState, "values" | "fieldErrors">): NewTreeState {
  const type = TREE_TYPES.find((each) => each === values.type) ?? "christmas";
  const look = TREE_LOOKS.find((each) => each === values.look) ?? "classic";
  const { name, openingDay = "", timeZone = "" } = values;
  if (fieldErrors.type || fieldErrors.look) return { type, look, step: 1 };
  const isFilledIn = name && isDay(openingDay) && tidyTimeZone(timeZone);
  return { type, look, step: isFilledIn || Object.keys(fieldErrors).length > 0 ? 2 : 1 };
}
