import type { ApiErrorCode } from "#contract/errors";

/** What the API counts. Nothing that it is told may be a code, an address, a name or a text. */
export type Measures = {
  /** A request was answered. The route is its pattern; undefined where nothing is at the address. */
  answered(request: { method: string; route: string | undefined; status: number; seconds: number }): void;
  refused(reason: ApiErrorCode): void;
  /** Memory was asked for a tree, or for a page of a listing. */
  recalled(memory: "trees" | "pages", isHit: boolean): void;
};

/** For whoever does not count. */
export const unmeasured: Measures = { answered: () => {}, refused: () => {}, recalled: () => {} };
