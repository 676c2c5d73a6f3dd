import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, type Language } from "#contract/languages";
import { MAIL_KINDS, type MailKind } from "#contract/mails";
import { composeMail } from "./compose.ts";

const NAME = `<b>"Ada" & Bob's</b>`;
const TOKENS = join(import.meta.dir, "../../../site/styles/tokens.css");
const EACH = LANGUAGES.flatMap((language) => MAIL_KINDS.map((kind) => [kind, language] as const));

const mailOf = (kind: MailKind, language: Language, treeName = NAME, sender = "Mina") =>
  composeMail(
    {
      id: "1",
      kind,
      language,
      treeName,
      attempts: 0,
      ownerId: "owner",
      address: "ada@example.org",
      isEmailConfirmed: true,
      isProven: true,
      isForConfirmed: false,
      openingMails: true,
      giftMails: true,
      shareCode: "Ab3dE6gH",
      giftCount: 3,
      openingDay: "2026-12-25",
      timeZone: "Asia/Seoul",
      expiryToldAt: new Date("2027-12-26T00:00:00Z"),
      reason: "spam",
      news: [{ shareCode: "Ab3dE6gH", treeName, giftCount: 4, names: [sender, "Jun"], others: 2 }],
    },
    {
      siteUrl: "https://tree.example",
      contactEmail: "help@tree.example",
      now: new Date("2026-12-25T00:00:00Z"),
      token: "a-token",
      unsubscribe: "a-token",
    },
  );

/** What a person reads in HTML. */
const wordsOf = (html: string) =>
  html
    .replace(/<style>.*?<\/style>|<[^>]+>/gs, "")
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => SIGNS[name] ?? "");
const SIGNS: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

const linesOf = (text: string) => text.split("\n").filter((line) => line !== "" && line !== "-- ");
const linksOf = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href);

describe.each(EACH)("the mail %s in %s", (kind, language) => {
  test("says the same in both parts, with the same link as a button and bare", () => {
    const { text, html, subject } = mailOf(kind, language);
    const [link = ""] = /^https:.*$/m.exec(text) ?? [];
    expect(linksOf(html).filter((href) => href === link)).toHaveLength(2);
    const words = wordsOf(html);
    // The words of the button precede the link: in plain text, with a colon.
    for (const line of linesOf(text.replace(`:\n${link}`, `\n${link}`))) expect(words).toContain(line);
    expect(words).toContain(subject);
    expect(html).toContain(`<html lang="${language}" dir="ltr">`);
  });

  test("loads nothing, and names no address but the site's", () => {
    const { html } = mailOf(kind, language);
    expect(html).not.toMatch(/\bsrc|url\(|@import|<(img|script|link|iframe|object|form|base)\b/i);
    for (const href of linksOf(html)) expect(href).toStartWith("https://tree.example");
    expect(html.match(/https?:/g)?.length).toBe(html.match(/https:\/\/tree\.example/g)?.length);
  });

  test("has no markup in its plain text, and none from a tree's name in its HTML", () => {
    const { text, html } = mailOf(kind, language);
    expect(text.replaceAll(NAME, "")).not.toMatch(/[<>]|&\w+;/);
    expect(html).not.toContain("<b>");
    const escaped = "&lt;b&gt;&quot;Ada&quot; &amp; Bob&#39;s&lt;/b&gt;";
    expect(html.includes(escaped)).toBe(text.includes(NAME));
    expect(text.includes(NAME)).toBe(kind.startsWith("tree_"));
  });
});

test("does not turn an address in a tree's name into a link", () => {
  const { html } = mailOf("tree_opens", "en", "see https://elsewhere.example");
  expect(wordsOf(html)).toContain("“see https: //elsewhere. example”");
  expect(linksOf(html).join(" ")).not.toContain("elsewhere");
});

describe.each(EACH)("%s in %s", (kind, language) => {
  test("holds no name that a mail program makes a link of", () => {
    const { subject, text, html } = mailOf(kind, language, "t.co/AbC12", "x.com/evil");
    for (const part of [subject, text, html]) expect(part).not.toMatch(/t\.co|x\.com/);
  });
});

test("has the site's colors, light and dark", () => {
  const [light = "", dark = ""] = readFileSync(TOKENS, "utf8").split("@media (prefers-color-scheme: dark)");
  const { html } = mailOf("tree_opens", "en");
  const [, darkRules = ""] = /<style>(.*)<\/style>/s.exec(html) ?? [];
  const colorsIn = (part: string) => [...new Set(part.match(/#[\da-f]{6}\b/g))];
  expect(colorsIn(light)).toEqual(expect.arrayContaining(colorsIn(html.replace(darkRules, ""))));
  expect(colorsIn(dark)).toEqual(expect.arrayContaining(colorsIn(darkRules)));
  expect(colorsIn(darkRules)).toHaveLength(7);
});
