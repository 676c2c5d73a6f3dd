import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, type Language } from "#contract/languages";
import { MAIL_KINDS, type MailKind } from "#contract/mails";
import { composeMail } from "./compose.ts";
import type { MailJob } from "./mails.store.ts";

const NAME = `<b>"Ada" & Bob's</b>`;
const TOKENS = join(import.meta.dir, "../../../site/styles/tokens.css");
const EACH = LANGUAGES.flatMap((language) => MAIL_KINDS.map((kind) => [kind, language] as const));

const pictureIn = (language: Language) => `https://tree.example/share-picture/Ab3dE6gH-${language}.png`;
const PICTURED: readonly MailKind[] = ["tree_opens", "tree_digest", "tree_reminder", "tree_expires"];
const picturesIn = (html: string) => [...html.matchAll(/\bsrc="([^"]*)"/g)].map(([, src]) => src);

const mailOf = (kind: MailKind, language: Language, treeName = NAME, sender = "Mina", job: Partial<MailJob> = {}) =>
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
      isUnclaimed: kind === "tree_unclaimed",
      reason: "spam",
      queue: { reports: 5, urgent: 2, texts: 1 },
      news: [{ shareCode: "Ab3dE6gH", treeName, giftCount: 4, names: [sender, "Jun"], others: 2 }],
      ...job,
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
const linksOf = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = ""]) => href);

describe.each(EACH)("the mail %s in %s", (kind, language) => {
  test("says the same in both parts, with the same link as a button, bare and on the tree's picture", () => {
    const { text, html, subject } = mailOf(kind, language);
    const [link = ""] = /^https:.*$/m.exec(text) ?? [];
    expect(linksOf(html).filter((href) => href === link)).toHaveLength(PICTURED.includes(kind) ? 3 : 2);
    const words = wordsOf(html);
    // In plain text, the words of the button precede the link.
    for (const line of linesOf(text)) expect(words).toContain(line);
    expect(words).toContain(subject);
    expect(html).toContain(`<html lang="${language}" dir="ltr">`);
  });

  test("loads nothing but the picture of its tree, and names no address but the site's", () => {
    const { html } = mailOf(kind, language);
    expect(picturesIn(html)).toEqual(PICTURED.includes(kind) ? [pictureIn(language)] : []);
    const others = html.replace(/<img src="[^"]*" width="510" alt="" style="[^"]*">/, "");
    expect(others).not.toMatch(/\bsrc|url\(|@import|<(img|script|link|iframe|object|form|base)\b/i);
    for (const href of linksOf(html)) expect(new URL(href).origin).toBe("https://tree.example");
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

test("leads on the day to the whole tree, where one unwraps, if there is something to unwrap", () => {
  const linkOf = (giftCount: number) =>
    /^https:.*$/m.exec(mailOf("tree_opens", "en", NAME, "Mina", { giftCount }).text)?.[0];
  expect(linkOf(3)).toBe("https://tree.example/en/my-trees/Ab3dE6gH/opening");
  expect(linkOf(0)).toBe("https://tree.example/en/my-trees/Ab3dE6gH");
});

test("shows no picture, with the tree's name in it, where a mail may not say that name", () => {
  for (const kind of PICTURED.filter((each) => each !== "tree_digest")) {
    const toAnybody = mailOf(kind, "en", NAME, "Mina", { isEmailConfirmed: false });
    // As the store names the tree of an account that was taken over.
    const notVisited = mailOf(kind, "en", "Ab3dE6gH");
    expect([kind, picturesIn(toAnybody.html), picturesIn(notVisited.html)]).toEqual([kind, [], []]);
  }
});

test("shows no picture if it is about several trees", () => {
  const [one, other] = ["Ab3dE6gH", "Bb3dE6gH"].map((shareCode) => ({ shareCode, treeName: NAME, giftCount: 1 }));
  const news = [one, other].map((each) => ({
    shareCode: "",
    treeName: "",
    giftCount: 1,
    ...each,
    names: [],
    others: 1,
  }));
  expect(picturesIn(mailOf("tree_digest", "en", NAME, "Mina", { shareCode: null, treeName: null, news }).html)).toEqual(
    [],
  );
});

test.each([
  ["ko", "Apple SD Gothic Neo"],
  ["ja", "Hiragino Sans"],
] as const)("is set in %s in faces of that language", (language, face) => {
  const { html } = mailOf("tree_opens", language);
  const faces = [...html.matchAll(/font:[^;"]*px\/[\d.]+ ([^;"]*)/g)].map(([, each]) => each);
  expect(faces.length).toBeGreaterThanOrEqual(4);
  for (const each of faces) expect(each).toContain(face);
  expect(html).not.toMatch(/Palatino|Georgia/);
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
  const [light = "", dark = ""] = readFileSync(TOKENS, "utf8").split("@media screen and (prefers-color-scheme: dark)");
  const { html } = mailOf("tree_opens", "en");
  const [, darkRules = ""] = /<style>(.*)<\/style>/s.exec(html) ?? [];
  const colorsIn = (part: string) => [...new Set(part.match(/#[\da-f]{6}\b/g))];
  expect(colorsIn(light)).toEqual(expect.arrayContaining(colorsIn(html.replace(darkRules, ""))));
  expect(colorsIn(dark)).toEqual(expect.arrayContaining(colorsIn(darkRules)));
  expect(colorsIn(darkRules)).toHaveLength(7);
});

test.each([
  [["ミナ"], 0, "ミナさんから"],
  [["ミナ", "おばあちゃん"], 2, "ミナさん、おばあちゃん、ほか友だち2人から"],
  [[], 3, "友だち3人から"],
])("gives every sender a title in Japanese: %j and %d more", (names, others, words) => {
  const news = [{ shareCode: "Ab3dE6gH", treeName: NAME, giftCount: 4, names, others }];
  expect(mailOf("tree_digest", "ja", NAME, "Mina", { news }).text).toContain(`、${words}新しいギフト`);
});

test.each([
  [["Lucía"], 0, "4 regalos nuevos de Lucía."],
  [["Lucía", "Ana"], 2, "4 regalos nuevos de Lucía, Ana y 2 personas más."],
  [[], 3, "4 regalos nuevos."],
])("speaks of others in Spanish only after a name: %j and %d more", (names, others, words) => {
  const news = [{ shareCode: "Ab3dE6gH", treeName: NAME, giftCount: 4, names, others }];
  expect(mailOf("tree_digest", "es", NAME, "Mina", { news }).text).toContain(` hay ${words}`);
});

test.each([
  [
    { reports: 1, urgent: 0, texts: 0 },
    "Waiting for a moderator: one report",
    "검토할 항목이 있어요: 신고 1건",
    "確認待ちがあります：通報1件",
  ],
  [
    { reports: 0, urgent: 0, texts: 2 },
    "Waiting for a moderator: 2 refused texts",
    "검토할 항목이 있어요: 거부된 내용 2건",
    "確認待ちがあります：拒否された内容2件",
  ],
  [
    { reports: 3, urgent: 2, texts: 1 },
    "Urgent: 2 reports of threats or self-harm",
    "긴급: 위협이나 자해 위험 신고 2건이 들어왔어요",
    "【緊急】脅迫または自傷・自殺のおそれに関する通報が2件あります",
  ],
])("says what waits for moderators: %j", (queue, en, ko, ja) => {
  for (const [language, words] of Object.entries({ en, ko, ja })) {
    const { subject, text } = mailOf("moderation_queue", language as Language, NAME, "Mina", { queue });
    expect(subject).toBe(words);
    expect(text).toContain(`https://tree.example/${language}/moderation\n`);
  }
});
