import { expect, test } from "bun:test";
import { nextAddress, siteUrl } from "./addresses.ts";

test.each([
  ["/create?name=Ada", "/create?name=Ada"],
  ["/ko/my-trees/abcdefgh#messages", "/ko/my-trees/abcdefgh"],
  // Nothing happened there.
  ["/account?password", "/account"],
  ["/ko/my-trees/aB3dE5gH?deleted=1&before=x", "/ko/my-trees/aB3dE5gH?before=x"],
  [null, "/my-trees"],
  ["", "/my-trees"],
  ["create", "/my-trees"],
])("a sign-in that was started with next=%p leads on to %p", (given, next) => {
  expect(nextAddress(given)).toBe(next);
});

test.each([
  ...["//evil.example/a", "///evil.example/a", "/\\evil.example/a", "/\t/evil.example/a", "https://evil.example/a"],
  // After normalization these begin with two slashes.
  ...["/.//evil.example/a", "/x/..//evil.example/a", "/%2e//evil.example/a", "/./\\evil.example/a"],
])("signing in never leads to another website: %p", (given) => {
  expect(new URL(nextAddress(given), siteUrl()).origin).toBe(siteUrl());
});

test("an invalid address leads to the owner's trees", () => {
  expect(["//[", "//:80", "/\\[", "//x:99999/"].map(nextAddress)).toEqual(Array(4).fill("/my-trees"));
});
