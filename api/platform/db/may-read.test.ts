import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";

const API = join(import.meta.dir, "../..");

/** Where a message's text is read, or could be: its column, all columns of its table, or a query by hand. */
const READS =
  /\bmessages\.sealedText\b|\bselect\(\)\s*\.from\(messages\)|\bselect \*[^`]*\bfrom messages\b|\bsealed_text\b/;
/** Where a message's text is opened. */
const OPENS = /\bopen\(\s*"text"/;
/** Where an owner's reply is opened: for them, and for the sender with the gift's private link. */
const OPENS_REPLY = /\bopen\(\s*"reply"/;

/** Each with the reason why it may. Texts of reports and of appeals are other texts, in tables of their own. */
const MAY_READ: Record<string, string> = {
  "platform/db/may-read.ts": "the one condition",
  "platform/encryption/count-readable.ts": "counts, at the command of an operator, which texts open; shows none",
  "platform/db/functions/leave_gifts.sql": "writes",
  "features/moderation/queue.store.ts": "texts of reports",
  "platform/observability/measures.store.ts": "counts appeals",
};
const MAY_OPEN: Record<string, string> = {
  "features/gifts/gifts.service.ts": "what `readableText` selected",
  "features/reports/reports.service.ts": "what `readableText` selected",
  "platform/encryption/count-readable.ts": "counts, at the command of an operator, which texts open; shows none",
};

const files = new Map(
  Array.from(new Glob("**/*.{ts,sql}").scanSync(API))
    .filter((file) => !/\.test(-utils)?\.ts$|\/migrations\//.test(file))
    .map((file) => [file, Bun.file(join(API, file))] as const),
);
async function filesWith(pattern: RegExp): Promise<string[]> {
  const found = await Promise.all([...files].map(async ([file, source]) => pattern.test(await source.text()) && file));
  return found.filter((file) => file !== false).toSorted();
}

test("a text is read only by the condition that its reader owns the tree and it has opened", async () => {
  expect(await filesWith(READS)).toEqual(Object.keys(MAY_READ).toSorted());
  expect(await filesWith(OPENS)).toEqual(Object.keys(MAY_OPEN).toSorted());
});

test("a reply is opened only for the two people whom it concerns", async () => {
  const of = "features/gifts";
  expect(await filesWith(OPENS_REPLY)).toEqual([`${of}/gifts.service.ts`, `${of}/taking-back.service.ts`]);
});

test.each([
  "const rows = await database.select({ text: messages.sealedText }).from(messages);",
  "const rows = await database.select().from(messages).where(isOne);",
  'sql`select gift_id, sealed_text from messages where share_code = "x"`',
])("finds any other: %s", (source) => {
  expect(READS.test(source)).toBe(true);
});
