/** The texts that the word filter reads, each by the name of its field in an appeal. */
export const APPEAL_FIELDS = ["message", "senderName", "treeName", "thanks", "ownerName"] as const;
export type AppealField = (typeof APPEAL_FIELDS)[number];

/** How grave a rule of the word filter is, the gravest first. */
export const SEVERITIES = ["severe", "strong", "mild"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What the service knows of a refusal without its text: the field, and the rule by its language and severity. */
type Refusal = { field: AppealField; language: string; severity: Severity };

/** A refused text that its writer takes for a mistake, and included for moderators. */
export type AppealedText = Refusal & {
  id: string;
  /** Null if it cannot be decrypted. */
  text: string | null;
  /** ISO 8601 timestamp. */
  createdAt: string;
};

/** The appeals that moderators see: texts, oldest first, the number of all texts, and counts of those without text. */
export type Appeals = { texts: AppealedText[]; waiting: number; counts: (Refusal & { amount: number })[] };

export type AppealReceipt = { status: "received" };
