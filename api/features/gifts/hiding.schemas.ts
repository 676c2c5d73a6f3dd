import { z } from "zod";
import { HIDDEN_KINDS, tidyHiddenText } from "#contract/hiding";
import { HIDDEN_TEXT_MAX } from "#contract/limits";
import { textField } from "../../http/fields.ts";

const about = { description: "The words, or the sender's name.", maxLength: HIDDEN_TEXT_MAX, examples: ["Bob"] };

export const hiddenEntryBody = z.strictObject({ kind: z.enum(HIDDEN_KINDS), text: textField(tidyHiddenText, about) });
