/** A gift to be created: one text, one key, however often it is sent. */
export type Letter = {
  shareCode: string;
  /** The idempotency key; the part after `form-` if it is sent by the site's form. */
  key: string;
  text: string;
  /** Every ID received in a 201. */
  ids: Set<string>;
};

/** The result of one attempt. */
export type Attempt = {
  /** When it began, and how long it took, in milliseconds. */
  at: number;
  ms: number;
  /** Null if no answer came. */
  status: number | null;
  retryAfter: string | null;
};

export const HIDDEN_NAME = "Quentin of the Quince";

/**
 * Writes gifts that only their owner may read. The texts contain digits, so that no word filter finds a word in them.
 */
export function newPen(shareCodes: readonly string[]) {
  const marker = `Nobody else reads ${digits()} ${digits()}`;
  const letters: Letter[] = [];
  return {
    letters,
    /** The common part of all texts, to search for where none may be. */
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
