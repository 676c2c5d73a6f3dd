import { z } from "zod";
import type { AppealField } from "#contract/appeals";
import { ACT_NOTE_MAX, MESSAGE_MAX, SENDER_NAME_MAX, THANKS_MAX, TREE_NAME_MAX } from "#contract/limits";
import { tidyMessage, tidySenderName } from "#contract/messages";
import { ACT_REASONS, tidyActNote } from "#contract/moderation";
import { tidyThanks, tidyTreeName } from "#contract/trees";
import { shareCodeField, textField } from "../../http/input.ts";

const note = textField(tidyActNote, {
  description: `In the moderator's own words, up to ${ACT_NOTE_MAX} characters; for moderators only.`,
  minLength: 1,
  maxLength: ACT_NOTE_MAX,
  examples: ["The name calls a child names."],
}).optional();

const target = { shareCode: shareCodeField, note };

/**
 * Body of a moderator's decision. `messageId` names the gift whose reports it answers; without it, those of the tree
 * itself.
 */
export const actBody = z.discriminatedUnion("act", [
  z.strictObject({
    ...target,
    act: z.literal("dismiss"),
    messageId: z.uuid().optional(),
    reason: z.enum(ACT_REASONS.dismiss),
    /** Time of the newest report that the moderator saw: later ones are not dismissed unread. */
    seen: z.iso.datetime().optional(),
  }),
  z.strictObject({
    ...target,
    act: z.literal("take_down_gift"),
    messageId: z.uuid(),
    reason: z.enum(ACT_REASONS.take_down_gift),
  }),
  z.strictObject({
    ...target,
    act: z.literal("take_down_thanks"),
    reason: z.enum(ACT_REASONS.take_down_thanks),
  }),
  z.strictObject({
    ...target,
    act: z.literal("take_down_tree"),
    messageId: z.uuid().optional(),
    reason: z.enum(ACT_REASONS.take_down_tree),
  }),
  z.strictObject({ act: z.literal("undo"), undoes: z.uuid(), reason: z.enum(ACT_REASONS.undo), note }),
]);

export type ActRequest = z.infer<typeof actBody>;
export type Decision = Exclude<ActRequest, { act: "undo" }>;
export type UndoRequest = Extract<ActRequest, { act: "undo" }>;

const about = (maxLength: number) => ({ description: "A refused text.", maxLength, examples: ["Bob"] });

const texts = {
  message: textField(tidyMessage, about(MESSAGE_MAX)).optional(),
  senderName: textField(tidySenderName, about(SENDER_NAME_MAX)).optional(),
  treeName: textField(tidyTreeName, about(TREE_NAME_MAX)).optional(),
  thanks: textField(tidyThanks, about(THANKS_MAX)).optional(),
  ownerName: textField(tidySenderName, about(SENDER_NAME_MAX)).optional(),
} satisfies Record<AppealField, z.ZodType>;

/** Body of a moderator's choice to get mails while something waits, or none. */
export const mailsBody = z.strictObject({ isOn: z.boolean() });

/** Body of an appeal: the texts of a refused form, and whether moderators may read those that the filter refuses. */
export const appealBody = z.strictObject({ ...texts, includesText: z.boolean().default(false) });

export type NewAppeal = z.infer<typeof appealBody>;
