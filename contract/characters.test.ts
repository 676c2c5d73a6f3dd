import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { apart, countCharacters, type TextFault, type TextRule, tidyText } from "./characters.ts";
import { tidyMessage, tidySenderName } from "./messages.ts";
import { tidyReportDetails } from "./reports.ts";
import { tidyTreeName } from "./trees.ts";

const line: TextRule = { max: 500, multiline: false };
const text: TextRule = { max: 500, multiline: true };
const kept = (tidied: string) => ({ text: tidied, fault: null });
const refused = (fault: TextFault) => ({ text: null, fault });

const anyText = fc.string({ unit: "binary", maxLength: 60 });
// Characters that the rules speak of, far more often than chance would bring them.
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
    "\u202E",
    "\u200B",
    "\uFEFF",
  ),
  maxLength: 40,
});
const texts = fc.oneof(anyText, oddText);

describe("counting", () => {
  test("characters are the code points that are left after composing and trimming", () => {
    const plain = fc.string({ unit: "grapheme", maxLength: 60 }).filter((raw) => !/[\u200B-\u200F\u2060]/.test(raw));
    fc.assert(
      fc.property(plain, (raw) => {
        expect(countCharacters(raw)).toBe([...raw.normalize("NFC").replaceAll("\r\n", "\n").trim()].length);
      }),
    );
  });

  test("500 emoji pass, 501 do not", () => {
    expect(tidyMessage("🎄".repeat(500))).toEqual(kept("🎄".repeat(500)));
    expect(tidyMessage("🎄".repeat(501))).toEqual(refused("too_long"));
  });

  test("500 decomposed Hangul syllables pass, and are kept composed", () => {
    expect(tidyMessage("한".normalize("NFD").repeat(500))).toEqual(kept("한".repeat(500)));
    expect(tidyMessage("한".normalize("NFD").repeat(501))).toEqual(refused("too_long"));
  });

  test("white space at the edges does not count", () => {
    expect(tidyMessage(` \n${"a".repeat(500)}\n `)).toEqual(kept("a".repeat(500)));
  });

  test("each kind of text is refused from one character past its bound", () => {
    const bounds = [
      [tidySenderName, 30],
      [tidyTreeName, 40],
      [tidyMessage, 500],
      [tidyReportDetails, 1000],
    ] as const;
    for (const [tidy, max] of bounds) {
      expect(tidy("é".repeat(max)).fault).toBeNull();
      expect(tidy("é".repeat(max + 1)).fault).toBe("too_long");
      expect(tidy("").fault).toBe("required");
    }
  });
});

describe("what is refused", () => {
  const controls = [...Array(0x20).keys(), 0x7f, ...Array.from({ length: 0x20 }, (_, i) => 0x80 + i)]
    .map((code) => String.fromCodePoint(code))
    .filter((control) => control !== "\n" && control !== "\r");

  test.each(controls.map((control) => [`U+00${control.charCodeAt(0).toString(16).padStart(2, "0")}`, control]))(
    "the control character %s",
    (_name, control) => {
      expect(tidyText(`a${control}b`, text)).toEqual(refused("forbidden_characters"));
      expect(tidyText(`a${control}b`, line)).toEqual(refused("forbidden_characters"));
    },
  );

  test("halves of surrogate pairs, and what is no character at all", () => {
    for (const broken of ["\ud800", "\udfff", "a\ud83cb", "\udf84\ud83c", "a\uFFFE", "a\u{10FFFF}"]) {
      expect(tidyText(broken, text)).toEqual(refused("forbidden_characters"));
    }
  });

  test("nothing forbidden is ever kept, wherever it stands", () => {
    const forbidden = fc.constantFrom("\0", "\u0007", "\u009F", "\ud800", "\udc00", "\uFFFF");
    fc.assert(
      fc.property(texts, forbidden, texts, (before, bad, after) => {
        expect(tidyText(`a${before}${bad}x${after}z`, { ...text, max: 10_000 }).text).toBeNull();
      }),
    );
  });

  test("a newline in a one-line text; a text keeps its newlines", () => {
    for (const newline of ["\n", "\r\n", "\u2028", "\u2029"])
      expect(tidyText(`a${newline}b`, line)).toEqual(refused("forbidden_characters"));
    expect(tidyText("a\nb", text)).toEqual(kept("a\nb"));
  });

  test("more than 8 combining marks in a row; 8 pass", () => {
    expect(tidyText(`x${"\u0336".repeat(8)}y`, line)).toEqual(kept(`x${"\u0336".repeat(8)}y`));
    for (const count of [9, 63, 64, 8000]) {
      expect(tidyText(`x${"\u0336".repeat(count)}y`, line)).toEqual(refused("too_many_combining_marks"));
    }
  });

  test("a text that shows nothing counts as left out", () => {
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
    const unseen = ["\uFE0F", "\u034F", "\u115F", "\u17B4", "\u180E", "\u202E", "\u{E0020}", "\u{E0100}", "\u061C"];
    for (const raw of [...nothing, ...unseen, [...nothing, ...unseen].join("")]) {
      expect(tidyText(raw, text)).toEqual(refused("required"));
      expect(tidyText(raw, line)).toEqual(refused("required"));
    }
  });
});

describe("what is kept", () => {
  test("tidying twice is tidying once", () => {
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

  test("what is kept is composed, without white space at its edges, and within the bound", () => {
    fc.assert(
      fc.property(texts, (raw) => {
        const { text: tidied } = tidyText(raw, { max: 20, multiline: true });
        fc.pre(tidied !== null);
        expect(tidied).toBe((tidied ?? "").normalize("NFC").trim());
        expect(tidied).not.toContain("\r");
        expect(countCharacters(tidied ?? "")).toBeLessThanOrEqual(20);
      }),
    );
  });

  test("every line break becomes a newline", () => {
    expect(tidyText("one\r\ntwo\rthree\nfour\r\n\r\nfive\r\n", text)).toEqual(kept("one\ntwo\nthree\nfour\n\nfive"));
    expect(tidyText("one\u2028two\u2029three", text)).toEqual(kept("one\ntwo\nthree"));
  });

  test("a name loses what would turn the text after it around; a text keeps its own direction marks", () => {
    expect(tidySenderName("\u202Eevil\u202C \u2066name\u2069")).toEqual(kept("evil name"));
    expect(tidySenderName("e\u202E\u0301")).toEqual(kept("é"));
    expect(tidyMessage("שלום \u2066Ann\u2069!")).toEqual(kept("שלום \u2066Ann\u2069!"));
  });

  test.each(["👨‍👩‍👧‍👦", "🏳️‍🌈", "👩🏽‍🚀", "❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "क्षि", "می‌خواهم", "Zoë", "ประเทศไทย"])(
    "%s comes through whole",
    (raw) => {
      expect(tidyMessage(raw)).toEqual(kept(raw));
      expect(tidySenderName(raw)).toEqual(kept(raw));
    },
  );

  test("a body full of spaces or marks is judged at once, not in quadratic time", () => {
    const began = performance.now();
    expect(tidyMessage(`a${" ".repeat(200_000)}b`).fault).toBe("too_long");
    expect(tidyMessage(`a${"\u0301\u0316".repeat(100_000)}`).fault).toBe("too_many_combining_marks");
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

test.each(["שלום", "سارة", "Ada שלום", "𞤀𞤣𞤤𞤢𞤥", "Ada\u200f!"])(
  "a name from right to left stands apart within a sentence: %s",
  (name) => {
    expect(apart(name)).toBe(`\u2068${name}\u2069`);
  },
);

test.each(["Ada", "민수", "🎄", "Zoë", "नमस्ते"])("any other name stands as it is: %s", (name) => {
  expect(apart(name)).toBe(name);
});
