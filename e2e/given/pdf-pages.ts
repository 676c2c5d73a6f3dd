import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

/** A page of a PDF, in millimeters. */
export type PaperPage = { width: number; height: number };

const MM_PER_POINT = 25.4 / 72;

/** The pages of a PDF as browsers write them: each says its own size, some of them in a compressed stream. */
export function pagesOf(file: string): PaperPage[] {
  const written = readFileSync(file).toString("latin1");
  const streams = [...written.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, packed = ""]) =>
    unpacked(packed),
  );
  const objects = [written, ...streams].join("\n");
  return [
    ...objects.matchAll(/\/Type\s*\/Page\b(?!s)[\s\S]*?\/MediaBox\s*\[([\d.\s]+)\]|\/MediaBox\s*\[([\d.\s]+)\]/g),
  ].map(([, first, second]) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = (first ?? second ?? "").trim().split(/\s+/).map(Number);
    const inMillimeters = (points: number) => Math.round(points * MM_PER_POINT);
    return { width: inMillimeters(right - left), height: inMillimeters(top - bottom) };
  });
}

function unpacked(packed: string): string {
  try {
    return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
  } catch {
    return "";
  }
}
