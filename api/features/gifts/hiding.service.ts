import { ApiError } from "#contract/errors";
import { HIDDEN_ENTRIES_MAX } from "#contract/limits";
import type { HiddenEntry } from "#contract/owners";
import { legible, plain } from "../../../packages/word-filter/normalise.ts";
import { containsOffensiveWords } from "../../../packages/word-filter/word-filter.ts";
import type { Log } from "../../../shared/observability/log.ts";
import type { Session } from "../../platform/db/hold-owner.ts";
import { openList, sealList } from "../../platform/encryption/derived-keys.ts";
import { type KeySource, withKeyInUse } from "../../platform/encryption/key-source.ts";
import type { HidingStore, SealedList } from "./hiding.store.ts";

export type HidingService = ReturnType<typeof hidingService>;

/**
 * An owner's private list of words and senders to hide. It is compared with the gifts whenever the owner reads them,
 * so that a change counts at once for all gifts, and nothing of it is stored with them (docs/decisions/040).
 */
export function hidingService({ store, keys, log }: { store: HidingStore; keys: KeySource; log: Log }) {
  /** A damaged list counts as empty. A missing key is an error, as for texts: they could not be read either. */
  function opened(ownerId: string, stored: SealedList | undefined): HiddenEntry[] {
    if (!stored) return [];
    const messageKey = keys.find(stored.keyId);
    if (!messageKey) {
      log.error("a list of words to hide is sealed with a message key that is missing", { key: stored.keyId });
      throw new ApiError("service_unavailable");
    }
    const list = openList(messageKey, ownerId, stored.sealed);
    if (list === null) log.error("cannot decrypt a list of words to hide: it is damaged");
    return list === null ? [] : JSON.parse(list);
  }

  async function change(by: Session, changed: (entries: HiddenEntry[]) => HiddenEntry[]): Promise<HiddenEntry[]> {
    let entries: HiddenEntry[] = [];
    await withKeyInUse(keys, log, (key) =>
      store.change(by, (stored) => {
        entries = changed(opened(by.ownerId, stored));
        return sealList(key, by.ownerId, JSON.stringify(entries));
      }),
    );
    return entries;
  }

  const list = async (ownerId: string): Promise<HiddenEntry[]> => opened(ownerId, (await store.find(ownerId)).list);

  return {
    list,

    /** Returns what tells which gifts the owner's list or their choice about mild words hides. */
    async filterOf(ownerId: string): Promise<Hides> {
      const hidden = await store.find(ownerId);
      return hiddenBy(opened(ownerId, hidden.list), hidden.hidesOffence);
    },

    acceptsMildWords: store.acceptsMildWords,

    add: (by: Session, entry: HiddenEntry): Promise<HiddenEntry[]> =>
      change(by, (entries) => {
        if (entries.some((each) => isSame(each, entry))) return entries;
        if (entries.length >= HIDDEN_ENTRIES_MAX)
          throw new ApiError("validation_failed", [{ field: "text", reason: "list_full" }]);
        return [entry, ...entries];
      }),

    remove: (by: Session, entry: HiddenEntry): Promise<HiddenEntry[]> =>
      change(by, (entries) => entries.filter((each) => !isSame(each, entry))),
  };
}

const isSame = (one: HiddenEntry, other: HiddenEntry) =>
  one.kind === other.kind && compared(one.text) === compared(other.text);

/** Whether a gift is hidden, by its sender's name and its text; null if the text is still closed. */
export type Hides = (senderName: string, text: string | null) => boolean;

/**
 * Returns what compares gifts with a list, whatever their case, accents or Unicode form. With `hidesOffence`, texts that
 * the word filter finds offensive are hidden, too: the owner accepts mild ones, and the filter may grade them otherwise
 * later.
 */
export function hiddenBy(entries: readonly HiddenEntry[], hidesOffence = false): Hides {
  const isListed = listedIn(entries);
  if (!hidesOffence) return isListed;
  return (senderName, text) => isListed(senderName, text) || (text !== null && containsOffensiveWords(text));
}

function listedIn(entries: readonly HiddenEntry[]): Hides {
  if (entries.length === 0) return () => false;
  const of = (kind: HiddenEntry["kind"]) =>
    entries.flatMap((entry) => (entry.kind === kind ? [compared(entry.text)] : [])).filter(Boolean);
  const [words, senders] = [of("words"), new Set(of("sender"))];
  const hasWord = containing(words);
  return (senderName, text) => {
    const name = compared(senderName);
    const texts = text === null || words.length === 0 ? [name] : [name, compared(text)];
    return senders.has(name) || texts.some(hasWord);
  };
}

/** Two texts that read alike are equal in this form. */
const compared = (text: string): string =>
  plain(legible(text)).normalize("NFC").replaceAll("’", "'").replace(/\s+/g, " ").trim();

const inWord = /[\p{L}\p{N}\p{M}]/u;
// Written without spaces between words: anything may precede and follow.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const hangul = /\p{Script=Hangul}/u;

type Branch = { next: Map<string, Branch>; isWord: boolean };
const branch = (): Branch => ({ next: new Map(), isWord: false });

/**
 * Returns whether a text contains one of these words or phrases as a whole. After Korean, particles may follow: 철수 is in
 * 철수가. All are followed together, character by character: compared one by one, a hundred that a text nearly contains took
 * ten milliseconds a gift, and nobody else got an answer meanwhile.
 */
function containing(words: readonly string[]): (text: string) => boolean {
  const root = branch();
  for (const word of words) {
    let at = root;
    for (const character of word) {
      const next = at.next.get(character) ?? branch();
      at.next.set(character, next);
      at = next;
    }
    at.isWord = true;
  }
  const opensAnywhere = (first: string) => !inWord.test(first) || unspaced.test(first);
  const endsAnywhere = (last: string) => opensAnywhere(last) || hangul.test(last);
  return (text) => {
    const characters = [...text];
    const areInWord = characters.map((each) => inWord.test(each));
    const begins = (start: number) => {
      let at: Branch | undefined = root;
      for (let end = start; at && end < characters.length; end += 1) {
        const character: string = characters[end] ?? "";
        at = at.next.get(character);
        if (at?.isWord && (!areInWord[end + 1] || endsAnywhere(character))) return true;
      }
      return false;
    };
    return characters.some((first, start) => (!areInWord[start - 1] || opensAnywhere(first)) && begins(start));
  };
}
