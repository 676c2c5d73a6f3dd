import { z } from "zod";
import { isDay } from "#contract/days";
import { SENDER_NAME_MAX, THANKS_MAX, TREE_NAME_MAX } from "#contract/limits";
import { tidySenderName } from "#contract/messages";
import { TREE_LOOKS, TREE_TYPES, tidyThanks, tidyTreeName } from "#contract/trees";
import { tidyTimeZone } from "../../../shared/time-zones.ts";
import { addFieldError, checkedField, emptiableTextField, shareCodeField, textField } from "../../http/input.ts";

const aboutName = {
  description: `The tree's name, up to ${TREE_NAME_MAX} characters.`,
  minLength: 1,
  maxLength: TREE_NAME_MAX,
  examples: ["Ada's tree"],
};
const aboutOwnerName = {
  description: `What the owner's friends call them, up to ${SENDER_NAME_MAX} characters. Absent if the owner gave no name.`,
  minLength: 1,
  maxLength: SENDER_NAME_MAX,
  examples: ["Ada"],
};
const aboutOrganizerName = {
  description: `What visitors call the person who prepares the tree as a surprise for its owner, up to ${SENDER_NAME_MAX} characters. Until the owner has claimed it, nobody can read its messages. Null on all other trees.`,
  minLength: 1,
  maxLength: SENDER_NAME_MAX,
  examples: ["Bob"],
};
const aboutDay = {
  description: "The day the messages open, at 00:00 in the tree's time zone.",
  format: "date",
  examples: ["2026-12-25"],
};
const aboutGiftsEnd = {
  description:
    "The last day the tree takes gifts, until it ends in the tree's time zone; null if there is none. After that, `isPaused` is true.",
  format: "date",
  examples: ["2026-12-24"],
};
const aboutZone = { description: "An IANA time zone.", maxLength: 64, examples: ["Asia/Seoul"] };

const aboutThanks = {
  description: `The owner's thank-you to all visitors of the open tree, up to ${THANKS_MAX} characters.`,
  minLength: 1,
  maxLength: THANKS_MAX,
  examples: ["Thank you all! You made my day."],
};

const name = textField(tidyTreeName, aboutName);
const ownerName = emptiableTextField(tidySenderName, aboutOwnerName);
const type = z.enum(TREE_TYPES).meta({ description: "What the tree celebrates.", examples: ["christmas"] });
const look = z.enum(TREE_LOOKS);
const openingDay = checkedField(isDay, "not_a_day", aboutDay);
const timeZone = z
  .string()
  .meta(aboutZone)
  .transform((raw, context) => {
    const known = tidyTimeZone(raw);
    if (known !== null) return known;
    addFieldError(context, "unknown_time_zone");
    return z.NEVER;
  });

export const newTreeBody = z.strictObject({ name, ownerName, type, look: look.optional(), openingDay, timeZone });

/** What an owner may change in a tree; omitted fields stay as they are. Null deletes the owner's name and the thank-you. */
export const treeChangesBody = z.strictObject({
  name: name.optional(),
  ownerName,
  look: look.optional(),
  openingDay: openingDay.optional(),
  isPaused: z.boolean().optional(),
  takesGiftsUntil: checkedField(isDay, "not_a_day", aboutGiftsEnd).nullable().optional(),
  namesNeedApproval: z.boolean().optional(),
  thanks: textField(tidyThanks, aboutThanks).nullable().optional(),
});

/** A tree that somebody prepares for its owner. What friends call both is fixed: the form tells it to those who write. */
export const newSurpriseBody = z.strictObject({
  ...newTreeBody.shape,
  ownerName: textField(tidySenderName, aboutOwnerName),
  organizerName: textField(tidySenderName, aboutOrganizerName),
});

/** What an organizer may change in a tree. */
export const surpriseChangesBody = treeChangesBody.pick({ name: true, openingDay: true, isPaused: true });

/** The link that claims a tree: which one, and its secret. */
export const claimBody = z.strictObject({ shareCode: shareCodeField, token: z.string().max(255) });

export type NewSurprise = z.infer<typeof newSurpriseBody>;
export type NewTree = z.infer<typeof newTreeBody>;
export type TreeChanges = z.infer<typeof treeChangesBody>;

export const tree = z
  .object({
    shareCode: shareCodeField,
    name: z.string().min(1).max(TREE_NAME_MAX).meta(aboutName),
    ownerName: z.string().min(1).max(SENDER_NAME_MAX).optional().meta(aboutOwnerName),
    organizerName: z
      .string()
      .min(1)
      .max(SENDER_NAME_MAX)
      .nullable()
      .meta({ ...aboutOrganizerName, examples: [null] }),
    type,
    openingDay: z.iso.date().meta(aboutDay),
    giftCount: z
      .int()
      .min(0)
      .meta({ description: "Number of visible gifts on the tree.", examples: [12] }),
    timeZone: z.string().meta(aboutZone),
    isOpen: z
      .boolean()
      .meta({ description: "Whether opening day has begun, by the server's clock.", examples: [false] }),
    isPaused: z.boolean().meta({
      description:
        "Whether the tree takes no gifts now, because its owner has paused them or `takesGiftsUntil` has passed. If so, new gifts are rejected with `tree_paused`.",
      examples: [false],
    }),
    takesGiftsUntil: z.iso.date().nullable().meta(aboutGiftsEnd),
  })
  .meta({ description: "The public part of a tree." });

/** Body of a request to mark gifts as seen: `page.here` of the newest page that was shown. */
export const seenBody = z.strictObject({ cursor: z.string().max(255) });
