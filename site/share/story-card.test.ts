import { describe, expect, test } from "bun:test";
import { GIFT_IDS } from "#contract/gifts";
import { TREE_TYPES, type TreeType } from "#contract/trees";
import { stringsIn } from "../i18n/strings.ts";
import { markupErrors } from "../tree-picture/well-formed.test-utils.ts";
import { paintSharePicture } from "./painter.ts";
import { headerOf, panelsOf } from "./share.test-utils.ts";
import { storyCardOf } from "./share-picture-address.ts";
import { sharePictureSvg } from "./share-picture-svg.ts";

const MESSENGER_BYTES_AT_MOST = 300_000;
const DAY = { openingDay: "2999-12-25", timeZone: "UTC" };
const tree = {
  ...{
    shareCode: "Ab3dEf7h",
    type: "christmas" as TreeType,
    name: "Ada",
    giftCount: 0,
    isOpen: false,
    isPaused: false,
    ...DAY,
  },
  organizerName: null as string | null,
  takesGiftsUntil: null as string | null,
};
const gifts = Array.from({ length: 60 }, (_, at) => ({
  id: `gift-${at}`,
  giftAssetId: GIFT_IDS[at % GIFT_IDS.length] ?? "",
}));
const card = (change: Partial<typeof tree> = {}, language: "en" | "ko" = "en", hung = gifts) =>
  storyCardOf({ ...tree, ...change }, hung, stringsIn[language], language);
const svgWith = (name: string) => sharePictureSvg(card({ name }).what);

describe("a story card", () => {
  test.each([...TREE_TYPES])("of a %s tree is an upright PNG, small enough for messengers", async (type) => {
    const png = await paintSharePicture(card({ type, name: "우리 가족 🎄 شجرة" }).what);
    expect(png.byteLength).toBeLessThan(MESSENGER_BYTES_AT_MOST);
    expect(headerOf(png)).toEqual({ signature: "89504e470d0a1a0a", width: 1080, height: 1920 });
  });

  test.each(["Ada's tree", "민지네 트리", "شجرة ليلى", "트리 🎄🎁", "Ёлка", "さくらの木", "小明的树", "뷁"])(
    "shows the name %s",
    (name) => {
      expect(svgWith(name)).not.toBe(svgWith(""));
      expect(markupErrors(svgWith(name))).toEqual([]);
    },
  );

  test("has its words clear of what apps lay over the ends of a story", () => {
    const [above, below] = panelsOf(svgWith("Ada"));
    expect(above?.top).toBeGreaterThan(250);
    expect(below?.bottom).toBeLessThan(1920 - 340);
  });

  test("shows no boxes for characters that no font has: the name is left out", () => {
    expect(svgWith("Ada \u{13080}")).toBe(svgWith(""));
  });
});

describe("its words", () => {
  test("invite until the tree opens, and then count the gifts", () => {
    const headline = (change: Partial<typeof tree>) => card(change).what.story?.headline;
    expect(headline({})).toBe("Leave me a gift by December\u00a025!");
    expect(headline({ organizerName: "Bob" })).toBe("Leave a gift by December\u00a025!");
    expect(headline({ takesGiftsUntil: "2999-12-20" })).toBe("Leave me a gift by December\u00a020!");
    expect(headline({ takesGiftsUntil: "2999-12-30" })).toBe("Leave me a gift by December\u00a025!");
    expect(headline({ isOpen: true })).toBe("Leave a gift and a message on my tree!");
    expect(headline({ isOpen: true, giftCount: 14 })).toBe("My friends left me 14 gifts!");
  });

  test("are in the language of the address", () => {
    expect(card({}, "ko").path).toMatch(/^\/story-card\/Ab3dEf7h-ko-[\w-]{10}\.png$/);
    expect(card({}, "ko").what.story?.headline).toBe("12월 25일까지 내 트리에 선물을 달아 주세요!");
    expect(card({}, "ko").version).not.toBe(card({}, "en").version);
  });

  test("say where to enter the code, and which", () => {
    const { what } = card();
    const withWords = (words: object) => sharePictureSvg({ ...what, story: { ...what.story, ...words } as never });
    expect(what.story).toMatchObject({ hint: "Enter the code at localhost:4321", code: "Ab3dEf7h" });
    for (const words of [{ hint: "" }, { code: "" }, { code: "Zz9yXw8v" }])
      expect(withWords(words)).not.toBe(withWords({}));
  });

  test("give a new version when they, their day, the name or the gifts change, and no other", () => {
    const versions = [
      card(),
      card({ openingDay: "2999-12-24" }),
      card({ name: "Bob" }),
      card({ isOpen: true, giftCount: 14 }),
      card({}, "en", []),
    ];
    expect(new Set(versions.map(({ version }) => version)).size).toBe(versions.length);
    expect(card({ giftCount: 3 }).version).toBe(card().version);
  });
});
