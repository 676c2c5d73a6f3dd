import { expect, test } from "bun:test";
import { LANGUAGES } from "../../i18n/languages.ts";
import { stringsIn } from "../../i18n/strings.ts";
import { inTwo, lettering } from "./lettering.ts";
import { typeset } from "./typeset.ts";

const box = { x: 100, y: 50, width: 200, height: 50, size: 20, fill: "#000" };
const sizesIn = (markup = "") => [...markup.matchAll(/\)scale\(([\d.]+)\)"/g)].map(([, size]) => Number(size));

test("a text has the wanted size if it fits, else the largest that does, on two lines where that is larger", () => {
  expect(sizesIn(lettering("short", box)?.markup)).toEqual([20]);
  const long = lettering("a name of forty characters and a bit more", box);
  const [first = 0, second = 0] = sizesIn(long?.markup);
  expect(first).toBe(second);
  expect(long?.width).toBeLessThanOrEqual(200.1);
  expect(lettering("a name of forty characters", { ...box, height: 23 })?.height).toBeLessThanOrEqual(23);
});

test.each([
  ["Ada and Bob", ["Ada and", "Bob"]],
  ["민지네 크리스마스", ["민지네", "크리스마스"]],
  ["¡Deja un regalo! Tienes hasta el 3.", ["¡Deja un regalo!", "Tienes hasta el 3."]],
  ["aaaaaaaaaaaa b", ["aaaaaaa", "aaaaa b"]],
  ["👨‍👩‍👧👨‍👩‍👧", ["👨‍👩‍👧", "👨‍👩‍👧"]],
])("%s breaks near its middle, at the end of a sentence, never within a character", (text, lines) => {
  expect(inTwo(text)).toEqual(lines as [string, string]);
});

test("a single character does not break", () => {
  expect(inTwo("a")).toBeNull();
});

test.each(["Ada's trée", "한글 뷁", "שלום", "شجرة", "สวัสดี", "नमस्ते", "Ёлка", "Δέντρο", "さくら", "树", "🎄", ""])(
  "there are fonts for %s",
  (text) => {
    expect(typeset(text)).not.toBeNull();
  },
);

test("Latin letters of a text are in one font, with marks or without", () => {
  const runs = (text: string) => typeset(text)?.outlines.match(/<g transform="scale/g)?.length;
  for (const text of ["Ada and Bob, 2026", "¡Feliz día, Inés!", "Zoë 2026 🎄"]) expect(runs(text)).toBe(1);
});

test("so are those of both of its lines", () => {
  const markup = lettering("Ada and Bob of Inés", { ...box, width: 60 })?.markup;
  for (const line of inTwo("Ada and Bob of Inés") ?? []) expect(markup).toContain(typeset(line, "é")?.outlines ?? "");
});

test.each([...LANGUAGES])("there are fonts for what pictures say in %s", (language) => {
  const { share, tree, site } = stringsIn[language];
  for (const sentence of [share.qrLabel, tree.listTitle, site.tagline]) expect(typeset(sentence)).not.toBeNull();
});

const fillsIn = (text: string) =>
  new Set([...(typeset(text)?.outlines ?? "").matchAll(/fill="(#\w+)"/g)].map(([, fill]) => fill));

test("emoji have their own colors, also those of several characters; letters have the text's", () => {
  for (const emoji of ["🎄", "❤️", "🇰🇷", "👩🏽", "👨‍👩‍👧", "1️⃣", "❤"])
    expect(fillsIn(`Ada ${emoji}`).size).toBeGreaterThan(0);
  expect(fillsIn("Ada © 2026 ★").size).toBe(0);
});

test("an emoji that nobody has drawn yet is left out, and the rest of the name stays", () => {
  const width = (text: string) => typeset(text)?.width;
  expect(width("Ada\u{1fae9}")).toBe(width("Ada"));
});

test("there are none for hieroglyphs", () => {
  expect(typeset("a\u{13080}")).toBeNull();
});

test("letters with marks that the library fails at are shaped without attaching them", () => {
  for (const name of ["شجرة يُوسُفِ", "لَطِيفٍ", "ڍۨ"]) expect(typeset(name)?.width).toBeGreaterThan(0.3);
});

test("an emoji of several characters is one, and a space beside it is as wide as in words", () => {
  const width = (text: string) => typeset(text)?.width ?? 0;
  expect(width("1️⃣")).toBeCloseTo(width("2️⃣"));
  expect(width("❤️‍🔥")).toBeCloseTo(width("🔥"));
  expect(width("🎄 a") - width("🎄a")).toBeCloseTo(width("a a") - width("aa"));
});
