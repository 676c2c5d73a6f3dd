import { z } from "zod";
import { findGift } from "#contract/gifts";
import { tidyMessage, tidySenderName } from "#contract/messages";
import { checkedField, shareCodeField, textField } from "../http/fields.ts";

/** What a friend sends to hang a gift. */
export const newGiftBody = z.strictObject({
  shareCode: shareCodeField,
  senderName: textField(tidySenderName),
  message: textField(tidyMessage),
  giftAssetId: checkedField((id) => findGift(id) !== undefined, "unknown_gift"),
  showSenderName: z.boolean().default(false),
});

export type NewGift = z.infer<typeof newGiftBody>;
