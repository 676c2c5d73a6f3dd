/**
 * What adding a gift means, independent of the server: the checks, the word filter, the encryption, the hashes. The
 * peers import it from here, so that they differ from us only in how they serve requests and query the database.
 * `tools.ts` bundles it for Node, which does not read TypeScript.
 */
import { createHash, createHmac } from "node:crypto";
import { sealText, unwrapTreeKey } from "../../api/platform/encryption/cipher.ts";
import { keyFor, readMessageKeys } from "../../api/platform/encryption/message-keys.ts";
import { isShareCode } from "../../contract/codes.ts";
import { findGift } from "../../contract/gifts.ts";
import { tidyMessage, tidySenderName } from "../../contract/messages.ts";
import { containsOffensiveWords } from "../../packages/word-filter/word-filter.ts";
import { dayIn } from "../../shared/time-zones.ts";

export type GiftInput = {
  shareCode: string;
  senderName: string;
  message: string;
  giftAssetId: string;
  showSenderName: boolean;
};

export { dayIn, isShareCode };

const KEYS_REMEMBERED = 10_000;
const PAGE_LIMIT = 100;
const ADDRESS_KEY = "a key for a day";
const messageKey = readMessageKeys(process.env.MESSAGE_KEY ?? "")?.[0];
const bodyKey = messageKey && keyFor(messageKey, "body hashes");
const treeKeys = new Map<string, { wrapped: Buffer; key: Buffer }>();

/** Returns the body in its stored form, or null if it is malformed. */
export function wantedGift(body: unknown): GiftInput | null {
  const { shareCode, senderName, message, giftAssetId, showSenderName = false } = Object(body);
  const texts = [senderName, message, shareCode, giftAssetId];
  if (!texts.every((text) => typeof text === "string") || typeof showSenderName !== "boolean") return null;
  const [name, text] = [tidySenderName(senderName), tidyMessage(message)];
  if (name.fieldError !== null || text.fieldError !== null || !isShareCode(shareCode) || !findGift(giftAssetId))
    return null;
  return { shareCode, senderName: name.text, message: text.text, giftAssetId, showSenderName };
}

export function isOffensive({ senderName, message }: GiftInput): boolean {
  return containsOffensiveWords(senderName) || containsOffensiveWords(message);
}

/** Encrypts what only the owner may read. */
export function sealGift(gift: GiftInput, id: string, wrapped: Buffer) {
  const key = treeKeyOf(gift.shareCode, wrapped);
  return {
    sealedSenderName: sealText(key, gift.senderName, ["sender name", gift.shareCode, id]),
    sealedText: sealText(key, gift.message, ["text", gift.shareCode, id]),
  };
}

/** The wrapped key of a recently used tree. */
export const knownWrapped = (shareCode: string): Buffer | undefined => treeKeys.get(shareCode)?.wrapped;

function treeKeyOf(shareCode: string, wrapped: Buffer): Buffer {
  const known = treeKeys.get(shareCode);
  if (known?.wrapped.equals(wrapped)) return known.key;
  if (!messageKey) throw new Error("MESSAGE_KEY is not set");
  const key = unwrapTreeKey(messageKey, wrapped, shareCode);
  if (!key) throw new Error("a tree's key does not open");
  treeKeys.set(shareCode, { wrapped, key });
  if (treeKeys.size > KEYS_REMEMBERED) treeKeys.delete(treeKeys.keys().next().value ?? "");
  return key;
}

export const addressHash = (address: string) => createHmac("sha256", ADDRESS_KEY).update(address).digest("base64url");

/** The ID under which a first answer is stored, and the hash that tells whether a repeat has the same body. */
export function repeatOf(key: string, caller: string, gift: GiftInput) {
  return {
    id: createHash("sha256").update(`POST /v1/messages\n${caller}\n${key}`).digest("base64url"),
    bodyHash: createHmac("sha256", bodyKey ?? "")
      .update(`${key}\n${JSON.stringify(gift)}`)
      .digest("base64url"),
  };
}

/**
 * The arguments of `take_hits` for one gift: keys, quotas, windows in ms, costs. The quotas are too high to be
 * reached.
 */
export function hitsOf(shareCode: string, caller: string) {
  return {
    keys: [`posts-per-address:${caller}`, `posts-per-tree:${shareCode}`, `cool-down-after-rejections:${caller}`],
    quotas: [1_000_000_000, 1_000_000_000, 1],
    windows: [60_000, 60_000, 600_000],
    costs: [1, 1, 0],
  };
}

type StoredTree = { version: number; opensAt: Date };
export function cachingHeaders({ version, opensAt }: StoredTree): { etag: string; "cache-control": string } {
  const isOpen = opensAt.getTime() <= Date.now();
  return {
    etag: `"v${version}.${isOpen ? 1 : 0}.3"`,
    "cache-control": "public, max-age=5, stale-while-revalidate=30",
  };
}

/** The paging info of a page of at most 100. There is one row more if another page follows. */
export function pageOf(rows: readonly { position: number }[], giftCount: number) {
  const last = rows[PAGE_LIMIT - 1];
  const hasNext = rows.length > PAGE_LIMIT && last;
  const next = hasNext ? Buffer.from(`below:${last.position}`).toString("base64url") : null;
  return { next, limit: PAGE_LIMIT, giftCount };
}
