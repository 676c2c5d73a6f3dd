import { afterEach, expect, test } from "bun:test";
import { isFormKey } from "#contract/ids";
import { derivedKey } from "./derived-key.ts";

const { INTERNAL_KEY } = process.env;
const friend = { address: "192.0.2.1", forwardedFor: "203.0.113.9", cookie: null, userAgent: "a phone" };
const sent = ["/v1/messages", { message: "I love you" }];
const NOON = Date.parse("2026-12-24T12:00:00Z");

afterEach(() => {
  process.env.INTERNAL_KEY = INTERNAL_KEY;
});

test("is the same when one visitor sends the same thing twice within an hour, over any connection of their proxy", () => {
  const key = derivedKey(friend, sent, NOON);
  expect(isFormKey(key)).toBe(false);
  expect(derivedKey(friend, sent, NOON + 60_000)).toBe(key);
  for (const forwardedFor of ["203.0.113.9:50001", "203.0.113.9:50002"]) {
    expect(derivedKey({ ...friend, forwardedFor }, sent, NOON)).toBe(key);
  }
  expect(derivedKey({ ...friend, forwardedFor: "[2001:db8::1]:50001" }, sent, NOON)).toBe(
    derivedKey({ ...friend, forwardedFor: "[2001:db8::1]:50002" }, sent, NOON),
  );
});

test("differs for another text, visitor, hour or site key", () => {
  const keys = [
    derivedKey(friend, sent, NOON),
    derivedKey(friend, ["/v1/messages", { message: "I love you " }], NOON),
    derivedKey({ ...friend, userAgent: "another phone" }, sent, NOON),
    derivedKey({ ...friend, forwardedFor: "2001:db8::1:5000" }, sent, NOON),
    derivedKey({ ...friend, forwardedFor: "2001:db8::1:5001" }, sent, NOON),
    derivedKey(friend, sent, NOON + 60 * 60 * 1000),
  ];
  process.env.INTERNAL_KEY = "another key";
  keys.push(derivedKey(friend, sent, NOON));
  expect(new Set(keys).size).toBe(keys.length);
});
