import type { Letter } from "./letters.ts";

/** A gift as its owner reads it; the text is null if it cannot be decrypted. */
export type Found = { id: string; text: string | null };
export type Judgement = { acknowledged: number; lost: number; doubled: number; strange: number };

/**
 * Compares what was acknowledged with what exists. Lost: a 201 whose gift does not exist with its text. Doubled: a gift
 * that exists twice, or that got two IDs. Strange: a gift that cannot be decrypted, or that was never sent.
 */
export function judge(letters: readonly Letter[], found: readonly Found[]): Judgement {
  const idsByText = new Map<string | null, string[]>();
  for (const { id, text } of found) idsByText.set(text, [...(idsByText.get(text) ?? []), id]);
  const written = new Set(letters.map(({ text }) => text));
  const hangs = (text: string, id: string) => idsByText.get(text)?.includes(id) ?? false;
  return {
    acknowledged: letters.filter(({ ids }) => ids.size > 0).length,
    lost: letters.filter(({ ids, text }) => [...ids].some((id) => !hangs(text, id))).length,
    doubled: letters.filter(({ ids, text }) => ids.size > 1 || (idsByText.get(text)?.length ?? 0) > 1).length,
    strange: found.filter(({ text }) => text === null || !written.has(text)).length,
  };
}
