import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  apart,
  countCharacters,
  type TextFault,
  type TextPlace,
  type TextRule,
  tidyText,
  unlinked,
} from "./characters.ts";
import { timesDearer } from "./contract.test-utils.ts";
import { tidyMessage, tidySenderName } from "./messages.ts";
import { tidyReportDetails } from "./reports.ts";
import { tidyTreeName } from "./trees.ts";

const line: TextRule = { max: 500, multiline: false };
const text: TextRule = { max: 500, multiline: true };
const accepted = (tidied: string) => ({ text: tidied, fieldError: null });
const refused = (fieldError: TextFault, place: TextPlace = {}) => ({ text: null, fieldError, ...place });

const anyText = fc.string({ unit: "binary", maxLength: 60 });
// Characters that the rules mention, far more often than in random text.
const oddText = fc.string({
  unit: fc.constantFrom(
    "a",
    "é",
    "e\u0301",
    "\u0301",
    "각",
    "🎄",
    "👩‍👩‍👧",
    " ",
    "\n",
    "\r",
    "\t",
    "\v",
    "\u0007",
    "\u202E",
    "\u200B",
    "\uFEFF",
  ),
  maxLength: 40,
});
const texts = fc.oneof(anyText, oddText);

describe("counting", () => {
  test("counts the code points that remain after repair, NFC and trimming", () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (raw, multiline) => {
        const tidied = tidyText(raw, { max: 10_000, multiline }).text;
        fc.pre(tidied !== null);
        expect(countCharacters(raw, { multiline })).toBe([...(tidied ?? "")].length);
      }),
    );
  });

  test("accepts 500 emoji and refuses 501", () => {
    expect(tidyMessage("🎄".repeat(500))).toEqual(accepted("🎄".repeat(500)));
    expect(tidyMessage("🎄".repeat(501))).toEqual({ ...refused("too_long"), max: 500, length: 501 });
  });

  test("accepts 500 decomposed Hangul syllables and composes them", () => {
    expect(tidyMessage("한".normalize("NFD").repeat(500))).toEqual(accepted("한".repeat(500)));
    expect(tidyMessage("한".normalize("NFD").repeat(501))).toEqual({ ...refused("too_long"), max: 500, length: 501 });
  });

  test("ignores blank lines at the edges and spaces at the end, but counts the first line's indentation", () => {
    expect(tidyMessage(` \n${"a".repeat(500)}\n `)).toEqual(accepted("a".repeat(500)));
    expect(tidyMessage(`\n  ${"a".repeat(498)}  `)).toEqual(accepted(`  ${"a".repeat(498)}`));
    expect(tidyMessage(`\n  ${"a".repeat(499)}`)).toEqual({ ...refused("too_long"), max: 500, length: 501 });
  });

  test("refuses each kind of text one character past its limit", () => {
    const bounds = [
      [tidySenderName, 30],
      [tidyTreeName, 40],
      [tidyMessage, 500],
      [tidyReportDetails, 1000],
    ] as const;
    for (const [tidy, max] of bounds) {
      expect(tidy("é".repeat(max)).fieldError).toBeNull();
      expect(tidy("é".repeat(max + 1)).fieldError).toBe("too_long");
      expect(tidy("").fieldError).toBe("required");
    }
  });
});

describe("repairing", () => {
  const controls = [...Array(0x20).keys(), 0x7f, ...Array.from({ length: 0x20 }, (_, i) => 0x80 + i)]
    .map((code) => String.fromCodePoint(code))
    .filter((control) => !"\0\t\n\v\f\r\u0085".includes(control));

  test("drops other control characters and noncharacters", () => {
    for (const dropped of [...controls, "\uFFFE", "\uFDD0", "\u{10FFFF}"]) {
      expect(tidyText(`a${dropped}b`, text)).toEqual(accepted("ab"));
      expect(tidyText(`a${dropped}b`, line)).toEqual(accepted("ab"));
    }
  });

  test.each([
    ["a tab", "\t", " "],
    ["Word's vertical tab", "\v", "\n"],
    ["a form feed", "\f", "\n"],
    ["NEL", "\u0085", "\n"],
    ["Unicode's line separator", "\u2028", "\n"],
    ["Unicode's paragraph separator", "\u2029", "\n"],
    ["CR LF", "\r\n", "\n"],
    ["CR", "\r", "\n"],
    ["LF", "\n", "\n"],
  ])("turns %s into a space or a newline, and into a space in names", (_name, pasted, repaired) => {
    expect(tidyText(`a${pasted}b`, text)).toEqual(accepted(`a${repaired}b`));
    expect(tidyText(`a${pasted}b`, line)).toEqual(accepted("a b"));
  });

  test("keeps the lines and words of spreadsheet rows", () => {
    expect(tidyMessage("Ada\tBob\r\n1\t2\r\n")).toEqual(accepted("Ada Bob\n1 2"));
    expect(tidySenderName("Ada\tLovelace\r\n")).toEqual(accepted("Ada Lovelace"));
  });

  test("keeps indentation and runs of spaces, but drops blank lines at the edges and spaces at the end", () => {
    const poem = "    Roses are red,\n      violets   are blue\n\n  \u3000\u00A0so";
    expect(tidyMessage(` \n\t\n${poem} \t\n \n`)).toEqual(accepted(poem));
    expect(tidyMessage("\uFEFF  \u200Bindented\u200B ")).toEqual(accepted("  indented"));
    expect(tidySenderName("  Ada   L. ")).toEqual(accepted("Ada   L."));
  });
});

describe("refusing", () => {
  test("refuses NUL and lone surrogates, with their position", () => {
    expect(tidyText("a\0b", text)).toEqual(refused("forbidden_characters", { position: 2, character: "U+0000" }));
    for (const [broken, position, character] of [
      ["\ud800", 1, "U+D800"],
      ["a\ud83c\u0007\udf84", 2, "U+D83C"],
      ["\udf84\ud83c", 1, "U+DF84"],
      // Each of these is one character: an emoji, a composed letter, a line break.
      ["🎄e\u0301\r\n\udfff", 4, "U+DFFF"],
      ["\n\n  a\u0007\0", 6, "U+0000"],
    ] as const) {
      expect(tidyText(broken, text)).toEqual(refused("forbidden_characters", { position, character }));
      expect(tidyText(broken, line)).toEqual(refused("forbidden_characters", { position, character }));
    }
  });

  test("refuses these characters always, and no others", () => {
    const forbidden = fc.constantFrom("\0", "\ud800", "\udc00");
    const sound = texts.map((raw) => raw.replace(/[\0\p{Cs}\p{M}]/gu, ""));
    fc.assert(
      fc.property(sound, forbidden, sound, (before, bad, after) => {
        const rule = { ...text, max: 10_000 };
        expect(tidyText(`a${before}x${after}z`, rule).fieldError).toBeNull();
        const broken = tidyText(`a${before}x${bad}x${after}z`, rule);
        expect(broken).toMatchObject({ fieldError: "forbidden_characters" });
      }),
    );
  });

  test("refuses more than 8 combining marks in a row, with the position of their base character; accepts 8", () => {
    expect(tidyText(`x${"\u0336".repeat(8)}y`, line)).toEqual(accepted(`x${"\u0336".repeat(8)}y`));
    for (const count of [9, 63, 64, 8000]) {
      const stack = refused("too_many_combining_marks", { position: 3 });
      expect(tidyText(`🎄\nx${"\u0336".repeat(count)}y`, text)).toEqual(stack);
      expect(tidyText(`🎄\nx${"\u0336".repeat(count)}y`, line)).toEqual(stack);
    }
    expect(tidyText("\u0336".repeat(9), text)).toEqual(refused("too_many_combining_marks", { position: 1 }));
  });

  test("treats an invisible text as missing", () => {
    const nothing = [
      "",
      " ",
      "\n\n",
      "\u00A0",
      "\u3000",
      "\u200B\u200D",
      "\u2060",
      "\uFEFF",
      "\u00AD",
      "\u2800",
      "\u3164",
    ];
    const marks = ["\u0301", "\u0336\u0489", "\uFFFC", "\u{1D159}"];
    const unseen = [
      ...marks,
      "\uFE0F",
      "\u034F",
      "\u115F",
      "\u17B4",
      "\u180E",
      "\u202E",
      "\u{E0020}",
      "\u{E0100}",
      "\u061C",
    ];
    for (const raw of [...nothing, ...unseen, [...nothing, ...unseen].join("")]) {
      expect(tidyText(raw, text)).toEqual(refused("required"));
      expect(tidyText(raw, line)).toEqual(refused("required"));
    }
  });

  test("treats a name of private-use or unassigned characters alone as missing", () => {
    for (const raw of ["\uE000", "\uF8FF\u{F0000}", "\u{1FFFD}", "\u0378", "\uE000\u0301 \u200B"]) {
      expect(tidySenderName(raw)).toEqual(refused("required"));
      expect(tidyTreeName(raw)).toEqual(refused("required"));
      expect(tidySenderName(`${raw}A`).fieldError).toBeNull();
    }
    expect(tidyMessage("\uF8FF").fieldError).toBeNull();
  });
});

describe("tidied text", () => {
  test("does not change when tidied again", () => {
    for (const rule of [line, text]) {
      fc.assert(
        fc.property(texts, (raw) => {
          const once = tidyText(raw, rule);
          fc.pre(once.text !== null);
          expect(tidyText(once.text ?? "", rule)).toEqual(once);
        }),
      );
    }
  });

  test("is composed, has visible edges and is within the limit", () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (raw, multiline) => {
        const { text: tidied } = tidyText(raw, { max: 20, multiline });
        fc.pre(tidied !== null);
        const given = tidied ?? "";
        expect(given).toBe(given.normalize("NFC").trimEnd());
        expect(given).toMatch(multiline ? /^[^\S\n]*\S/ : /^\S/);
        expect(given).not.toMatch(multiline ? /(?!\n)\p{Cc}/u : /\p{Cc}/u);
        expect([...given].length).toBeLessThanOrEqual(20);
      }),
    );
  });

  test("has no bidirectional controls in a name, but keeps the direction marks of a message", () => {
    expect(tidySenderName("\u202Eevil\u202C \u2066name\u2069")).toEqual(accepted("evil name"));
    expect(tidySenderName("e\u202E\u0301")).toEqual(accepted("é"));
    expect(tidyMessage("שלום \u2066Ann\u2069!")).toEqual(accepted("שלום \u2066Ann\u2069!"));
  });

  test.each(["👨‍👩‍👧‍👦", "🏳️‍🌈", "👩🏽‍🚀", "❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "क्षि", "می‌خواهم", "Zoë", "ประเทศไทย"])(
    "accepts %s unchanged",
    (raw) => {
      expect(tidyMessage(raw)).toEqual(accepted(raw));
      expect(tidySenderName(raw)).toEqual(accepted(raw));
    },
  );

  test.each([
    ["spaces", (count: number) => `a${" ".repeat(count)}b`],
    ["newlines", (count: number) => `a${"\r\n".repeat(count / 2)}b`],
    ["tabs and controls", (count: number) => "\t\u0007".repeat(count / 2)],
    ["letters with marks", (count: number) => `a${"\u0301".repeat(7)}`.repeat(count / 8)],
    ["one stack of marks", (count: number) => `a${"\u0301\u0316".repeat(count / 2)}`],
  ])("a text full of %s takes linear time", (_name, made) => {
    const judge = (size: number) => {
      tidyMessage(made(size));
      countCharacters(made(size), text);
    };
    expect(timesDearer(judge)).toBeLessThan(80);
  });
});

test.each(["שלום", "سارة", "Ada שלום", "𞤀𞤣𞤤𞤢𞤥", "Ada\u200f!"])(
  "isolates a right-to-left name within a sentence: %s",
  (name) => {
    expect(apart(name)).toBe(`\u2068${name}\u2069`);
  },
);

test.each(["Ada", "민수", "🎄", "Zoë", "नमस्ते"])("leaves any other name as it is: %s", (name) => {
  expect(apart(name)).toBe(name);
});

describe("a name in a mail", () => {
  test.each([
    ["t.co/AbC12", "t. co/AbC12"],
    ["x.com", "x. com"],
    ["see https://www.evil.example/?a=b", "see https: //www. evil. example/?a=b"],
    ["http://localhost", "http: //localhost"],
    ["a@b.c", "a@b. c"],
    ["1.2.3.4/x", "1. 2. 3. 4/x"],
    ["例え。テスト｡jp．com﹒a․b", "例え。 テスト｡ jp． com﹒ a․ b"],
    ["🎄.ws", "🎄. ws"],
  ])("holds no address that a mail program makes a link of: %s", (name, shown) => {
    expect(unlinked(name)).toBe(shown);
    expect(unlinked(shown)).toBe(shown);
  });

  test.each([
    ["J.R.", "J. R."],
    ["Dr.Kim", "Dr. Kim"],
    ["St.Nick", "St. Nick"],
    ...["Dr. Who", "Ada", "민수", "wait...what?", "Class 3.5", "…and/or", "A. B.", "10:30", "🎄", "@ada"].map(
      (name) => [name, name],
    ),
  ])("stays readable: %s", (name, shown) => {
    expect(unlinked(name ?? "")).toBe(shown ?? "");
  });
});
