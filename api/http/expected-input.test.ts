import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import type { DescribedFieldError } from "#contract/errors";
import { aGift, testApp } from "../app.test-utils.ts";
import * as accountShapes from "../features/accounts/accounts.schemas.ts";
import * as passkeyShapes from "../features/accounts/passkeys/passkeys.schemas.ts";
import * as ownerShapes from "../features/accounts/sign-in/sign-in.schemas.ts";
import * as messageShapes from "../features/gifts/gifts.schemas.ts";
import * as moderationShapes from "../features/moderation/moderation.schemas.ts";
import * as reportShapes from "../features/reports/reports.schemas.ts";
import * as treeShapes from "../features/trees/trees.schemas.ts";
import { BY_FIELD } from "./expected-input.ts";
import { pageQuery } from "./paging.ts";

const service = await testApp();
const owner = await service.signedInOwner();
const { shareCode } = await service.createTree(owner);
afterAll(() => service.close());

const faultsIn = ({ text }: { text: string }): DescribedFieldError[] => JSON.parse(text).error.details;

/** Every object schema that validates a request. */
function bodies(): z.ZodObject[] {
  const ofOwners = [accountShapes, ownerShapes, passkeyShapes, treeShapes];
  const shapes = [...ofOwners, messageShapes, moderationShapes, reportShapes];
  const named = shapes.flatMap((module) => Object.entries(module)).filter(([name]) => name.endsWith("Body"));
  const all = [pageQuery, ...named.map(([, shape]) => shape as z.ZodType)];
  return all.flatMap((shape) =>
    shape instanceof z.ZodDiscriminatedUnion ? (shape.options as z.ZodObject[]) : [shape as z.ZodObject],
  );
}

test("describes valid input for every field of a request", () => {
  const fields = [...new Set(bodies().flatMap(({ shape }) => Object.keys(shape)))];
  expect(fields.length).toBeGreaterThan(20);
  expect(fields.filter((field) => !BY_FIELD[field])).toEqual([]);
});

describe("a text of the wrong length", () => {
  test("is refused with the limit and its length, as the service counts", async () => {
    const gift = { ...aGift(shareCode), senderName: ` ${"e\u0301".repeat(31)} `, message: "🎄".repeat(512) };
    expect(faultsIn(await service.post("/v1/messages", gift))).toEqual([
      {
        field: "senderName",
        reason: "too_long",
        max: 30,
        length: 31,
        expected: "at most 30 characters, yours has 31",
      },
      {
        field: "message",
        reason: "too_long",
        max: 500,
        length: 512,
        expected: "at most 500 characters, yours has 512",
      },
    ]);
    const report = { shareCode, reason: "spam", details: "x".repeat(1001) };
    expect(faultsIn(await service.post("/v1/reports", report))[0]?.expected).toBe(
      "at most 1000 characters, yours has 1001",
    );
  });

  test("is refused if it is a tree's name, an e-mail address or a password, which may also be too short", async () => {
    const expectedOf = async (answer: Promise<{ text: string }>) =>
      faultsIn(await answer).map(({ field, expected }) => `${field}: ${expected}`);
    const tree = { name: "x".repeat(41), type: "christmas", openingDay: "2026-12-25", timeZone: "UTC" };
    expect(await expectedOf(owner.post("/owner/trees", tree))).toEqual(["name: at most 40 characters, yours has 41"]);
    const account = (email: string, password: string) => service.post("/auth/sign-up/email", { email, password });
    const long = `${"a".repeat(250)}@example.com`;
    expect(await expectedOf(account(long, "short"))).toEqual([
      "email: at most 254 characters, yours has 262",
      "password: at least 10 characters, yours has 5",
    ]);
    expect(await expectedOf(account("a@example.com", "x".repeat(129)))).toEqual([
      "password: at most 128 characters, yours has 129",
    ]);
  });
});

test("describes valid input for every error, and never repeats the input", async () => {
  const marker = "Zx9marker";
  const refused = [
    await service.post("/v1/messages", {
      shareCode: marker,
      senderName: `\0${marker}`,
      message: "\u0300".repeat(9),
      giftAssetId: marker,
      showSenderName: marker,
      extra: marker,
    }),
    await service.post("/v1/messages", {}),
    await service.post("/v1/reports", { shareCode: 7, reason: marker, messageId: 7, details: " " }),
    await service.get(`/v1/messages/${shareCode}?limit=${marker}`),
    await service.get(`/v1/messages/${shareCode}?limit=201`),
    await owner.post("/owner/trees", { name: "", type: marker, openingDay: marker, timeZone: marker }),
    await owner.post("/owner/trees", { name: "A", type: "birthday", openingDay: "2020-01-01", timeZone: "UTC" }),
    await service.post("/auth/sign-up/email", { email: marker, password: "password123", language: marker }),
    await service.post("/v1/messages", { ...aGift(shareCode), message: "You are a fucking idiot" }),
  ];
  for (const answer of refused) {
    const fieldErrors = faultsIn(answer);
    expect(fieldErrors.length).toBeGreaterThan(0);
    for (const { field, expected } of fieldErrors)
      expect([field, expected]).toEqual([field, expect.stringMatching(/.{5}/)]);
    expect(answer.text).not.toContain(marker);
  }
  expect(faultsIn(await service.get(`/v1/messages/${shareCode}?limit=0`))).toEqual([
    { field: "limit", reason: "too_small", expected: "a whole number from 1 to 200" },
  ]);
});
