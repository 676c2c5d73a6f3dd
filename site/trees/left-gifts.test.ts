import { afterAll, beforeAll, expect, test } from "bun:test";
import { LANGUAGES } from "#contract/languages";
import { forgetGift, leftGifts, privateLink, rememberGift } from "./left-gifts.ts";

beforeAll(() => {
  process.env.SITE_URL = "https://tree.example";
});
afterAll(() => {
  delete process.env.SITE_URL;
});

const gift = (second: string) => ({
  code: "aB3dE5gH",
  id: crypto.randomUUID(),
  key: `${second}.${"k-_".repeat(7)}A`,
});
const sentBack = (cookies: readonly string[]) => cookies.map((each) => each.split(";")[0]).join("; ");

test("remembers a gift for the page that takes it back, in any language, and for no other page", () => {
  const one = gift("t6a4o0");
  const cookies = rememberGift(one);
  expect(cookies.map((each) => /Path=([^;]+)/.exec(each)?.[1])).toEqual([
    "/take-back",
    ...LANGUAGES.map((language) => `/${language}/take-back`),
  ]);
  for (const cookie of cookies) expect(cookie).toMatch(/; SameSite=Lax; HttpOnly; Secure$/);
  expect(leftGifts(sentBack(cookies), one.code)).toEqual(cookies.map(() => one));
  expect(privateLink(one)).toBe(`/take-back?tree=${one.code}&gift=${one.id}&key=${one.key}`);
});

test("names a gift in a private link as a form gave it, whatever that was", () => {
  expect(privateLink({ ...gift("1"), id: "x\n&key=선물", key: "k" })).toBe(
    "/take-back?tree=aB3dE5gH&gift=x%0A%26key%3D%EC%84%A0%EB%AC%BC&key=k",
  );
});

test("remembers it for 90 days, whenever the tree opens: its day may be moved", () => {
  expect(rememberGift(gift("1"))[0]).toContain("; Max-Age=7776000;");
});

test("returns the newest gifts on one tree, ten at most, and ignores other cookies", () => {
  const gifts = Array.from({ length: 12 }, (_, i) => gift(`t6a4${i}`));
  const elsewhere = { ...gift("t6a4z0"), code: "zzzzzzzz" };
  const own = [...gifts, elsewhere].flatMap((each) => rememberGift(each).slice(0, 1));
  const others = ["language=ko", "left-12345678=", "left-12345678=aB3dE5gH.x.y", "left-x=1", "a=left-12345678=b"];
  const cookie = [...others, sentBack(own)].join("; ");
  expect(leftGifts(cookie, "aB3dE5gH")).toEqual(gifts.toReversed().slice(0, 10));
  expect(leftGifts(null, "aB3dE5gH")).toEqual([]);
  expect(leftGifts(sentBack(forgetGift(gift("1").id)), "aB3dE5gH")).toEqual([]);
});
