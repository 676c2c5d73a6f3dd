import { describe, expect, test } from "bun:test";
import insults from "./test-utils/insults-with-digits.txt" with { type: "text" };
import { containsOffensiveWords } from "./word-filter.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const BOTH = [...LETTERS, ...DIGITS];
const isMixed = (code: string) => /[A-Z]/.test(code) && /\d/.test(code);

// Disguises of four or more letters, each with the listed word or its beginning.
const spelled: Record<string, string> = {
  "2O8B": "zobb",
  "85dk": "bsdk",
  pu0e: "pute",
  GE7YF1S: "getyfus",
  aj1g: "ajig",
  Q7MD: "qtmd",
  s1vtj: "slvt",
  JIZMW4X: "jizm",
  "0cuu": "ocuu",
  "0T0LOL": "tolol",
  "34ZAEBDI": "zaeb",
  crlhpt5y: "crlh",
  Z8RK: "zbrk",
  M3K49M: "mekag",
  "9ISM": "gism",
  KURW8M: "kurw",
  vj3bvl: "vjeb",
  I8N3PC3: "ibne",
  FUK2: "fuks",
  gah84o: "gahba",
  "DD-KM 782": "ddkm",
  "ZJ-38-XF": "zjeb",
  S3S4S5: "sesass",
  Y4V5K2: "yavsk",
};

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
const isSpelled = (code: string) => code in spelled;
const without = (left: string) => [...LETTERS].filter((letter) => !left.includes(letter)).join("");

// Postcode areas and their last districts.
const areas =
  "AB56 AL10 B98 BA22 BB12 BD24 BH31 BL9 BN52 BR8 BS50 BT94 CA28 CB25 CF83 CH66 CM24 CO16 CR9 CT21 CV47 CW12 DA18 DD11 DE75 DG16 DH9 DL17 DN55 DT11 DY14 E20 EC4 EH55 EN11 EX39 FK21 FY8 G84 GL56 GU53 GY10 HA9 HD9 HG5 HP27 HR9 HS9 HU20 HX7 IG11 IM9 IP33 IV63 JE3 KA30 KT24 KW17 KY16 L40 LA23 LD8 LE67 LL78 LN13 LS29 LU7 M50 ME20 MK46 ML12 N22 NE71 NG34 NN29 NP44 NR35 NW11 OL16 OX49 PA80 PE38 PH50 PL35 PO41 PR26 RG45 RH20 RM20 S81 SA73 SE28 SG19 SK23 SL9 SM7 SN26 SO53 SP11 SR8 SS17 ST21 SW20 SY25 TA24 TD15 TF13 TN40 TQ14 TR27 TS29 TW20 UB11 W14 WA16 WC2 WD25 WF17 WN8 WR15 WS15 WV16 YO62 ZE3"; // biome-ignore format: one list
const districts = areas.split(" ").flatMap((last) => {
  const [area = "", count = ""] = last.split(/(?<=[A-Z])(?=\d)/);
  return Array.from({ length: Number(count) }, (_, i) => `${area}${i + 1}`);
});
// Sweden withholds these.
const withheld =
  /^(?:APA|ARG|ASS|BAJ|BSS|CUC|CUK|DUM|ETA|ETT|FAG|FAN|FEG|FEL|FEM|FES|FET|FNL|FUC|FUK|FUL|GAM|GAY|GEJ|GEY|GHB|GUD|GYN|HAT|HBT|HKH|HOR|HOT|KGB|KKK|KUC|KUF|KUG|KUK|KYK|LAM|LAT|LEM|LOJ|LSD|LUS|MAD|MAO|MEN|MES|MLB|MUS|NAZ|NRP|NSF|NYP|OND|OOO|ORM|PAJ|PKK|PLO|PMS|PUB|RAP|RAS|ROM|RPS|RUS|SEG|SEX|SJU|SOS|SPY|SUG|SUP|SUR|TBC|TOA|TOK|TRE|TYP|UFO|USA|WAM|WAR|WWW|XTC|XTZ|XXL|XXX|ZEX|ZOG|ZPY|ZUG|ZUP|ZOO)/;
// Royal Mail's second halves have these letters.
const british = [...districts, ...districts, ...districts].map(
  (code) => `${code} ${filled("9AA", "ABDEFGHJLNPQRSTUWXYZ")}`,
);

// No office issues other plates: letters that look like digits, and what is rude, are withheld.
const plates: [country: string, plates: string[]][] = [
  ["Great Britain", many(1_000, ["AA09 AAA", "AA19AAA", "AA25 AAA", "AA65AAA"], without("IQZ"))],
  [
    "France",
    many(1_000, ["AA-999-AA", "AA 999 AA", "AA999AA"], without("IOU")).filter((plate) => !/SS|WW/.test(plate)),
  ],
  ["Italy", many(1_000, ["AA999AA", "AA 999 AA"], without("IOQU"))],
  ["Germany", "B M K F S D L P HH HB DD KA MKK".split(" ").flatMap((area) => many(100, [" A 999", "-AA 999", "-AA9999"]).map((rest) => area + rest))], // biome-ignore format: one row
  ["Spain", many(1_000, ["9999 AAA", "9999AAA"], without("AEIOUQ"))],
  ["the Netherlands", many(1_000, ["99-AA-99", "AA-99-AA", "A-999-AA"], without("AEIOUCMQWY"))],
  ["Poland", "WA KR PO GD DW LU SK RZ BI EL CB KRA WPI WPR GDA DTR SBE RLE LUB BIA".split(" ").flatMap((place) => many(50, [" 99999", " 9999A"], without("BDIOZ")).map((rest) => place + rest))], // biome-ignore format: one row
  ["Norway", many(1_000, ["AA 99999", "AA99999"], without("IOQ"))],
  ["Sweden", many(1_100, ["AAA 999", "AAA999", "AAA 99A"], without("IQV")).filter((plate) => !withheld.test(plate))],
  ["Finland", many(1_000, ["AAA-999"])],
  ["California", many(1_000, ["9AAA999"], without("IOQ"))],
  [
    "India",
    "MH DL KA TN UP GJ RJ WB KL TS"
      .split(" ")
      .flatMap((state) => many(100, [" 99 AA 9999"], without("IO")).map((rest) => state + rest)),
  ],
];

describe("a code is no insult", () => {
  test("of two or three letters and digits, unless it is a slur", () => {
    const two = BOTH.flatMap((first) => BOTH.map((second) => first + second));
    const codes = [...two, ...two.flatMap((pair) => BOTH.map((third) => pair + third))].filter(isMixed);
    expect(codes.length).toBe(28_600);
    expect(codes.filter(containsOffensiveWords)).toEqual(["F4G"]);
    expect(codes.map((code) => code.toLowerCase()).filter(containsOffensiveWords)).toEqual(["f4g"]);
  }, 30_000);

  test("at random: of 60,000, all but those that spell a listed word of four letters or more", () => {
    const codes: string[] = [];
    while (codes.length < 60_000) {
      const code = Array.from({ length: 2 + (codes.length % 7) }, () => oneOf(BOTH)).join("");
      if (isMixed(code)) codes.push(codes.length % 2 ? code : code.toLowerCase());
    }
    expect(codes.filter((code) => containsOffensiveWords(`Meet at ${code}`))).toEqual(codes.filter(isSpelled));
  }, 30_000);

  test.each([
    ["British postcodes", british],
    ["Canadian postcodes", many(5_000, ["A9A 9A9", "A9A9A9"], without("DFIOQU")).filter((code) => !/^[WZ]/.test(code))],
    ["IATA flights", many(6_000, ["AA9", "AA99", "AA999", "AA9999", "A9 999", "9A 9999", "AA 999", "A9999", "9A99"])],
    ["UUIDs", many(5_000, ["xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx"])],
    ...plates.map(([country, codes]) => [`number plates of ${country}`, codes] as const),
  ])(
    "such as %s",
    (_, codes) => {
      expect(codes.length).toBeGreaterThanOrEqual(900);
      expect(refused(codes)).toEqual(codes.filter(isSpelled));
    },
    30_000,
  );

  test.each(Object.entries(spelled))("but %s spells %s, of four letters or more", (_, word) => {
    expect(word).toMatch(/^[a-z]{4}/);
    expect(containsOffensiveWords(word)).toBeTrue();
  });

  test.each([
    ...["Audi Q1", "Meet at WS5 4NR", "seat C7M", "Q1에서 봐", "(c7m)", "Gate Q1.", "사귄지 5km째 달리는 중"],
    ...[
      "PH49 4HX",
      "W1A 5RA",
      "4DC7B936-B0BD-4835-AC70-C21DE561308C",
      "our code: 5495696d-2ae8-4827-ae72-29fc197d2f09",
    ],
    ...["지금은3년반 동안 만나고 있어", "그3년 동안 고마웠어", "저3년차예요", "이 18년 만에", "지금은3년 만에 만나"],
    ...[
      "2시발표 화이팅",
      "8시발 기차",
      "8시 발 기차",
      "12시발 비행기",
      "2시발 KTX 타자",
      "7시발레 수업",
      "9시발 서울행",
      "7시발레수업 끝",
    ],
    ...[
      "Lisa1998",
      "Dickens2024",
      "4Cockburn22",
      "Scunthorpe1",
      "2gether4ever",
      "class5analysis",
      "Assen2026",
      "Bonner2024",
      "99niqab",
    ],
  ])("as in %p", (text) => expect(containsOffensiveWords(text)).toBeFalse());
});

test("an insult with digits beside or in it is none the less one: at least 240", () => {
  const lines = insults.trim().split("\n");
  expect(lines.length).toBeGreaterThanOrEqual(240);
  expect(lines.filter((line) => !containsOffensiveWords(line))).toEqual([]);
});
