import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { guideFiles } from "./guide-files.ts";

const ROOT = join(import.meta.dir, "../..");
/** What `docs/promises.md` may say in place of a test. */
const KEPT_WITHOUT_TEST = ["advice", "operator"];
const PROMISING = ["privacy", "terms", "parents-and-teachers"];

const list = readFileSync(join(ROOT, "docs/promises.md"), "utf8");
/** The rows of the list: a sentence of a guide, and how it is kept. */
const rowsOf = (guide: string) =>
  [
    ...(list.split(`\n## ${guide}\n`)[1]?.split("\n## ")[0] ?? "").matchAll(/^\| (?!Sentence|---)(.*) \| (.*) \|$/gm),
  ].map(([, sentence = "", kept = ""]) => ({
    sentence,
    kept: kept.split(", ").map((each) => each.replaceAll("`", "")),
  }));

/** The sentences of a guide, rows of tables included. A question belongs to its answer. */
function sentencesOf(source: string): string[] {
  const lines = source.replace(/^---\n.*?\n---\n/s, "").split("\n");
  return lines.flatMap((line, i) => {
    if (/^(import|#|<)|^\| ---/.test(line) || lines[i + 1]?.startsWith("| ---")) return [];
    const text = line
      .replace(/^(-|\d+\.) |^\| | \|$/g, "")
      .replaceAll(" | ", " · ")
      .replaceAll("**", "");
    const sentences = text
      .split(/(?<=[.!]) (?=[\p{Lu}“*[<])/u)
      .filter((each) => !/^(\[[^\]]+\]\([^)]+\)\.?)?$/.test(each));
    return sentences.map((each) => each.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1"));
  });
}

test.each(PROMISING)("docs/promises.md says how each sentence of the guide on %s is kept", (guide) => {
  const original = guideFiles().find(({ language, name }) => language === "en" && name === guide);
  expect(rowsOf(guide).map(({ sentence }) => sentence)).toEqual(sentencesOf(original?.source ?? ""));
});

/** What sets a cookie, beside the sign-in library, and how the guide on privacy begins to tell of it. */
const COOKIES = {
  "api/features/accounts/sign-in/known-devices.ts": "A second cookie, which lasts a year,",
  "api/features/gifts/sender-device.ts": 'While <UiText of="gathering.button" /> is on for a tree,',
  "site/outcome.ts": "Sending a form sets a cookie",
  "site/server/language.ts": "Choosing a language sets a cookie",
  "site/trees/left-gifts.ts": "Leaving a gift sets a cookie",
  "site/trees/pending-claim.ts": "Opening a surprise before your email is confirmed sets a cookie",
};

/** It sets what its callers name, as shared/http/cookies.ts does. */
const SETTER = "site/addresses.ts";

test("the guide on privacy names every cookie that is set", () => {
  const sources = [...new Bun.Glob("{api,site}/**/*.{ts,astro}").scanSync(ROOT)].filter(
    (path) => !path.includes(".test") && path !== SETTER,
  );
  const setting = sources.filter((path) =>
    /Max-Age=\$\{|hostCookie\(|pageCookies\(/.test(readFileSync(join(ROOT, path), "utf8")),
  );
  expect(setting.toSorted()).toEqual(Object.keys(COOKIES));
  const told = rowsOf("privacy").map(({ sentence }) => sentence);
  for (const words of Object.values(COOKIES)) expect(told.some((sentence) => sentence.startsWith(words))).toBeTrue();
});

test.each(PROMISING.flatMap(rowsOf))("$sentence", ({ kept }) => {
  for (const each of kept)
    expect(
      KEPT_WITHOUT_TEST.includes(each) || (/\.(test|spec)\.ts$/.test(each) && existsSync(join(ROOT, each))),
    ).toBeTrue();
});
