import type { Language } from "./languages.ts";

/** A browser's push subscription (RFC 8030, 8291), and the language of the page that it was made on. */
export type PushDevice = { endpoint: string; keys: { p256dh: string; auth: string }; language: Language };

/** What browsers subscribe with; null if the operator has switched notifications off. */
export type PushOffer = { key: string | null };

/** Maximum devices that are told of one gift. */
export const DEVICES_PER_GIFT_MAX = 3;
/** Maximum devices of a tree's senders: all are told of its opening at once. */
export const DEVICES_PER_TREE_MAX = 10_000;
/** Maximum devices that are told of an owner's trees: another takes the place of that of the oldest session. */
export const DEVICES_PER_OWNER_MAX = 10;
/** Days from a tree's opening for which the devices of its gifts' senders are kept. */
export const DEVICE_KEPT_DAYS = 30;
/** The push services of Chrome, Edge, Firefox, and Safari. */
export const PUSH_SERVICES = [
  "fcm.googleapis.com",
  "*.notify.windows.com",
  "*.push.services.mozilla.com",
  "*.push.apple.com",
];
