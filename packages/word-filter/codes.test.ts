import { describe, expect, test } from "bun:test";
import insults from "./test-utils/insults-with-digits.txt" with { type: "text" };
import { containsOffensiveWords } from "./word-filter.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const BOTH = [...LETTERS, ...DIGITS];
const isMixed = (code: string) => /[A-Z]/.test(code) && /\d/.test(code);

let state = 1;
/** The same sequence in each run (mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const oneOf = (characters: string | readonly string[]) => characters[Math.floor(random() * characters.length)] ?? "";
/** Fills a pattern: A is a letter, 9 a digit, x a hexadecimal digit. */
const filled = (pattern: string, letters = LETTERS) =>
  pattern.replace(/[A9x]/g, (kind) => oneOf(kind === "A" ? letters : kind === "9" ? DIGITS : "0123456789abcdef"));
const many = (count: number, patterns: readonly string[], letters?: string) =>
  Array.from({ length: count }, (_, i) => filled(patterns[i % patterns.length] ?? "", letters));
const refused = (codes: readonly string[]) =>
  codes.filter((code) => [code, `Meet at ${code}, dear!`, `${code}에서 만나`].some(containsOffensiveWords));

// Postcode areas and their last districts.
const areas =
  "AB56 AL10 B98 BA22 BB12 BD24 BH31 BL9 BN52 BR8 BS50 BT94 CA28 CB25 CF83 CH66 CM24 CO16 CR9 CT21 CV47 CW12 DA18 DD11 DE75 DG16 DH9 DL17 DN55 DT11 DY14 E20 EC4 EH55 EN11 EX39 FK21 FY8 G84 GL56 GU53 GY10 HA9 HD9 HG5 HP27 HR9 HS9 HU20 HX7 IG11 IM9 IP33 IV63 JE3 KA30 KT24 KW17 KY16 L40 LA23 LD8 LE67 LL78 LN13 LS29 LU7 M50 ME20 MK46 ML12 N22 NE71 NG34 NN29 NP44 NR35 NW11 OL16 OX49 PA80 PE38 PH50 PL35 PO41 PR26 RG45 RH20 RM20 S81 SA73 SE28 SG19 SK23 SL9 SM7 SN26 SO53 SP11 SR8 SS17 ST21 SW20 SY25 TA24 TD15 TF13 TN40 TQ14 TR27 TS29 TW20 UB11 W14 WA16 WC2 WD25 WF17 WN8 WR15 WS15 WV16 YO62 ZE3"; // biome-ignore format: one list
const districts = areas.split(" ").flatMap((last) => {
  const [area = "", count = ""] = last.split(/(?<=[A-Z])(?=\d)/);
  return Array.from({ length: Number(count) }, (_, i) => `${area}${i + 1}`);
});
// Royal Mail's second halves have these letters.
const british = [...districts, ...districts, ...districts].map(
  (code) => `${code} ${filled("9AA", "ABDEFGHJLNPQRSTUWXYZ")}`,
);

describe("a code is no insult", () => {
  test("of two or three letters and digits, unless it is listed with its digit", () => {
    const two = BOTH.flatMap((first) => BOTH.map((second) => first + second));
    const codes = [...two, ...two.flatMap((pair) => BOTH.map((third) => pair + third))].filter(isMixed);
    expect(codes.length).toBe(28_600);
    const listed = ["A7A", "D9M", "F4G", "3AS", "5RA", "6IZ", "6ZK", "7WA"];
    expect(codes.filter(containsOffensiveWords)).toEqual(listed);
    const inLowerCase = listed.map((code) => code.toLowerCase());
    expect(codes.map((code) => code.toLowerCase()).filter(containsOffensiveWords)).toEqual(inLowerCase);
  }, 30_000);

  // Letters and digits alone do not tell "sh1t" from a code.
  test("at random: of 60,000, the few refused spell a listed word of four letters, or hold letters in a row", () => {
    const codes: string[] = [];
    while (codes.length < 60_000) {
      const code = Array.from({ length: 2 + (codes.length % 7) }, () => oneOf(BOTH)).join("");
      if (isMixed(code)) codes.push(codes.length % 2 ? code : code.toLowerCase());
    }
    const found = codes.filter((code) => containsOffensiveWords(`Meet at ${code}`));
    const spelled = [
      "5b6qc",
      "2o8b",
      "85DK",
      "ka2ztldx",
      "8B6Q",
      "PU0E",
      "ge7yf1s",
      "AJ1G",
      "q7md",
      "S1VTJ",
      "0CUU",
      "z8rk",
      "m3k49m",
      "K42ZX9",
      "9ism",
      "5bet",
      "VJ3BVL",
      "i8n3pc3",
    ];
    const inARow = [
      "F76OOCM",
      "f76jxrw",
      "NTMD0NT",
      "F799UE",
      "jizmw4x",
      "CRLHPT5Y",
      "PNCDPS1",
      "9VDWM",
      "PQP4",
      "kurw8m",
    ];
    expect(found.filter((code) => !inARow.includes(code))).toEqual(spelled);
    expect(found.filter((code) => !spelled.includes(code))).toEqual(inARow);
  }, 30_000);

  // What is left is a word in letters alone, such as QL, or reads as one of four: "yobt", "ddeo", "zigg", "syeb", "pvta".
  test.each([
    ["British postcodes", british, []],
    ["Canadian postcodes", many(5_000, ["A9A 9A9", "A9A9A9"], "ABCEGHJKLMNPRSTVWXYZ"), ["Y0B7B7"]],
    ["IATA flights", many(6_000, ["AA9", "AA99", "AA999", "AA9999", "A9 999", "9A 9999", "AA 999", "A9999", "9A99"]), ["QL 808", "DD30", "ZI99"]], // biome-ignore format: one row
    ["British plates", many(1_000, ["AA99 AAA", "AA99AAA"]), ["SA63 VTF", "IO52 FUC"]],
    [
      "French and Italian plates",
      many(1_000, ["AA-999-AA", "AA 999 AA", "AA999AA"]),
      ["QL 873 ZJ", "AA-610-QL", "QL-574-AE", "QL 388 ZZ", "SY-384-NG"],
    ],
    ["German plates", many(1_000, ["A AA 999", "AA-AA 999", "AAA A 99", "A-AA9999"]), ["P-QP7795"]],
    ["Spanish plates", many(1_000, ["9999 AAA", "9999AAA"], "BCDFGHJKLMNPRSTVWXYZ"), ["5903 FTG"]],
    ["Dutch plates", many(1_000, ["99-AA-99", "AA-99-AA", "A-999-AA"]), []],
    ["Polish and Norwegian plates", many(1_000, ["AA 99999", "AAA 9999"]), ["FKN 1037"]],
    [
      "Swedish and Finnish plates",
      many(1_000, ["AAA 999", "AAA-999"]),
      ["PVT-489", "VTC-730", "FUQ-275", "ZBK-762", "VSF 984", "FAG-607"],
    ],
    [
      "Californian and Indian plates",
      many(1_000, ["9AAA999", "AA 99 AA 9999"]),
      ["JA 05 QL 6406", "CD 30 QL 9021", "QL 09 CR 4159"],
    ],
    ["UUIDs", many(5_000, ["xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx"]), []],
  ])(
    "such as %s",
    (_, codes, left: string[]) => {
      expect(codes.length).toBeGreaterThanOrEqual(1_000);
      expect(refused(codes)).toEqual(left);
    },
    30_000,
  );

  test.each([
    ...["Audi Q1", "Meet at WS5 4NR", "seat C7M", "Q1에서 봐", "(c7m)", "Gate Q1.", "사귄지 5km째 달리는 중"],
    ...[
      "PH49 4HX",
      "W1A 5RA",
      "4DC7B936-B0BD-4835-AC70-C21DE561308C",
      "our code: 5495696d-2ae8-4827-ae72-29fc197d2f09",
    ],
    ...["지금은3년반 동안 만나고 있어", "그3년 동안 고마웠어", "저3년차예요", "이 18년 만에", "지금은3년 만에 만나"],
    ...["2시발표 화이팅", "8시발 기차", "8시 발 기차", "12시발 비행기"],
  ])("as in %p", (text) => expect(containsOffensiveWords(text)).toBeFalse());
});

test("an insult with digits beside or in it is none the less one: at least 240", () => {
  const lines = insults.trim().split("\n");
  expect(lines.length).toBeGreaterThanOrEqual(240);
  expect(lines.filter((line) => !containsOffensiveWords(line))).toEqual([]);
});
