/** The guides in reading order, grouped by whom they are for; the index shows the groups in this order. */
export const READING_ORDER = {
  people: ["getting-started", "create-a-tree", "leave-a-gift", "opening-day", "gifts"],
  safety: ["community-guidelines", "reporting", "parents-and-teachers", "privacy", "terms", "accessibility"],
  programs: ["api", "errors-and-limits", "for-agents", "webmcp"],
  operators: ["self-hosting"],
} as const;

export type GuideGroup = keyof typeof READING_ORDER;
