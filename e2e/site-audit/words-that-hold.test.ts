import { afterAll, beforeAll, expect, test } from "bun:test";
import { type PlainService, plainService } from "../../test-support/plain-service.ts";
import { newModerator } from "../fixtures/moderators.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

// Words of a page that must suit what it is about.
const TIMEOUT_MS = 120_000;
const KEPT = /We(&#39;|')ve kept/;

let service: PlainService & { close: () => Promise<void> };
beforeAll(async () => {
  service = await plainService();
}, TIMEOUT_MS);
afterAll(() => service.close(), TIMEOUT_MS);

async function read(
  address: string,
  { cookie = "", fields }: { cookie?: string; fields?: Record<string, string> } = {},
) {
  const form = fields && { method: "POST", body: new URLSearchParams(fields) };
  return (await fetch(service.site + address, { headers: { "accept-language": "en", cookie }, ...form })).text();
}

test("calls nobody to read the messages of an open tree without gifts", async () => {
  const { code, cookie } = await createTree(service.site);
  const empty = await read("/my-trees", { cookie });
  expect([empty.includes("No gifts yet"), empty.includes("Read your messages")]).toEqual([true, false]);
  await addGift(service.api, code, "Hello");
  expect((await read("/my-trees", { cookie })).includes("Read your messages")).toBe(true);
});

test("leads from a thank-you to a report that names it", async () => {
  const { code, cookie } = await createTree(service.site);
  await addGift(service.api, code, "Hello");
  const headers = { cookie, "content-type": "application/json" };
  const thanked = { method: "PATCH", headers, body: JSON.stringify({ thanks: "Thank you all" }) };
  expect((await fetch(`${service.site}/owner/trees/${code}`, thanked)).status).toBe(200);
  const page = await read(`/send-message?tree=${code}`);
  const [, link = ""] = /<a href="([^"]+)"[^>]*>Report this tree</.exec(page) ?? [];
  const [, title] = /<h1[^>]*>([^<]+)</.exec(await read(link.replaceAll("&amp;", "&"))) ?? [];
  expect(title).toBe("Report a tree or its thank-you");
});

test("turns the pages of a queue of reports, which has no gifts", async () => {
  const { cookie } = await newModerator(service.site, service.dataDir);
  const { cookie: owner } = await createTree(service.site);
  for (let i = 0; i <= 10; i += 1) {
    const { code } = await createTree(service.site, { owner });
    const body = JSON.stringify({ shareCode: code, reason: "spam" });
    const headers = { "content-type": "application/json" };
    expect((await fetch(`${service.api}/v1/reports`, { method: "POST", headers, body })).status).toBe(202);
  }
  const queue = await read("/moderation", { cookie });
  expect([queue.includes("Next page"), queue.includes("Older gifts")]).toEqual([true, false]);
});

test("says that it kept a text only where somebody typed one", async () => {
  const { code } = await createTree(service.site);
  const refused = { giftAssetId: "card", message: "Something I wrote", senderName: "" };
  const form = `/send-message?tree=${code}`;
  const claims = async (address: string, fields: Record<string, string>) => KEPT.test(await read(address, { fields }));
  expect(await claims(form, refused)).toBe(true);
  expect(await claims(form, { ...refused, message: "" })).toBe(false);
  expect(await claims("/reset-password", { email: "" })).toBe(false);
  // Passwords are not sent back.
  expect(await claims("/sign-in", { email: "ada@example.com", password: "not the password" })).toBe(false);
});
