const text = { type: "string" };
const count = { type: "integer" };
const flag = { type: "boolean" };
const envelope = (data, more = {}) => ({ type: "object", properties: { success: flag, data, ...more } });

export const treeAnswer = envelope({
  type: "object",
  properties: {
    shareCode: text,
    name: text,
    organizerName: { type: ["string", "null"] },
    type: text,
    openingDay: text,
    giftCount: count,
    timeZone: text,
    isPaused: flag,
    takesGiftsUntil: { type: ["string", "null"] },
    isOpen: flag,
  },
});

export const pageAnswer = envelope(
  {
    type: "array",
    items: {
      type: "object",
      properties: { id: text, giftAssetId: text, senderName: text, message: text, createdAt: text },
    },
  },
  {
    page: {
      type: "object",
      properties: { next: { type: ["string", "null"] }, limit: count, giftCount: count },
    },
  },
);

export const receiptAnswer = envelope({
  type: "object",
  properties: { id: text, shareCode: text, giftAssetId: text, createdAt: text, giftCount: count },
});
