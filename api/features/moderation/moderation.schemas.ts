import { z } from "zod";
import { ACT_NOTE_MAX } from "#contract/limits";
import { ACT_REASONS, tidyActNote } from "#contract/moderation";
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
