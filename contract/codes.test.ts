import { expect, test } from "bun:test";
import fc from "fast-check";
import { findShareCode, isShareCode, makeShareCode, SHARE_CODE_ALPHABET } from "./codes.ts";
import { timesDearer } from "./contract.test-utils.ts";

/** A byte source that returns these bytes in order, eight at a time, and starts over at the end. */
function bytesInTurn(bytes: readonly number[]) {
  let drawn = 0;
  return (count: number) => Uint8Array.from({ length: count }, () => bytes[drawn++ % bytes.length] ?? 0);
}

test("the alphabet is the 62 letters and digits without the six look-alikes", () => {
  const everything = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  expect(SHARE_CODE_ALPHABET).toBe([...everything].filter((symbol) => !"0Oo1Il".includes(symbol)).join(""));
  expect(SHARE_CODE_ALPHABET).toHaveLength(56);
  expect(new Set(SHARE_CODE_ALPHABET).size).toBe(56);
});

test("a share code is 8 letters and digits, look-alikes included", () => {
  for (const code of ["aB3dE5gH", "00000000", "OoIl1023", "ZZZZZZZZ"]) expect(isShareCode(code)).toBe(true);
  for (const text of ["", "aB3dE5g", "aB3dE5gHi", "aB3dE5g ", "aB3dE5g\n", "aB3d-5gH", "äB3dE5gH", "aB3dE5g\0"]) {
    expect(isShareCode(text)).toBe(false);
  }
});

test("a new code uses one symbol per byte, in order", () => {
  expect(makeShareCode(bytesInTurn([0, 1, 2, 3, 4, 5, 6, 7]))).toBe("23456789");
  expect(makeShareCode(bytesInTurn([55, 56, 111, 112, 167, 168, 222, 223]))).toBe("z2z2z2yz");
});

test("redraws bytes that would favor some symbols", () => {
  expect(makeShareCode(bytesInTurn([224, 255, 240, 0]))).toBe("22222222");
  expect(makeShareCode(bytesInTurn([...Array(16).fill(224), ...Array(16).fill(9)]))).toBe("BBBBBBBB");
});

test("generates every symbol with equal probability", () => {
  const counts = new Map<string, number>();
  // Each of the 256 bytes eight times: 224 of them are fair, four for each symbol.
  const source = bytesInTurn(Array.from({ length: 256 }, (_, byte) => byte));
  for (let codes = 0; codes < 224; codes += 1) {
    for (const symbol of makeShareCode(source)) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  expect(counts.size).toBe(56);
  expect(new Set(counts.values())).toEqual(new Set([32]));
});

test("generates well-formed codes without look-alikes from any bytes", () => {
  const source = fc.array(fc.integer({ min: 0, max: 223 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(source, (bytes) => {
      expect(makeShareCode(bytesInTurn(bytes))).toMatch(/^[2-9A-HJ-NP-Za-kmnp-z]{8}$/);
    }),
  );
});

const CODE = "aB3dE5gH";
const SITE = "https://tree.example";
const LINK = `${SITE}/send-message?tree=${CODE}`;
const WRAPPED = `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(LINK)}&data=05%7C02%7CaBcDeFgH&reserved=0`;
const found = (code: string) => ({ code, choices: [] });
const nothing = { code: null, choices: [] };

test.each([
  [CODE, "alone"],
  [`  ${CODE}\n`, "with whitespace around it"],
  [`${CODE}.`, "before a full stop"],
  [`${CODE})`, "before a bracket"],
  [`${CODE}!`, "before an exclamation mark"],
  [`"${CODE}"`, "in quotes"],
  [`**${CODE}** _${CODE}_`, "twice, in Markdown"],
  [`Code: ${CODE}`, "after its label"],
  [`${CODE}로 와 주세요`, "before a Korean particle"],
  [`🎄${CODE}🎄`, "between emoji"],
  ["aB3d E5gH", "in two groups"],
  ["aB3d-E5gH", "with a dash"],
  ["aB3d–E5gH", "with an en dash from a word processor"],
  ...[..."‐‑‒—―−ー－ｰ﹣⁃─━·・･•　\u00a0\u2003"].map((between): [string, string] => [
    `aB3d${between}E5gH`,
    `with U+${between.codePointAt(0)?.toString(16)} between its halves`,
  ]),
  ["ａＢ３ｄーＥ５ｇＨ", "in full-width characters, with the dash of a Japanese keyboard"],
  ["aーBー3ーdーEー5ーgーH", "spelled out with that dash"],
  ["a B 3 d E 5 g H", "spelled out"],
  [`${CODE}\u200B`, "followed by an invisible character"],
  ["aB3d\u200BE5gH", "with an invisible character within"],
  ["ａＢ３ｄＥ５ｇＨ", "in full-width characters"],
  [`%20${CODE}%0A`, "with percent-encoded whitespace"],
  [LINK, "in a link"],
  [`tree.example/send-message?tree=${CODE}`, "in a link without its scheme"],
  [`TREE.Example/send-message?tree=${CODE}`, "in a link with capital letters in the host"],
  [`${SITE}/send-message?from=mail&tree=${CODE}&x=1#top`, "in a link with more parameters"],
  [`${SITE}/send-message?utm=1&amp;tree=${CODE}`, "in a link copied from HTML source"],
  [`${SITE}/send-message?TREE=${CODE}`, "in a link with an upper-case parameter"],
  [`${SITE}/send-message?tree=aB3d%20E5gH`, "in a link with an escaped space"],
  [`${SITE}/send-message?tree=aB3d+E5gH`, "in a link with a plus for a space"],
  [
    `${SITE}/en/send-message?tree=${CODE}&hung=f907d062-5101-46c4-a2e2-7a80368f625a#thanks`,
    "in the link after sending",
  ],
  [`${SITE}/my-trees/${CODE}`, "in its owner's link"],
  [`${SITE}/ko/my-trees/${CODE}/keepsake?before=AbCdEfGh`, "in a link to a subpage of the owner's"],
  [`${SITE}/invitation/${CODE}`, "in the invitation's link"],
  [`${SITE}/calendar/${CODE}.ics`, "in the calendar file's link"],
  [`${SITE}/report?tree=${CODE}&message=f907d062-5101-46c4-a2e2-7a80368f625a`, "in the link to report it"],
  [`${SITE}/share-picture/${CODE}-0123456789.png`, "in its picture's link"],
  [`${SITE}/story-card/${CODE}-en-0123456789.png`, "in its story card's link"],
  [`https://api.tree.example/v1/trees/${CODE}`, "in an API URL"],
  [`"${LINK}"`, "in a quoted link"],
  [`(${LINK})`, "in a link in brackets"],
  [`<${LINK}>.`, "in a link in angle brackets"],
  [`[birthday](${LINK})`, "in a Markdown link"],
  [`<a href="${LINK}">December</a>`, "in an HTML link"],
  [`${LINK} see you on Saturday`, "in a link with words after it"],
  [`On Saturday: ${LINK}`, "in a link with words before it"],
  [`${LINK}에서 만나요`, "in a link before a Korean particle"],
  [`${LINK}🎁`, "in a link before an emoji"],
  [`${LINK}%EA%B3%BC`, "in a link before an encoded particle"],
  [WRAPPED, "in a link wrapped by a mail program"],
  [`https://mail.example/redirect?to=${encodeURIComponent(WRAPPED)}`, "in a link wrapped twice"],
  [
    `https://click.example/messages/Ab12Cd34/?u=${encodeURIComponent(LINK)}`,
    "in a link wrapped by a URL that looks like one",
  ],
  [`https://forum.example/trees/12345678?next=${LINK}`, "in a link inside a URL that looks like one"],
  [`https://tree.example.shop/trees/12345678 ${LINK}`, "in a link beside one to a host with the same prefix"],
  [`${LINK} ${SITE}/invitation/${CODE}`, "in two links"],
  [`${LINK} https://shop.example/offers?tree=AbCdEfGh`, "in our link beside one to another site"],
  [`A tree, ${CODE}, at https://TREE.example/calendar`, "beside the site's address"],
])("finds in %p the code %s", (typed) => {
  expect(findShareCode(typed, SITE)).toEqual(found(CODE));
});

test.each([
  "",
  "   ",
  "aB3dE5g",
  "aB3dE5gHi",
  "aB3d_E5gH",
  "aB3dE5g!",
  "äB3dE5gH",
  "two words",
  "https://tree.example/",
  "https://tree.example/calendar/aB3dE5g.ics",
  "https://tree.example/send-message?tree=",
  "https://tree.example/send-message?tree=aB3dE5g",
  "https://tree.example/send-message?tree=%E0%A4%A",
  "https://tree.example/send-message?tree=%00B3dE5gH",
])("finds no code in %p", (typed) => {
  expect(findShareCode(typed, SITE)).toEqual(nothing);
});

test.each([
  [`Saturday: ${CODE}`, [CODE, "Saturday"]],
  [`${CODE} AbCd2345`, [CODE, "AbCd2345"]],
  [`${LINK} ${SITE}/my-trees/AbCd2345 December`, [CODE, "AbCd2345"]],
  [
    `Ada invites you to her birthday in December, on Saturday the 24th. Code: ${CODE}`,
    [CODE, "birthday", "December", "Saturday"],
  ],
])("returns the candidates in %p, the likeliest first", (typed, choices) => {
  expect(findShareCode(typed, SITE)).toEqual({ code: null, choices });
});

test("does not mistake a site name of 8 letters for a code", () => {
  expect(findShareCode("http://TreeGift.example:8080/guides/", "http://treegift.example:8080")).toEqual(nothing);
  expect(findShareCode(`treegift.example ${CODE}`, "https://treegift.example")).toEqual(found(CODE));
});

const anyCode = fc.string({ unit: fc.constantFrom(...SHARE_CODE_ALPHABET), minLength: 8, maxLength: 8 });
const besides = fc
  .oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.string({
      unit: fc.constantFrom(..."%&;?=/#.,:()[]{}<>\"'`*_~|\\+-\t\n 가에🎄é\u0301\u200B\uFF01"),
      maxLength: 20,
    }),
  )
  .map((text) => text.replace(/[0-9A-Za-z]/g, ""));

test("finds a code or link among any punctuation", () => {
  fc.assert(
    fc.property(besides, anyCode, besides, (before, code, after) => {
      for (const given of [code, `${SITE}/send-message?tree=${code}`, `${SITE}/ko/my-trees/${code}/keepsake`]) {
        expect(findShareCode(before + given + after, SITE)).toEqual(found(code));
      }
    }),
    { numRuns: 500 },
  );
});

test("finds a link among any words, and returns two different codes as candidates", () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 30 }), anyCode, anyCode, (words, code, other) => {
      fc.pre(code !== other);
      expect(findShareCode(`${words} ${SITE}/invitation/${code} ${words}`, SITE)).toEqual(found(code));
      expect(findShareCode(`${code} ${other}`, SITE).code).toBeNull();
    }),
  );
});

test.each([
  ["runs", "aB3dE5gH "],
  ["wrapped links", "%2525252F"],
  ["beginnings of links", "tree.example/calendar?tree="],
  ["hosts", "tree.example/a-a-a"],
  ["one word", "a"],
  ["spaces", " "],
  ["dashes", "-\u200B"],
])("a text full of %s takes linear time", (_name, part) => {
  expect(timesDearer((size) => findShareCode(part.repeat(size / part.length), SITE))).toBeLessThan(80);
});
