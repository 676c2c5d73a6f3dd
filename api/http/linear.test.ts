import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { HEAD_MAX, hostileIn, inUrl, SHAPES, superlinear } from "../../shared/http/http.test-utils.ts";
import { authenticator, type CreationOptions, type RequestOptions } from "../../test-support/authenticator.ts";
import { API_URL, PASSWORD, testApp } from "../app.test-utils.ts";
import { readTrustedProxies } from "../platform/client-identity/address.ts";
import { owners } from "../platform/db/schema.ts";

const BODY_MAX = 16_000;
const service = await testApp({ trustedProxies: readTrustedProxies("0.0.0.0/0, ::/0") ?? [] });
let code = "";

beforeAll(async () => {
  code = (await service.createTree(await service.signedInOwner())).shareCode;
});
afterAll(() => service.close());

const ask = async (path: string, init?: RequestInit) => {
  const answer = await service.app.handle(new Request(API_URL + path, init));
  await answer.bytes();
};
const posting = (
  path: string,
  body: string,
  headers: Record<string, string> = { "content-type": "application/json" },
) => ask(path, { method: "POST", body, headers });

test("reads hostile headers in linear time", async () => {
  expect(await hostileIn((headers) => ask(`/v1/trees/${code}`, { headers }))).toEqual([]);
  expect(await hostileIn((headers) => ask("/auth/get-session", { headers }))).toEqual([]);
  expect(await hostileIn((headers) => posting("/v1/messages", "{}", headers))).toEqual([]);
  const named = (headers: Record<string, string>) =>
    posting("/v1/messages", "{}", { ...headers, "content-type": "application/json" });
  expect(await hostileIn(named)).toEqual([]);
}, 120_000);

test.each(["/", "/v1/trees/", "/v1/messages/", "/owner/trees/", "/auth/", "/docs/"])(
  "reads a hostile path below %s in linear time",
  async (before) => {
    expect(await superlinear(SHAPES, HEAD_MAX, (text) => ask(before + inUrl(text)))).toEqual([]);
  },
  120_000,
);

test.each(["limit=", "cursor=", ""])(
  "reads a hostile query that begins with %p in linear time",
  async (before) => {
    const asking = (text: string) => ask(`/v1/messages/${code}?${before}${inUrl(text)}`);
    expect(await superlinear(SHAPES, HEAD_MAX, asking)).toEqual([]);
  },
  120_000,
);

const gift = () => ({ shareCode: code, senderName: "Ann", message: "Hello", giftAssetId: "card" });
/** Endpoints that take a body, each with a valid one. */
const BODIES: [string, () => Record<string, unknown>][] = [
  ["/v1/messages", gift],
  ["/v1/reports", () => ({ shareCode: code, reason: "spam", messageId: "", details: "" })],
  ["/site/appeals", () => ({ message: "Hello", senderName: "Ann", treeName: "Ours", thanks: "Hi", ownerName: "Ada" })],
  ["/auth/sign-up/email", () => ({ email: "a@example.org", password: "correct horse battery", language: "en" })],
  ["/auth/request-password-reset", () => ({ email: "a@example.org" })],
  ["/auth/sign-in/link", () => ({ token: "a" })],
  ["/auth/reset-password", () => ({ token: "a", password: "correct horse battery" })],
  ["/auth/sign-in/passkey", () => ({ credential: "a" })],
];

test.each(["clientDataJSON", "authenticatorData", "signature", "userHandle", "attestationObject"])(
  "reads a passkey's hostile %s in linear time",
  async (field) => {
    const { owner, device } = await ownerWithPasskey();
    const isNew = field === "attestationObject";
    const path = isNew ? "/owner/passkeys" : "/auth/sign-in/passkey";
    const headers = { "content-type": "application/json", cookie: owner.cookie };
    const { id, response } = isNew
      ? device.create((await owner.post<CreationOptions>("/owner/passkeys/options", { password: PASSWORD })).data)
      : device.get((await service.post<RequestOptions>("/auth/passkey/options", {})).data);
    const asking = (text: string) =>
      posting(path, JSON.stringify({ credential: { id, response: { ...response, [field]: text } } }), headers);
    expect(await superlinear(SHAPES, BODY_MAX / 2, asking)).toEqual([]);
    // What is base64url is read further.
    const asBytes = (text: string) => asking(Buffer.from(text).toString("base64url"));
    expect(await superlinear(SHAPES, BODY_MAX / 3, asBytes)).toEqual([]);
  },
  120_000,
);

async function ownerWithPasskey() {
  const owner = await service.signedInOwner();
  await service.database.update(owners).set({ emailProvenAt: new Date() }).where(eq(owners.email, owner.email));
  const device = authenticator("http://localhost:4321");
  const { data } = await owner.post<CreationOptions>("/owner/passkeys/options", { password: PASSWORD });
  expect((await owner.post("/owner/passkeys", { credential: device.create(data) })).status).toBe(201);
  return { owner, device };
}

test.each(BODIES)(
  "reads a hostile body of %s in linear time",
  async (path, sound) => {
    expect(await superlinear(SHAPES, BODY_MAX, (text) => posting(path, text))).toEqual([]);
    for (const field of Object.keys(sound())) {
      // What JSON escapes takes twice the length.
      const asking = (text: string) => posting(path, JSON.stringify({ ...sound(), [field]: text }));
      expect([field, ...(await superlinear(SHAPES, BODY_MAX / 2, asking))]).toEqual([field]);
    }
    const manyFields = (text: string) =>
      posting(path, JSON.stringify(Object.fromEntries(Array.from(text, (each, i) => [`${each}${i}`, 1]))));
    expect(await superlinear(SHAPES.slice(0, 1), BODY_MAX / 8, manyFields)).toEqual([]);
  },
  120_000,
);
