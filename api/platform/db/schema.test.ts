import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { type TestApp, testApp } from "../../app.test-utils.ts";
import { pad, seal } from "../encryption/cipher.ts";
import {
  giftIdempotencyKeys,
  gifts,
  mailJobs,
  messages,
  moderationActs,
  moderators,
  owners,
  reports,
  treeKeys,
  trees,
} from "./schema.ts";

let service: TestApp;
let ownerId: string;
let shareCode: string;

beforeAll(async () => {
  service = await testApp();
  const owner = await service.signedInOwner();
  shareCode = (await service.createTree(owner)).shareCode;
  ownerId = (await service.database.select().from(owners))[0]?.id ?? "";
});
afterAll(() => service.close());

/** Returns the violated constraint, or "none" if the statement succeeded. */
async function brokenBy(statement: PromiseLike<unknown>): Promise<string> {
  try {
    await statement;
    return "none";
  } catch (error) {
    const cause = (error as Error).cause as { constraint_name?: string; column_name?: string };
    return cause.constraint_name ?? cause.column_name ?? String(cause);
  }
}

const makeTree = (input: Partial<typeof trees.$inferInsert>) => {
  const usual = { ownerId, name: "Tree", type: "christmas", openingDay: "2026-12-25", timeZone: "UTC" } as const;
  return brokenBy(
    service.database.insert(trees).values({ ...usual, shareCode: "aB3dE5gH", opensAt: new Date(), ...input }),
  );
};

let position = 1000;
const sendGift = (input: Partial<typeof gifts.$inferInsert>) => {
  position += 1;
  const usual = { shareCode, position, id: crypto.randomUUID(), giftAssetId: "card", hungOn: "2026-12-01" } as const;
  return brokenBy(service.database.insert(gifts).values({ ...usual, ...input }));
};

const sealed = (text: string) => seal(Buffer.alloc(32), pad(Buffer.from(text)), []);
async function write(input: Partial<typeof messages.$inferInsert>): Promise<string> {
  const giftId = crypto.randomUUID();
  expect(await sendGift({ id: giftId })).toBe("none");
  return brokenBy(
    service.database
      .insert(messages)
      .values({ shareCode, giftId, sealedSenderName: sealed("Ann"), sealedText: sealed("Hi"), ...input }),
  );
}

const complain = (input: Record<string, unknown>) =>
  brokenBy(
    service.database
      .insert(reports)
      .values({ id: crypto.randomUUID(), shareCode, reason: "spam", reporterHash: "", ...input } as never),
  );

let moderatorId: string;
async function act(input: Partial<typeof moderationActs.$inferInsert>): Promise<string> {
  moderatorId ??= (await service.database.insert(moderators).values({ ownerId }).returning())[0]?.id ?? "";
  const usual = { moderatorId, act: "dismiss", shareCode, reason: "cannot_tell", actedAt: new Date() } as const;
  return brokenBy(service.database.insert(moderationActs).values({ id: crypto.randomUUID(), ...usual, ...input }));
}

describe("tables refuse what the contract refuses", () => {
  test.each(["short", "aB3dE5gHi", "aB3d-5gH", "aB3dE5g\n", "äB3dE5gH", ""])("the share code %p", async (code) => {
    expect(await makeTree({ shareCode: code })).toBe("trees_share_code_is_well_formed");
  });

  test("a tree without a name, with a name that is too long, its owner's too, of an unknown type or look", async () => {
    expect(await makeTree({ name: "" })).toBe("trees_name_has_1_to_40_characters");
    expect(await makeTree({ name: "🎄".repeat(41) })).toBe("trees_name_has_1_to_40_characters");
    for (const ownerName of ["", "🎄".repeat(31)])
      expect(await makeTree({ ownerName })).toBe("trees_owner_name_has_1_to_30_characters");
    expect(await makeTree({ type: "easter" as never })).toBe("trees_type_is_known");
    expect(await makeTree({ look: "plaid" as never })).toBe("trees_look_is_known");
  });

  test("a gift count below zero or above the number of gifts ever created", async () => {
    for (const giftCount of [-1, 1]) expect(await makeTree({ giftCount })).toBe("trees_counts_agree");
  });

  test("a share code that is taken, compared case-sensitively", async () => {
    expect(await makeTree({ shareCode })).toBe("trees_pkey");
    const [code, otherCase] = ["aaaaBBBB", "AAAAbbbb"];
    expect([await makeTree({ shareCode: code }), await makeTree({ shareCode: otherCase })]).toEqual(["none", "none"]);
  });

  test("a gift that has no tree, or has a position that is taken", async () => {
    expect(await sendGift({ shareCode: "zzzzzzzz" })).toBe("gifts_share_code_trees_share_code_fk");
    expect(await sendGift({ position: 1 })).toBe("none");
    expect(await sendGift({ position: 1 })).toBe("gifts_by_position");
  });

  test("a message that is not sealed, is too long, or has no gift, but not one of 500 emoji", async () => {
    for (const inPlain of ["", "Hi", "a".repeat(93)].map((text) => Buffer.from(text))) {
      expect(await write({ sealedText: inPlain })).toBe("messages_text_is_sealed");
      expect(await write({ sealedSenderName: inPlain })).toBe("messages_sender_name_is_sealed");
    }
    expect(await write({ sealedReply: Buffer.from("Thanks!") })).toBe("messages_reply_is_sealed");
    expect(await write({ sealedReply: sealed("a".repeat(448)) })).toBe("messages_reply_is_sealed");
    expect(await write({ sealedReply: sealed("🎄".repeat(100)) })).toBe("none");
    expect(await write({ sealedText: sealed("a".repeat(2048)) })).toBe("messages_text_is_sealed");
    expect(await write({ sealedSenderName: sealed("a".repeat(128)) })).toBe("messages_sender_name_is_sealed");
    expect(await write({ giftId: crypto.randomUUID() })).toBe("messages_share_code_gift_id_gifts_share_code_id_fk");
    expect(await write({ sealedText: sealed("🎄".repeat(500)), sealedSenderName: sealed("🎄".repeat(30)) })).toBe(
      "none",
    );
  });

  test("a public sender name of 31 characters, or an empty one", async () => {
    expect(await sendGift({ senderName: "a".repeat(31) })).toBe("gifts_sender_name_has_1_to_30_characters");
    expect(await sendGift({ senderName: "" })).toBe("gifts_sender_name_has_1_to_30_characters");
  });

  test("a tree key that is not sealed, has no tree, is a second one, or needs an unknown message key", async () => {
    const keep = (input: Partial<typeof treeKeys.$inferInsert>) =>
      brokenBy(
        service.database
          .insert(treeKeys)
          .values({ shareCode, keyId: "test", wrapped: seal(Buffer.alloc(32), Buffer.alloc(32), []), ...input }),
      );
    expect(await keep({ wrapped: Buffer.alloc(32) })).toBe("tree_keys_wrapped_is_sealed");
    expect(await keep({ keyId: "another" })).toBe("tree_keys_key_id_message_keys_id_fk");
    expect(await keep({ shareCode: "zzzzzzzz" })).toBe("tree_keys_share_code_trees_share_code_fk");
    expect(await keep({})).toBe("none");
    expect(await keep({})).toBe("tree_keys_pkey");
  });

  test("a report with an unknown reason, with details that are too long, or on a gift of another tree", async () => {
    expect(await complain({ reason: "boring" })).toBe("reports_reason_is_known");
    expect(await complain({ details: "a".repeat(1001) })).toBe("reports_details_have_1_to_1000_characters");
    expect(await complain({ giftId: crypto.randomUUID() })).toBe("reports_share_code_gift_id_gifts_share_code_id_fk");
  });

  test("a reported text that is not sealed, or that its reporter cannot have read", async () => {
    const giftId = crypto.randomUUID();
    expect(await sendGift({ id: giftId })).toBe("none");
    const report = { isOwners: true, giftId, sealedText: sealed("Hi") };
    expect(await complain({ ...report, sealedText: Buffer.from("Hi") })).toBe("reports_text_is_sealed");
    expect(await complain({ ...report, giftId: null })).toBe("reports_text_is_its_readers_choice");
    expect(await complain({ ...report, isOwners: false })).toBe("reports_text_is_its_readers_choice");
    expect(await complain({ ...report, giftId: null, isOwners: false })).toBe("none");
    expect(await complain(report)).toBe("none");
  });

  test("an act with the wrong target or a plaintext note, or an undo of nothing", async () => {
    expect(await act({ act: "take_down_gift", reason: "spam" })).toBe("moderation_acts_target_fits_the_act");
    expect(await act({ act: "delete_account", reason: "spam" })).toBe("moderation_acts_names_a_tree");
    expect(await act({ shareCode: null })).toBe("moderation_acts_names_a_tree");
    expect(await act({ act: "undo", reason: "mistake" })).toBe("moderation_acts_undo_names_an_act");
    expect(await act({ sealedNote: Buffer.from("plain") })).toBe("moderation_acts_note_is_sealed");
    expect(await act({})).toBe("none");
  });

  test("an e-mail address that differs from another only in letter case", async () => {
    const insert = (email: string) => brokenBy(service.database.insert(owners).values({ name: "", email }));
    expect(await insert("Owner-1@example.org")).toBe("owners_email_is_lower_case");
    expect(await insert("owner-1@example.org")).toBe("owners_email_unique");
  });
});

test("leaves lists that grow to the code: a gift, a language, a kind of mail and an act need no migration", async () => {
  const { database } = service;
  expect(await sendGift({ giftAssetId: "new" as never })).toBe("none");
  const newcomer = { name: "", email: "newcomer@example.org", language: "eo" as never };
  expect(await brokenBy(database.insert(owners).values(newcomer))).toBe("none");
  const job = { kind: "new" as never, ownerId, dueAt: new Date() };
  expect(await brokenBy(database.insert(mailJobs).values(job))).toBe("none");
  expect(await act({ act: "new" as never, reason: "new" as never })).toBe("none");
});

test("refuses to change or delete moderation acts", async () => {
  expect(await act({ reason: "false_report" })).toBe("none");
  const before = await service.database.select().from(moderationActs);
  for (const statement of [
    "update moderation_acts set reason = 'cannot_tell'",
    "delete from moderation_acts",
    "truncate moderation_acts cascade",
  ]) {
    expect(
      await service.database.execute(statement).then(
        () => "done",
        ({ cause }) => cause.message,
      ),
    ).toBe("moderation_acts is append-only");
  }
  expect(before.length).toBeGreaterThan(0);
  expect(await service.database.select().from(moderationActs)).toEqual(before);
});

test("deletes everything that belongs to an owner with the owner", async () => {
  await service.database.delete(owners).where(eq(owners.id, ownerId));
  for (const table of [trees, gifts, messages, reports, treeKeys, giftIdempotencyKeys]) {
    expect(await service.database.select().from(table)).toHaveLength(0);
  }
});

test("plans the functions of gifts once, however small a connection's first batches and the tables are", async () => {
  const set = await service.database.execute<{ proname: string; proconfig: string[] }>(sql`
    select proname, proconfig from pg_proc where proconfig is not null order by proname`);
  const once = "plan_cache_mode=force_generic_plan";
  expect([...set]).toEqual([
    { proname: "leave_gifts", proconfig: ["lock_timeout=100ms", once, "enable_seqscan=off"] },
    { proname: "take_hits", proconfig: ["lock_timeout=500ms", once, "enable_seqscan=off"] },
  ]);
});
