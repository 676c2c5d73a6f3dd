import { describe, expect, test } from "bun:test";
import { chosenLanguage } from "../server/language.ts";
import { negotiatedLanguage } from "./languages.ts";
import { splitLanguage, withLanguage } from "./prefix.ts";

test.each([
  [undefined, undefined, "en"],
  [undefined, "", "en"],
  [undefined, "*", "en"],
  [undefined, "ko", "ko"],
  [undefined, "ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", "ko"],
  [undefined, "en-US,en;q=0.9,ko;q=0.8", "en"],
  [undefined, "eo-XX,ko;q=0.5", "ko"],
  [undefined, "eo, tlh", "en"],
  [undefined, "ko;q=0, en", "en"],
  ["ko", "en", "ko"],
  ["en", "ko", "en"],
  ["klingon", "ko", "ko"],
])("cookie %p and Accept-Language %p give %p", (chosen, accept, expected) => {
  expect(negotiatedLanguage(chosen, accept)).toBe(expected as "en" | "ko");
});

test.each([
  ["/", null, "/"],
  ["/create", null, "/create"],
  ["/ko", "ko", "/"],
  ["/ko/", "ko", "/"],
  ["/ko?x=1", "ko", "/?x=1"],
  ["/ko/create?x=1", "ko", "/create?x=1"],
  ["/en/create", "en", "/create"],
  ["/kobold", null, "/kobold"],
  ["/eo/create", null, "/eo/create"],
  ["/ko//evil.example/", "ko", "/evil.example/"],
] as const)("%s splits into language %s and page %s", (address, language, own) => {
  expect(splitLanguage(address)).toEqual({ language, address: own });
});

test.each([
  [null, "/create", "/create"],
  ["ko", "/create", "/ko/create"],
  ["ko", "/", "/ko"],
  ["ko", "/?gifts=card", "/ko?gifts=card"],
  ["ko", "/#code", "/ko#code"],
  ["ko", "/ko/create", "/ko/create"],
  ["ko", "/guides/privacy", "/ko/guides/privacy"],
  ["ko", "/llms.txt", "/llms.txt"],
  ["ko", "https://example.com/", "https://example.com/"],
  ["ko", "//evil.example", "//evil.example"],
  ["ko", "?before=1", "?before=1"],
] as const)("with prefix %p, %s is linked as %s", (prefix, address, linked) => {
  expect(withLanguage(prefix, address)).toBe(linked);
});

describe("a language choice", () => {
  test("is stored for a year, and the parameter is removed", () => {
    const choice = chosenLanguage("/send-message?tree=abcdefgh&language=ko", "ko", true);
    expect(choice?.location).toBe("/send-message?tree=abcdefgh");
    expect(choice?.cookie).toStartWith("language=ko; Path=/; Max-Age=31536000; SameSite=Lax");
    expect(choice?.cookie).toContain("Secure");
  });

  test("works without cookies if the browser prefers another language", () => {
    expect(chosenLanguage("/en/create?language=ko", "en", false)?.location).toBe("/ko/create");
    expect(chosenLanguage("/ko/create?language=en", "ko", false)?.location).toBe("/en/create");
    expect(chosenLanguage("/ko/create?language=en", "en", false)?.location).toBe("/create");
  });

  test("is ignored for an unknown language", () => {
    expect(chosenLanguage("/create?language=xx", "en", false)).toBeNull();
    expect(chosenLanguage("/create", "en", false)).toBeNull();
    expect(chosenLanguage("//:80?language=ko", "en", false)).toBeNull();
  });

  test("never leads to another website", () => {
    expect(chosenLanguage("/ko//evil.example?language=en", "en", false)?.location).toBe("/evil.example");
    expect(chosenLanguage("//evil.example?language=en", "en", false)?.location.startsWith("//")).toBe(false);
    for (const address of ["//x//evil.example/a", "/x/..//evil.example/a", "/.//evil.example/a"]) {
      expect(chosenLanguage(`${address}?language=en`, "en", false)?.location).toBe("/evil.example/a");
    }
  });
});
