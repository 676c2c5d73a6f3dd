import { afterAll, describe, expect, test } from "bun:test";
import type { OwnersGift } from "#contract/messages";
import { aGift, PASSWORD, testApp } from "../app.test-utils.ts";

const service = await testApp();
const owner = await service.signedInOwner();
const { shareCode: code } = await service.createTree(owner);
afterAll(() => service.close());

const aTree = { name: "Our tree", type: "christmas", openingDay: "2026-12-25", timeZone: "Asia/Seoul" };

/** The field errors of a response, as `field: reason`. */
async function faultsOf(
  answer: Promise<{ status: number; error: { code: string; details?: { field: string; reason: string }[] } }>,
) {
  const { status, error } = await answer;
  expect(status).toBe(400);
  expect(error.code).toBe("validation_failed");
  return (error.details ?? []).map(({ field, reason }) => `${field}: ${reason}`);
}

describe("an invalid gift", () => {
  test("gets all field errors at once", async () => {
    const body = {
      shareCode: "short",
      senderName: "a".repeat(31),
      message: " ",
      giftAssetId: "gold",
      showSenderName: "yes",
    };
    expect(await faultsOf(service.post("/v1/messages", { ...body, colour: "red" }))).toEqual([
      "shareCode: invalid_code",
      "senderName: too_long",
      "message: required",
      "giftAssetId: unknown_gift",
      "showSenderName: wrong_type",
      "colour: unknown_field",
    ]);
  });

  test("gets the missing fields and those of the wrong type", async () => {
    expect(await faultsOf(service.post("/v1/messages", {}))).toEqual([
      "shareCode: required",
      "senderName: required",
      "message: required",
      "giftAssetId: required",
    ]);
    const odd = { shareCode: 12345678, senderName: null, message: ["a"], giftAssetId: {}, showSenderName: 1 };
    expect(await faultsOf(service.post("/v1/messages", odd))).toEqual([
      "shareCode: wrong_type",
      "senderName: wrong_type",
      "message: wrong_type",
      "giftAssetId: wrong_type",
      "showSenderName: wrong_type",
    ]);
  });

  test.each(["null", "[]", "[{}]", "1", "true", '"text"'])(
    "is refused as a whole if it is %s instead of an object",
    async (body) => {
      expect(await faultsOf(service.post("/v1/messages", JSON.parse(body)))).toEqual(["body: wrong_type"]);
    },
  );

  test("gets at most a hundred field errors", async () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}`, 1]));
    expect(await faultsOf(service.post("/v1/messages", { ...aGift(code), ...many }))).toHaveLength(100);
  });

  test("is never echoed", async () => {
    const secret = "s3cret-Value";
    const body = {
      shareCode: secret,
      senderName: secret.repeat(9),
      message: `${secret}\0`,
      giftAssetId: secret,
      showSenderName: secret,
    };
    const { text } = await service.post("/v1/messages", { ...body, [`<b>${secret}</b>`]: secret });
    expect(text).not.toContain(secret);
    expect(text).toContain('{"field":"body","reason":"unknown_field",');
  });

  test("cannot contain fields named like built-in object properties", async () => {
    for (const key of ["__proto__", "constructor", "toString"]) {
      const body = JSON.stringify(aGift(code)).replace("{", `{"${key}":1,`);
      const headers = { "content-type": "application/json" };
      const fieldErrors = await faultsOf(service.ask("/v1/messages", { method: "POST", headers, body }));
      expect(fieldErrors).toEqual([`${key}: unknown_field`]);
    }
  });
});

describe("an invalid query", () => {
  test.each([
    ["limit=0", "limit: too_small"],
    ["limit=-1", "limit: too_small"],
    ["limit=201", "limit: too_large"],
    ["limit=1.5", "limit: wrong_type"],
    ["limit=many", "limit: wrong_type"],
    ["limit=1&limit=2", "limit: wrong_type"],
    ["limit=1e2", "limit: wrong_type"],
    ["limit=0x10", "limit: wrong_type"],
    ["limit=%205", "limit: wrong_type"],
    ["limit=+5", "limit: wrong_type"],
    ["limit=5.0", "limit: wrong_type"],
    ["limit=", "limit: wrong_type"],
    ["limit=9999999999", "limit: wrong_type"],
    ["page=2", "page: unknown_field"],
  ])("%s", async (query, fieldError) => {
    expect(await faultsOf(service.get(`/v1/messages/${code}?${query}`))).toEqual([fieldError]);
    expect(await faultsOf(owner.get(`/owner/trees/${code}/messages?${query}`))).toEqual([fieldError]);
  });
});

test.each(["short", "aB3dE5gHi", "aB3d-5gH", "aB3d%205gH", "%00B3dE5gH", "%E0%A4%A", "äöüäöüäö"])(
  "refuses %s in a path as an invalid share code, before any lookup",
  async (odd) => {
    for (const answer of [
      await service.get(`/v1/trees/${odd}`),
      await service.get(`/v1/messages/${odd}`),
      await owner.get(`/owner/trees/${odd}`),
      await owner.get(`/owner/trees/${odd}/messages`),
      await owner.delete(`/owner/trees/${odd}`),
    ]) {
      expect([answer.status, answer.error.code]).toEqual([400, "invalid_code"]);
    }
  },
);

test("repairs pasted text, keeps its indentation, and returns it to the owner unchanged", async () => {
  const openTree = await service.createTree(owner, { openingDay: "2026-11-30", timeZone: "UTC" });
  const pasted = {
    senderName: "Ada\tLovelace\r\n",
    message: "\n    A poem\u000Bby\tme\u0085  \u2028\u0007indented   so \n",
  };
  const sent = await service.post("/v1/messages", { ...aGift(openTree.shareCode), ...pasted });
  expect(sent.status).toBe(201);
  const { data } = await owner.get<OwnersGift[]>(`/owner/trees/${openTree.shareCode}/messages`);
  expect(data).toMatchObject([{ senderName: "Ada Lovelace", message: "    A poem\nby me\n  \nindented   so" }]);
});

test("reports the position of a character that cannot be repaired, without echoing it", async () => {
  const stack = `x${"\u0336".repeat(9)}`;
  const { error } = await service.post("/v1/messages", {
    ...aGift(code),
    senderName: "Ann\ud83c",
    message: `🎄 ${stack}`,
  });
  expect(error.details).toEqual([
    { field: "senderName", reason: "forbidden_characters", position: 4, character: "U+D83C" },
    { field: "message", reason: "too_many_combining_marks", position: 3 },
  ]);
});

test("treats an invisible name as missing", async () => {
  for (const senderName of ["\u3164", "\uE000", "\u{1FFFD}", "\u0301", " \u202E\u200B"]) {
    expect(await faultsOf(service.post("/v1/messages", { ...aGift(code), senderName }))).toEqual([
      "senderName: required",
    ]);
    expect(await faultsOf(owner.post("/owner/trees", { ...aTree, name: senderName }))).toEqual(["name: required"]);
  }
  expect((await service.createTree(owner, { name: "\u202EAda\u2066" })).name).toBe("Ada");
});

describe("NUL and lone surrogates", () => {
  const fields: [string, (body: unknown) => Promise<{ status: number; text: string }>, Record<string, string>][] = [
    ["a gift", (body) => service.post("/v1/messages", body), { ...aGift("aB3dE5gH") }],
    [
      "a report",
      (body) => service.post("/v1/reports", body),
      { shareCode: "aB3dE5gH", reason: "spam", details: "Look" },
    ],
    ["a tree", (body) => owner.post("/owner/trees", body), aTree],
    [
      "a change of a tree",
      (body) => owner.patch(`/owner/trees/${code}`, body),
      { name: "Other", openingDay: "2026-12-24" },
    ],
    [
      "an account",
      (body) => service.post("/auth/sign-up/email", body),
      { email: "new@example.org", password: PASSWORD, name: "Ann" },
    ],
    ["a sign-in", (body) => service.post("/auth/sign-in/email", body), { email: "new@example.org" }],
  ];

  test.each(fields)("are refused in every text of %s", async (_name, send, body) => {
    for (const [field, value] of Object.entries(body)) {
      for (const bad of ["\0", "\ud800", "\udc00", "\ude00\ud83d"]) {
        // JSON.stringify escapes them as \u0000 and \ud800, so the bytes are valid UTF-8.
        const { status, text } = await send({ ...body, [field]: value.slice(0, 3) + bad + value.slice(3) });
        expect(`${field} ${status}`).toBe(`${field} 400`);
        expect(JSON.parse(text).error.details.map((fieldError: { field: string }) => fieldError.field)).toContain(
          field,
        );
      }
    }
  });
});
