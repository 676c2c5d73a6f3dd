import type { Sql } from "postgres";
import { makeTreeKey, sealText, unwrapTreeKey, wrapTreeKey } from "../../api/platform/encryption/cipher.ts";
import { readMessageKeys } from "../../api/platform/encryption/message-keys.ts";
import { codeOf, firstFull, LARGEST, lastFull, type Shape } from "./shape.ts";

/** The message key of every server under test; it protects nothing but made-up greetings. */
export const MESSAGE_KEY = `bench:${Buffer.alloc(32, "a key for benchmarks").toString("base64")}`;

const KEYS_AT_ONCE = 10_000;
const SEALED_FOR_REAL = 200;
const NAME = "Grandmother";
const TEXT = "Merry Christmas! May the new year bring you many quiet evenings, good friends and warm feet. 🎄";

/** An encrypted message that belongs to no tree: of the right length, to fill the table with. */
export function filler(): { name: Buffer; text: Buffer } {
  const key = makeTreeKey();
  return { name: sealText(key, NAME, ["sender name", "", ""]), text: sealText(key, TEXT, ["text", "", ""]) };
}

/** Gives every tree its key, and really encrypts the messages that the owner's pages of three trees show. */
export async function sealTrees(sql: Sql, shape: Shape): Promise<void> {
  const { trees } = shape;
  const [messageKey] = readMessageKeys(MESSAGE_KEY) ?? [];
  if (!messageKey) throw new Error("the benchmark's message key is malformed");
  for (let first = 1; first <= trees; first += KEYS_AT_ONCE) {
    const count = Math.min(KEYS_AT_ONCE, trees - first + 1);
    const codes = Array.from({ length: count }, (_, i) => codeOf(first + i));
    const wrapped = codes.map((code) => wrapTreeKey(messageKey, makeTreeKey(), code).wrapped.toString("hex"));
    await sql`insert into tree_keys (share_code, key_id, wrapped)
      select code, ${messageKey.id}, decode(bytes, 'hex') from unnest(${codes}::text[], ${wrapped}::text[]) as each(code, bytes)`;
  }
  for (const code of [LARGEST, firstFull, lastFull(shape) + 1].map(codeOf)) {
    const [stored] = await sql`select wrapped from tree_keys where share_code = ${code}`;
    const key = unwrapTreeKey(messageKey, stored?.wrapped, code);
    if (!key) throw new Error("a tree's key does not open");
    const newest =
      await sql`select id from gifts where share_code = ${code} order by position desc limit ${SEALED_FOR_REAL}`;
    for (const { id } of newest) {
      await sql`update messages set sealed_sender_name = ${sealText(key, NAME, ["sender name", code, id])},
        sealed_text = ${sealText(key, TEXT, ["text", code, id])} where share_code = ${code} and gift_id = ${id}`;
    }
  }
}
