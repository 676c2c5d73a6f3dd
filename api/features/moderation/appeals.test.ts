import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { AppealReceipt, Appeals } from "#contract/appeals";
import { RATE_POLICIES } from "#contract/rate-limits";
import { offenceIn } from "../../../packages/word-filter/word-filter.ts";
import { type TestApp, testApp } from "../../app.test-utils.ts";
import { appeals } from "../../platform/db/schema.ts";
import { signedInModerator, type TestModerator } from "./moderation.test-utils.ts";

let service: TestApp;
let moderator: TestModerator;
beforeAll(async () => {
  service = await testApp({ ratePolicies: RATE_POLICIES });
  moderator = await signedInModerator(service);
});
beforeEach(async () => {
  for (const table of ["appeals", "rate_counters"])
    await service.database.execute(sql`delete from ${sql.identifier(table)}`);
  // Nothing is remembered of quotas that were used up.
  service.setTime(new Date(service.clock().getTime() + 2 * 60 * 60 * 1000));
});
afterAll(() => service.close());

const RUDE = "You are shit, my friend";
const rule = offenceIn(RUDE);

const appeal = (body: object, key?: string) =>
  service.ask<AppealReceipt>("/site/appeals", {
    method: "POST",
    headers: { "content-type": "application/json", ...(key && { "idempotency-key": key }) },
    body: JSON.stringify(body),
  });
const stored = () => service.database.select().from(appeals);
const seen = async () => (await moderator.get<Appeals>("/moderation/appeals")).data;
const texts = async () => (await seen()).texts.map(({ text }) => text);

describe("an appeal without its text", () => {
  test("stores the field, the rule's language and severity, and the time, and nothing else", async () => {
    const { status, data } = await appeal({ message: RUDE, senderName: "Bob", includesText: false });
    expect([status, data]).toEqual([202, { status: "received" }]);
    const [row, ...more] = await stored();
    expect(more).toEqual([]);
    expect(row).toEqual({
      id: expect.any(String),
      field: "message",
      ...rule,
      keyId: null,
      sealedText: null,
      createdAt: service.clock(),
    } as typeof row);
  });

  test("is counted for moderators by field, language and severity", async () => {
    await appeal({ message: RUDE });
    await appeal({ message: `${RUDE}!` });
    await appeal({ treeName: RUDE });
    expect(await seen()).toEqual({
      texts: [],
      waiting: 0,
      counts: [
        { field: "message", ...rule, amount: 2 },
        { field: "treeName", ...rule, amount: 1 },
      ],
    } as Appeals);
  });
});

describe("an appeal with its text", () => {
  test("stores the refused text encrypted, and leaves out the texts that are not refused", async () => {
    await appeal({ message: RUDE, senderName: "Bob Unrefused", includesText: true });
    const dump = await service.database.execute<{ row: string }>(sql`
      select appeals::text as row from appeals union all select idempotency_keys::text from idempotency_keys`);
    for (const { row } of dump) {
      expect(row).not.toContain("shit");
      expect(row).not.toContain(Buffer.from(RUDE).toString("hex"));
    }
    expect((await stored()).map(({ field }) => field)).toEqual(["message"]);
    expect(service.logLines.join("\n")).not.toContain("shit");
  });

  test("shows moderators what is stored: as it was written, oldest first", async () => {
    const spaced = `${RUDE}\r\n  - and so on`;
    await appeal({ message: spaced, ownerName: RUDE, includesText: true });
    service.setTime(new Date(service.clock().getTime() + 1000));
    await appeal({ thanks: `${RUDE} 2`, includesText: true });
    const { texts: shown, waiting, counts } = await seen();
    expect(shown.map(({ field, text }) => [field, text]).toSorted()).toEqual([
      ["message", `${RUDE}\n  - and so on`],
      ["ownerName", RUDE],
      ["thanks", `${RUDE} 2`],
    ]);
    expect(shown.at(-1)).toEqual({
      id: expect.any(String),
      field: "thanks",
      ...rule,
      text: `${RUDE} 2`,
      createdAt: service.clock().toISOString(),
    } as (typeof shown)[number]);
    expect([waiting, counts]).toEqual([3, []]);
  });

  test("shows twenty at once, and says how many wait", async () => {
    for (let i = 0; i < 22; i += 1) {
      // A sender may send ten within an hour.
      if (i % 10 === 0) service.setTime(new Date(service.clock().getTime() + 2 * 60 * 60 * 1000));
      await appeal({ message: `${RUDE} ${i}`, includesText: true });
    }
    const { texts: shown, waiting } = await seen();
    expect([shown.length, waiting]).toEqual([20, 22]);
  });

  test("is deleted once a moderator has dealt with it; doing so twice is no error", async () => {
    await appeal({ message: RUDE, senderName: RUDE, includesText: true });
    const [first, second] = (await seen()).texts;
    for (let times = 0; times < 2; times += 1)
      expect((await moderator.delete(`/moderation/appeals/${first?.id}`)).status).toBe(200);
    expect((await stored()).map(({ id }) => id)).toEqual([second?.id ?? ""]);
    expect((await moderator.delete("/moderation/appeals/none")).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  test("is shown without its text if that is damaged, and the others still show", async () => {
    await appeal({ message: RUDE, includesText: true });
    await service.database.execute(sql`
      update appeals set sealed_text = set_byte(sealed_text, 20, get_byte(sealed_text, 20) # 1)`);
    service.setTime(new Date(service.clock().getTime() + 1000));
    await appeal({ message: `${RUDE} 2`, includesText: true });
    expect(await texts()).toEqual([null, `${RUDE} 2`]);
    expect(service.logLines.join("\n")).toContain("cannot decrypt a refused text");
  });
});

test("stores no further texts while five hundred wait", async () => {
  await appeal({ message: RUDE, includesText: true });
  await service.database.execute(sql`
    insert into appeals (id, field, language, severity, key_id, sealed_text, created_at)
    select gen_random_uuid(), field, language, severity, key_id, sealed_text, created_at
    from appeals, generate_series(1, 498)`);
  for (const body of [`${RUDE} 2`, `${RUDE} 3`])
    expect((await appeal({ message: body, includesText: true })).status).toBe(202);
  const { waiting, counts } = await seen();
  expect([waiting, counts.map(({ amount }) => amount)]).toEqual([500, [1]]);
});

test("refuses texts that the word filter accepts, and stores nothing", async () => {
  for (const body of [{ message: "Warm wishes", senderName: "Ann", includesText: true }, { includesText: true }, {}]) {
    expect((await appeal(body)).error.code).toBe("not_refused");
  }
  expect(await stored()).toEqual([]);
});

test("names all invalid fields at once", async () => {
  const { error } = await appeal({ message: "x".repeat(501), treeName: "", language: "en", severity: "mild" });
  expect(error.code).toBe("validation_failed");
  expect(error.details).toEqual([
    { field: "message", reason: "too_long", max: 500, length: 501 },
    { field: "treeName", reason: "required" },
    { field: "language", reason: "unknown_field" },
    { field: "severity", reason: "unknown_field" },
  ]);
});

test("stores a repeat with the same key once", async () => {
  const body = { message: RUDE, includesText: true };
  const answers = [await appeal(body, "once-1"), await appeal(body, "once-1")];
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  expect(await stored()).toHaveLength(1);
  // Another text has another key.
  await appeal({ ...body, message: `${RUDE} 2` }, "once-2");
  expect(await stored()).toHaveLength(2);
});

test("takes ten appeals an hour from one address, refused or not", async () => {
  for (let i = 0; i < 9; i += 1) expect((await appeal({ message: `${RUDE} ${i}` })).status).toBe(202);
  await appeal({ message: "Warm wishes" });
  const over = await appeal({ message: RUDE });
  expect([over.status, over.error.details]).toEqual([429, [{ field: "appeals-per-address", reason: "quota_used_up" }]]);
  expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await stored()).toHaveLength(9);
  service.setTime(new Date(service.clock().getTime() + 2 * 60 * 60 * 1000));
  expect((await appeal({ message: RUDE })).status).toBe(202);
});

test("counts each refused field", async () => {
  const inFields = (text: string) => ({
    message: text,
    senderName: text,
    treeName: text,
    thanks: text,
    ownerName: text,
  });
  for (let i = 0; i < 2; i += 1) expect((await appeal(inFields(`${RUDE} ${i}`))).status).toBe(202);
  expect((await appeal({ message: RUDE })).status).toBe(429);
  expect(await stored()).toHaveLength(10);
});

test("takes no more than a hundred an hour from all addresses", async () => {
  const all = await testApp({
    ratePolicies: { ...RATE_POLICIES, appealsPerService: { ...RATE_POLICIES.appealsPerService, quota: 2 } },
  });
  const send = (message: string) => all.post("/site/appeals", { message });
  expect([(await send(RUDE)).status, (await send(`${RUDE} 2`)).status]).toEqual([202, 202]);
  expect((await send(`${RUDE} 3`)).error.details).toEqual([{ field: "appeals-per-service", reason: "quota_used_up" }]);
  expect(await all.database.$count(appeals)).toBe(2);
  await all.close();
});

test("still takes an appeal after refused texts made the sender wait", async () => {
  const owner = await service.signedInOwner();
  const { shareCode } = await service.createTree(owner);
  const answers: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    // The same text again would not count.
    const gift = { shareCode, senderName: "Ann", message: `${RUDE} ${i}`, giftAssetId: "card" };
    answers.push((await service.post("/v1/messages", gift)).status);
  }
  expect(answers).toEqual([422, 422, 422, 429]);
  expect((await appeal({ message: RUDE })).status).toBe(202);
});
