import { describe, expect, test } from "bun:test";
import { GIFT_IDS } from "#contract/gifts";
import { TREE_LOOKS, TREE_TYPES, type TreeType } from "#contract/trees";
import { stringsIn } from "../i18n/strings.ts";
import { markupErrors } from "../tree-picture/well-formed.test-utils.ts";
import { paintSharePicture } from "./painter.ts";
import { headerOf, panelsOf } from "./share.test-utils.ts";
import { homePicture, previewOf } from "./share-picture-address.ts";
import { sharePictureSvg } from "./share-picture-svg.ts";

const gifts = (count: number, name = "gift") =>
  Array.from({ length: count }, (_, at) => ({
    id: `${name}-${at}`,
    giftAssetId: GIFT_IDS[at % GIFT_IDS.length] ?? "",
  }));

const MESSENGER_BYTES_AT_MOST = 300_000;

describe("a share picture", () => {
  test.each(TREE_TYPES.flatMap((type) => [0, 1, 12, 60].map((count) => ({ type, count }))))(
    "of a $type tree with $count gifts is a PNG of 1200 by 630, small enough for messengers",
    async ({ type, count }) => {
      const png = await paintSharePicture({ type, gifts: gifts(count) });
      expect(headerOf(png)).toEqual({ signature: "89504e470d0a1a0a", width: 1200, height: 630 });
      expect(png.byteLength).toBeLessThan(MESSENGER_BYTES_AT_MOST);
    },
  );

  test.each([...TREE_LOOKS])("in the look %s is one of its own", async (look) => {
    const svg = sharePictureSvg({ type: "birthday", look, gifts: gifts(12) });
    expect(markupErrors(svg)).toEqual([]);
    const others = TREE_LOOKS.filter((other) => other !== look);
    for (const other of others)
      expect(sharePictureSvg({ type: "birthday", look: other, gifts: gifts(12) })).not.toBe(svg);
    const png = await paintSharePicture({ type: "birthday", look, gifts: gifts(60) });
    expect(headerOf(png).width).toBe(1200);
    expect(png.byteLength).toBeLessThan(MESSENGER_BYTES_AT_MOST);
  });

  test("is the same for the same gifts and differs for others", async () => {
    const hashOf = async (type: TreeType, count: number) =>
      Bun.hash(await paintSharePicture({ type, gifts: gifts(count) }));
    const [one, same] = [await hashOf("christmas", 5), await hashOf("christmas", 5)];
    const [more, other] = [await hashOf("christmas", 6), await hashOf("birthday", 5)];
    expect(same).toBe(one as bigint);
    expect(more).not.toBe(one as bigint);
    expect(other).not.toBe(one as bigint);
  });

  test("withstands hostile ids and contains no text if it has no name", async () => {
    const hostile = [`"><script>alert(1)</script>`, "\u0000\ud83c", "&amp;]]>", "x".repeat(10_000)];
    const picture = { type: "valentine" as const, gifts: hostile.map((id) => ({ id, giftAssetId: id, label: "Ada" })) };
    const svg = sharePictureSvg(picture);
    expect(markupErrors(svg)).toEqual([]);
    expect(svg).not.toMatch(/<text|<title|Ada/);
    expect(headerOf(await paintSharePicture(picture)).width).toBe(1200);
  });

  test("that cannot be painted does not affect others", async () => {
    const broken = { type: "no such tree" } as unknown as typeof homePicture;
    await expect(paintSharePicture(broken)).rejects.toThrow();
    expect(headerOf(await paintSharePicture(homePicture)).width).toBe(1200);
  });
});

/** A closed tree, years before its last week. */
const FAR_AHEAD = {
  ...{ openingDay: "2999-12-25", timeZone: "UTC", isOpen: false },
  ...{ isPaused: false, takesGiftsUntil: null as string | null },
};
type Shared = Parameters<typeof previewOf>[0];
const preview = (shared: Shared, hung: Parameters<typeof previewOf>[1] = [], language: "en" | "ko" = "en") =>
  previewOf(shared, hung, stringsIn[language], language);
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

describe("its version", () => {
  const tree = { shareCode: "Ab3dEf7h", type: "christmas" as const, name: "Ada", ...FAR_AHEAD };
  const versionOf = (shared: typeof tree, hung: Parameters<typeof previewOf>[1]) => preview(shared, hung).version;
  const version = versionOf(tree, gifts(60));

  test("is in the address, next to the code and the language", () => {
    expect(version).toMatch(/^[\w-]{10}$/);
    expect(preview(tree, gifts(60)).path).toBe(`/share-picture/Ab3dEf7h-en-${version}.png`);
  });

  test("stays the same if only senders, days or gifts past the 60 newest change", () => {
    const richer = gifts(61).map((gift) => ({ ...gift, senderName: "Ada", message: "", createdAt: "2026-12-01" }));
    expect(versionOf(tree, richer)).toBe(version);
  });

  test("changes with the type, the look, the name, the number of gifts, the kind of a gift, and the days of its last week", () => {
    const swapped = gifts(60).map((gift, at) => (at === 0 ? { ...gift, giftAssetId: "rose" } : gift));
    const others = [
      preview({ ...tree, type: "birthday" }, gifts(60)).version,
      preview({ ...tree, look: "night" }, gifts(60)).version,
      preview({ ...tree, look: "white" }, gifts(60)).version,
      versionOf({ ...tree, name: "Bob" }, gifts(60)),
      versionOf(tree, gifts(59)),
      versionOf(tree, gifts(60, "other")),
      versionOf(tree, swapped),
      versionOf({ ...tree, openingDay: tomorrow() }, gifts(60)),
    ];
    expect(new Set([version, ...others]).size).toBe(9);
  });
});

describe("a link preview", () => {
  const tree = { shareCode: "Ab3dEf7h", type: "christmas" as const, name: "Ada", ...FAR_AHEAD };
  const invitation = (change: Partial<typeof tree>, language: "en" | "ko" = "en") =>
    preview({ ...tree, ...change }, [], language).what.invitation;

  test("says by which day a gift is in time, in the language of the page", () => {
    expect(invitation({})).toBe("Leave a gift by December\u00a025!");
    expect(invitation({ takesGiftsUntil: "2999-12-20" })).toBe("Leave a gift by December\u00a020!");
    expect(invitation({}, "ko")).toBe("12월 25일까지 선물을 달아 주세요!");
    expect(sharePictureSvg(preview(tree).what)).not.toBe(sharePictureSvg(preview(tree, [], "ko").what));
  });

  test.each(["en", "ko", "ja", "es"] as const)("keeps its words in %s where a chat crops it", (language) => {
    const svg = sharePictureSvg(previewOf({ ...tree, name: "Mina's tree" }, [], stringsIn[language], language).what);
    const [sign] = panelsOf(svg);
    // To two by one, or to a square, from the middle of 1200 by 630 pixels.
    expect(sign?.bottom).toBeLessThan(615);
    expect(sign?.left).toBeGreaterThan(285);
    expect(sign?.right).toBeLessThan(915);
  });

  test("invites to no tree that is open or takes no gifts", () => {
    expect(invitation({ isOpen: true })).toBeUndefined();
    expect(invitation({ isPaused: true })).toBeUndefined();
  });
});
