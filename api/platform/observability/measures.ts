import type { ApiErrorCode } from "#contract/errors";

/** What the API measures. Arguments must never be a share code, an address, a name or a text. */
export type Measures = {
  /** A request was answered. The route is its pattern, or undefined if none matched. */
  answered(request: { method: string; route: string | undefined; status: number; seconds: number }): void;
  refused(reason: ApiErrorCode): void;
  /** A cache lookup of a tree, or of a page of a listing. */
  cacheLookup(cache: "trees" | "pages", isHit: boolean): void;
};

/** Measures nothing. */
export const unmeasured: Measures = { answered: () => {}, refused: () => {}, cacheLookup: () => {} };
