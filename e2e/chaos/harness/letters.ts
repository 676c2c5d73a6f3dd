/** A gift that somebody wants to hang: one text, one key, however often it is sent. */
export type Letter = {
  shareCode: string;
  /** Idempotency key; what stands behind `form-` where it is sent by the site's form. */
  key: string;
  text: string;
  /** Every id it was told in a 201. */
  ids: Set<string>;
};

/** What one try came to. */
export type Attempt = {
  /** When it began, and how long it took, in milliseconds. */
  at: number;
  ms: number;
  /** Null where no answer came. */
  status: number | null;
  retryAfter: string | null;
};

export const HIDDEN_NAME = "Quentin of the Quince";

/** Writes letters that nobody but their owner may read. Digits, so that no word filter finds a word in them. */
export function newPen(shareCodes: readonly string[]) {
  const marker = `Nobody else reads ${digits()} ${digits()}`;
  const letters: Letter[] = [];
  return {
    letters,
    /** What all texts have in common, to look for where none may be. */
    marker,
    write(): Letter {
      const number = letters.length;
      const shareCode = shareCodes[number % shareCodes.length] ?? "";
      const text = `${marker}, number ${number}`;
      const letter = { shareCode, key: crypto.randomUUID(), text, ids: new Set<string>() };
      letters.push(letter);
      return letter;
    },
  };
}

export const giftOf = ({ shareCode, text }: Letter) => ({
  shareCode,
  senderName: HIDDEN_NAME,
  message: text,
  giftAssetId: "card",
  showSenderName: false,
});

const digits = () => String(crypto.getRandomValues(new Uint32Array(1))[0]).padStart(10, "0");
