import { afterAll, beforeAll, expect, test } from "bun:test";
import { type PlainService, plainService } from "../../test-support/plain-service.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

// What pages and pictures show on the way to opening day, on the day and after it, without scripts.
const TIMEOUT_MS = 120_000;

let service: PlainService & { close: () => Promise<void> };
beforeAll(async () => {
  service = await plainService();
}, TIMEOUT_MS);
afterAll(() => service.close(), TIMEOUT_MS);

async function read(address: string, { cookie = "", language = "en" } = {}) {
  return (await fetch(service.site + address, { headers: { "accept-language": language, cookie } })).text();
}

test("offers an open tree again, with its name and look and the day that comes next, ready to create", async () => {
  const { code, cookie } = await createTree(service.site, { name: "Ada & Bob's", type: "birthday", look: "night" });
  const page = await read(`/my-trees/${code}`, { cookie });
  const [, link = ""] = /<a href="([^"]*\/create\?[^"]+)"[^>]*>Plant it again</.exec(page) ?? [];
  const address = link.replaceAll(/&(amp|#38);/g, "&");
  const { searchParams } = new URL(address, service.site);
  const { openingDay, ...draft } = Object.fromEntries(searchParams);
  expect(draft).toEqual({ name: "Ada & Bob's", type: "birthday", look: "night", timeZone: "Pacific/Kiritimati" });
  const returns = new Date(Date.now() + 14 * 3_600_000);
  returns.setUTCFullYear(returns.getUTCFullYear() + 1);
  expect(openingDay).toBe(returns.toISOString().slice(0, 10));
  const form = await read(address, { cookie });
  expect(/id="step-3" class="[^"]*\bfirst\b/.test(form)).toBe(true);
});

test("leads mails to a tree's current picture", async () => {
  const { code } = await createTree(service.site);
  const picture = await fetch(`${service.site}/share-picture/${code}.png`);
  const { headers } = picture;
  expect([picture.status, headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("offers no closed tree again", async () => {
  const { code, cookie } = await createTree(service.site, { openingDay: inDays(20), timeZone: "UTC" });
  await addGift(service.api, code, "Hello");
  expect(await read(`/my-trees/${code}`, { cookie })).not.toContain("Plant it again");
});
