import { z } from "zod";
import type { AppealField } from "#contract/appeals";
import { MESSAGE_MAX, SENDER_NAME_MAX, THANKS_MAX, TREE_NAME_MAX } from "#contract/limits";
import { tidyMessage, tidySenderName } from "#contract/messages";
import { tidyThanks, tidyTreeName } from "#contract/trees";
import { textField } from "../../http/input.ts";

const about = (maxLength: number) => ({ description: "A refused text.", maxLength, examples: ["Bob"] });

const texts = {
  message: textField(tidyMessage, about(MESSAGE_MAX)).optional(),
  senderName: textField(tidySenderName, about(SENDER_NAME_MAX)).optional(),
  treeName: textField(tidyTreeName, about(TREE_NAME_MAX)).optional(),
  thanks: textField(tidyThanks, about(THANKS_MAX)).optional(),
  ownerName: textField(tidySenderName, about(SENDER_NAME_MAX)).optional(),
} satisfies Record<AppealField, z.ZodType>;

/** Body of an appeal: the texts of a refused form, and whether moderators may read those that the filter refuses. */
export const appealBody = z.strictObject({ ...texts, includesText: z.boolean().default(false) });

export type NewAppeal = z.infer<typeof appealBody>;
