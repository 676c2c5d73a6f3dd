import { z } from "zod";
import { findGift, GIFT_IDS } from "#contract/gifts";
import { GIFTS_DELETED_AT_ONCE_MAX, HIDDEN_TEXT_MAX, MESSAGE_MAX, REPLY_MAX, SENDER_NAME_MAX } from "#contract/limits";
import { tidyMessage, tidyReply, tidySenderName } from "#contract/messages";
import { HIDDEN_KINDS, tidyHiddenText } from "#contract/owners";
import { checkedField, shareCodeField, textField } from "../../http/input.ts";

const COUNTED =
  "Characters are Unicode code points after NFC and trimming; control characters are replaced or removed.";
const day = z.iso.date().meta({ description: "A day, in the tree's time zone.", examples: ["2026-12-24"] });
const id = z
  .uuid()
  .meta({ description: "The gift's id: opaque and unguessable.", examples: ["f907d062-5101-46c4-a2e2-7a80368f625a"] });
const giftAssetId = z
  .enum(GIFT_IDS as [string, ...string[]])
  .meta({ description: "A gift from the catalog.", examples: ["snow-globe"] });

/** The key of a private link is secret: a malformed one gets the same response as a wrong one. */
export const keyQuery = z.object({ key: z.string().catch("") });

export const newGiftBody = z
  .strictObject({
    shareCode: shareCodeField,
    senderName: textField(tidySenderName, {
      description: `Who the gift is from, 1 to ${SENDER_NAME_MAX} characters on one line. The owner always sees it. Characters that control the direction of text are removed. ${COUNTED}`,
      minLength: 1,
      maxLength: SENDER_NAME_MAX,
      examples: ["Bob"],
    }),
    message: textField(tidyMessage, {
      description: `The message, 1 to ${MESSAGE_MAX} characters; emoji, line breaks and indentation are stored as they are. Only the tree's owner can read it, from opening day on. ${COUNTED}`,
      minLength: 1,
      maxLength: MESSAGE_MAX,
      examples: ["Merry Christmas! 🎄"],
    }),
    giftAssetId: checkedField((given) => findGift(given) !== undefined, "unknown_gift", {
      description: "A gift from the catalog.",
      enum: GIFT_IDS,
      examples: ["snow-globe"],
    }),
    showSenderName: z
      .boolean()
      .default(false)
      .meta({
        description: "Whether visitors see the sender's name. On some trees, the owner has to approve it first.",
        examples: [true],
      }),
  })
  .meta({ description: "A gift to leave, with its message." });

export type NewGift = z.infer<typeof newGiftBody>;

export const giftIdsBody = z.strictObject({
  ids: z.array(z.string().max(255)).min(1).max(GIFTS_DELETED_AT_ONCE_MAX),
});

const someIds = z.array(z.string().max(255)).max(GIFTS_DELETED_AT_ONCE_MAX);

/** Body of a request to show or hide the names of senders who chose to show theirs: the ids of their gifts. */
export const namesBody = z.strictObject({ show: someIds, hide: someIds });

export const hideBody = z.strictObject({ isHidden: z.boolean() });

const aboutLine = { description: "The line with the heart.", maxLength: REPLY_MAX, examples: ["Thank you!"] };

/** An owner's reply to the sender of a gift. */
export const replyBody = z.strictObject({ line: textField(tidyReply, aboutLine).optional() });

const aboutHidden = { description: "The words, or the sender's name.", maxLength: HIDDEN_TEXT_MAX, examples: ["Bob"] };

/** An entry to add to an owner's list of words and senders to hide, or to remove. */
export const hiddenEntryBody = z.strictObject({
  kind: z.enum(HIDDEN_KINDS),
  text: textField(tidyHiddenText, aboutHidden),
});

export const listedGift = z
  .object({
    id,
    giftAssetId,
    senderName: z
      .string()
      .max(SENDER_NAME_MAX)
      .optional()
      .meta({
        description:
          "The sender's name. Absent unless the sender chose to show it and, on some trees, the owner approved it.",
        examples: ["Bob"],
      }),
    message: z.literal("").meta({ description: "Always empty: only the tree's owner can read the text." }),
    createdAt: day,
  })
  .meta({ description: "A gift on a tree." });

export const giftReceipt = z
  .object({
    id,
    shareCode: shareCodeField,
    giftAssetId,
    createdAt: day,
    giftCount: z
      .int()
      .min(1)
      .meta({ description: "Number of gifts on the tree, including this one.", examples: [12] }),
  })
  .meta({ description: "The receipt of a gift." });
