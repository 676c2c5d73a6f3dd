import { expect, test } from "bun:test";
import { inOnePiece, laidTogether, type Pieces } from "./pieces.ts";

const piecesOf = (...texts: string[]): Pieces => texts.map((text) => new Uint8Array(Buffer.from(text)));
const large = "나무 🎄".repeat(20_000);

test("pieces are laid one behind the other, whether few or many, short or long", () => {
  for (const texts of [[], [""], ["one"], ["one", "two"], ["", "나무", "", "🎄"], [large, "x", large]]) {
    expect(String(Buffer.from(laidTogether(piecesOf(...texts))))).toBe(texts.join(""));
    expect(String(Buffer.from(inOnePiece(piecesOf(...texts))))).toBe(texts.join(""));
  }
});

test("a response keeps what was laid together for it when others are laid in the same place", async () => {
  const texts = Array.from({ length: 50 }, (_, i) => [`{"page":${i},`, i % 3 ? "short" : large, String(i).repeat(i)]);
  const responses = texts.map((each) => new Response(laidTogether(piecesOf(...each))));
  await Bun.sleep(1);
  for (const [i, response] of responses.entries()) expect(await response.text()).toBe(texts[i]?.join("") ?? "");
});
