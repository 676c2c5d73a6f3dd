import { expect, test } from "bun:test";
import { searchIn } from "./find-in-guides.ts";

/** The sections that a search in a language finds among these headings with their texts. */
const found = (language: string, sections: Record<string, string>, words: string) =>
  searchIn(
    Object.entries(sections).map(([heading, text]) => ({ id: heading, guide: "", heading, text })),
    language,
  )(words).map(({ heading }) => heading);

const JAPANESE = {
  保存: "保存版を印刷できます。サーバーにも残ります。",
  クラス: "学校に独自の決まりがあることもあります。友だちにリンクを送ります。",
  変更: "開封日を変更する いつでも変更できます。",
  取り消し: "贈ったギフトを取り消せます。ギフトやツリーを削除できます。子どもも使えます。",
};

test.each([
  ["印刷", "保存"],
  ["学校", "クラス"],
  ["開封日を変更", "変更"],
  ["開封日の変更", "変更"],
  ["開封日を変えたい", "変更"],
  ["サーバ", "保存"],
  ["ｻｰﾊﾞｰ", "保存"],
  ["ぎふと", "取り消し"],
  ["取消", "取り消し"],
  ["ギフト削除", "取り消し"],
  ["友達に送る", "クラス"],
  ["子供", "取り消し"],
])("finds %s in Japanese", (words, heading) => {
  expect(found("ja", JAPANESE, words)[0]).toBe(heading);
});

const KOREAN = {
  "선물 취소하기": "보낸 선물은 취소할 수 있어요.",
  공유: "트리 코드를 칠판에 적어 주세요. 학교에 따로 규칙이 있어요.",
  인쇄: "소장본을 인쇄해서 간직해요. 공개일 변경도 할 수 있어요.",
};

test.each([
  ["선물을 취소하고", "선물 취소하기"],
  ["트리코드", "공유"],
  ["판에", "공유"],
  ["학교", "공유"],
  ["공개일을 변경", "인쇄"],
  ["인쇄".normalize("NFD"), "인쇄"],
])("finds %s in Korean", (words, heading) => {
  expect(found("ko", KOREAN, words)[0]).toBe(heading);
});

test("finds whole words first in English, and nothing for a word that is not there", () => {
  const sections = { Provider: "Who provides it.", Tools: "The id of a gift." };
  expect(found("en", sections, "id")).toEqual(["Tools", "Provider"]);
  expect(found("en", sections, "xyzzy")).toEqual([]);
  expect(found("ja", JAPANESE, "自転車")).toEqual([]);
});
