import { afterAll, beforeAll, expect, test } from "bun:test";
import { create, type Font } from "fontkit";
import { addYears } from "#contract/days";
import { type PlainService, plainService } from "../../test-support/plain-service.ts";
import { addGift, createTree, inDays, ZONE } from "../fixtures/visitors.ts";

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
  const { code, cookie } = await createTree(service.site, {
    name: "Ada & Bob's",
    ownerName: "Ada",
    type: "birthday",
    look: "night",
  });
  const page = await read(`/my-trees/${code}`, { cookie });
  const [, link = ""] = /<a href="([^"]*\/create\?[^"]+)"[^>]*>Create another like this</.exec(page) ?? [];
  const address = link.replaceAll(/&(amp|#38);/g, "&");
  const { searchParams } = new URL(address, service.site);
  const { openingDay, ...draft } = Object.fromEntries(searchParams);
  expect(draft).toEqual({ name: "Ada & Bob's", ownerName: "Ada", type: "birthday", look: "night", timeZone: ZONE });
  expect(openingDay).toBe(addYears(inDays(0), 1));
  const form = await read(address, { cookie });
  expect(/id="step-2" class="[^"]*\bfirst\b/.test(form)).toBe(true);
});

test("leads mails to a tree's current picture", async () => {
  const { code } = await createTree(service.site);
  const picture = await fetch(`${service.site}/share-picture/${code}-ko.png`);
  const { headers } = picture;
  expect([picture.status, headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
});

test("previews a link in the language of the tree's name where a program names none", async () => {
  const { code } = await createTree(service.site, { name: "민지네 트리" });
  const languagesFor = async (headers: Record<string, string>, prefix = "") => {
    const page = await fetch(`${service.site}${prefix}/send-message?tree=${code}`, { headers });
    return [page.headers.get("content-language"), /\/share-picture\/\w{8}-(\w\w)-/.exec(await page.text())?.[1]];
  };
  expect(await languagesFor({})).toEqual(["ko", "ko"]);
  expect(await languagesFor({ "accept-language": "en-US" })).toEqual(["en", "en"]);
  expect(await languagesFor({ "accept-language": "*" })).toEqual(["en", "en"]);
  expect(await languagesFor({ cookie: "language=en" })).toEqual(["en", "en"]);
  expect(await languagesFor({})).toEqual(["ko", "ko"]);
  expect(await languagesFor({}, "/es")).toEqual(["es", "es"]);
});

test("counts the days of the last week with lights on the tree's pages, its preview and its story", async () => {
  const [lit, picture] = [/href="#tree-lantern-on"/g, /\/share-picture\/\w{8}-en-([\w-]{10})\.png/];
  const [soon, later] = await Promise.all(
    [3, 20].map((days) => createTree(service.site, { openingDay: inDays(days) })),
  );
  for (const [tree, lights] of [
    [soon, 5],
    [later, 0],
  ] as const) {
    const { code, cookie } = tree as Exclude<typeof tree, undefined>;
    for (const address of [`/send-message?tree=${code}`, `/tree/${code}/screen`, `/my-trees/${code}`]) {
      const page = await read(address, { cookie });
      expect([address, page.match(lit)?.length ?? 0]).toEqual([address, lights]);
    }
  }
  const versions = [soon, later].map(async (tree) => picture.exec(await read(`/send-message?tree=${tree?.code}`))?.[1]);
  expect(new Set(await Promise.all(versions)).size).toBe(2);
});

test("begins a keepsake with what came, and ends it with the owner's thanks", async () => {
  const { code, cookie } = await createTree(service.site);
  for (const [senderName, message] of [
    ["Bob", "A good year"],
    ["Mina", "행복한 한 해 보내"],
    ["Bob", "Once more"],
  ] as const)
    await addGift(service.api, code, message, { senderName });
  const headers = { cookie, "content-type": "application/json" };
  const thanks = { method: "PATCH", headers, body: JSON.stringify({ thanks: "You are the best" }) };
  expect((await fetch(`${service.site}/owner/trees/${code}`, thanks)).status).toBe(200);
  const page = await read(`/my-trees/${code}/keepsake`, { cookie });
  const [, cover = ""] = /<section[^>]*\bcover\b[^>]*>(.*?)<\/header>/s.exec(page) ?? [];
  expect(cover).toContain("3 gifts from 2 friends");
  const letters = page.split("<article").slice(1);
  expect(letters).toHaveLength(4);
  expect(letters.at(-1)).toContain("You are the best");
  for (const letter of letters) expect(letter).toContain(">A tree</bdi>");
  for (const address of [`/my-trees/${code}/keepsake`, `/my-trees/${code}/keepsake?part=2`]) {
    expect([address, (await read(address, { cookie })).match(/<h1\b/g)?.length]).toEqual([address, 1]);
  }
});

/** The face that a page preloads for its headings. */
async function faceOf(page: string): Promise<{ face: Font; bytes: number }> {
  const found = [...page.matchAll(/<link rel="preload" href="([^"]+\.woff2)" as="font"/g)];
  expect(found).toHaveLength(1);
  const answer = await fetch(service.site + found[0]?.[1]);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "font/woff2"]);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { face: create(Buffer.from(bytes)) as Font, bytes: bytes.length };
}

/** The words of a page's headings, without names, which people give. */
const headingsOf = (page: string) =>
  [...page.matchAll(/<(h[1-3]|legend(?= tabindex))\b[^>]*>(.*?)<\/\1>/gs)]
    .map(([, , words = ""]) => words.replace(/<(bdi|small)\b.*?<\/\1>|<[^>]+>|&\S+?;/gs, "").trim())
    .join(" ");

test("sets the headings of the first pages in one face, of 25 kB at most, that has all of their characters", async () => {
  const { code, cookie } = await createTree(service.site);
  await addGift(service.api, code, "Hello");
  const headers = { cookie, "content-type": "application/json" };
  await fetch(`${service.site}/owner/trees/${code}`, { method: "PATCH", headers, body: '{"thanks":"Thank you"}' });
  for (const language of ["en", "ko", "ja"]) {
    for (const address of ["", `/send-message?tree=${code}`, "/create"]) {
      const page = await read(`/${language}${address}`);
      const { face, bytes } = await faceOf(page);
      expect(bytes).toBeLessThan(25_000);
      const isMissing = (character: string) => !face.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
      expect([language, address, [...new Set(headingsOf(page).replaceAll(/\s/g, ""))].filter(isMissing)]).toEqual([
        language,
        address,
        [],
      ]);
    }
  }
});

test("sets a name in one face, which has all of its letters", async () => {
  for (const [name, isPlain] of [
    ["Ada's birthday", false],
    ["José's birthday", true],
  ] as const) {
    const { code } = await createTree(service.site, { name });
    const [, attributes = ""] =
      /<h1 id="tree-name"[^>]*><bdi([^>]*)>/.exec(await read(`/send-message?tree=${code}`)) ?? [];
    expect([name, attributes.includes("plain")]).toEqual([name, isPlain]);
  }
});

test("offers no closed tree again", async () => {
  const { code, cookie } = await createTree(service.site, { openingDay: inDays(20) });
  await addGift(service.api, code, "Hello");
  expect(await read(`/my-trees/${code}`, { cookie })).not.toContain("Create another like this");
});
