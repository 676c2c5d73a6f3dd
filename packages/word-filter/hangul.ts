const LEADS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
const VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ";
const TAILS = " ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";
const FIRST_SYLLABLE = 0xac00;
const FIRST_VOWEL = VOWELS.charCodeAt(0);
const SILENT_LEAD = LEADS.indexOf("ㅇ");
// The plain vowel that lengthens each vowel: 벼엉 sounds like 병.
const ECHOES = [..."ㅏㅐㅏㅐㅓㅔㅓㅔㅗㅏㅐㅣㅗㅜㅓㅔㅣㅜㅡㅣㅣ"].map((vowel) => VOWELS.indexOf(vowel));
// Keys of the standard Korean keyboard, in the order of the jamo above; ㄲ is Shift and ㄱ, hence the same letter here.
const LEAD_KEYS = "r r s e e f a q q t t d w w c z x v g".split(" ");
const VOWEL_KEYS = "k o i o j p u p h hk ho hl y n nj np nl b m ml l".split(" ");
const TAIL_KEYS = " ,r,r,rt,s,sw,sg,e,f,fr,fa,fq,ft,fx,fv,fg,a,q,qt,t,t,d,w,c,z,x,v,g".split(",");

// Letters that sound like another, or nearly, each after the one it is read as: tense and aspirated leads, the vowels ae
// and e, those with a y or w before them, and the stops that end a syllable.
const SAME_LEADS = sounds("ㄱㄲㅋ ㄷㄸ ㅂㅃ ㅅㅆ ㅈㅉ", LEADS);
const SAME_VOWELS = sounds("ㅐㅔㅒㅖㅙㅚㅞ ㅏㅑㅘ ㅓㅕㅝ ㅗㅛ ㅜㅠ ㅣㅢㅟ", VOWELS);
const SAME_TAILS = sounds("ㄱㄲㅋㄳㄺ ㄷㅅㅆㅈㅊㅌㅎ ㅂㅍㅄ ㄹㄼㄽㄾㅀ ㄴㄵㄶ ㅁㄻ", TAILS);

const korean = /[ㄱ-ㅣ가-힣]/;
const looseJamo = /[ㄱ-ㅣ]+/g;
const looseTail = /([가-힣])([ㄱㄴㄷㄹㅁㅂㅅㅈ])(?![ㄱ-ㅣ])/g;
// Digits and signs that, without a space, only occur between Korean characters to disguise a word. Years may
// ("그3년 동안"), but not after "mad" or "dog".
const between =
  /([가-힣ㄱ-ㅣ])[0-9*@#^&+=_|/\\\-(){}[\]【】♥♡★☆\p{Extended_Pictographic}]{1,3}(?=[가-힣ㄱ-ㅣ])(?!(?<=[^친개썅쌍잡창]\d{1,3})년(?:[반간째차]| ?동안| (?:전에|만에|후에|뒤에|넘게)))/gu;
const afterSingle = /(^|[^가-힣ㄱ-ㅣ])([가-힣ㄱ-ㅣ])[.,~!?…·]{1,3}(?=[가-힣ㄱ-ㅣ])/g;
// Precondition for the slower steps.
const singles = /(?:^|[^가-힣ㄱ-ㅣ])[가-힣ㄱ-ㅣ][^가-힣ㄱ-ㅣ]{1,3}[가-힣ㄱ-ㅣ](?![가-힣ㄱ-ㅣ])/;
const drawnOut = /[가-힣][아-잏ㅏ-ㅣ]/;
const syllablesAndGaps = /[가-힣ㄱ-ㅣ]+|[^가-힣ㄱ-ㅣ]+/g;
const withParticle = /^[가-힣][아야이들놈년]$/;

type Syllable = { lead: number; vowel: number; tail: number };

/**
 * Returns the Korean readings of a legible text: as it is, with jamo composed, spaced syllables joined, long ones
 * shortened.
 */
export function koreanReadings(text: string): string[] {
  if (!korean.test(text)) return [];
  const loose = text.replaceAll("ㅄ", "ㅂㅅ");
  const joined = joinSyllables(loose);
  const composed = composeJamo(joined);
  return [...new Set([loose, composeJamo(loose), joined, composed, shorten(composed), closed(composed)])];
}

/** Returns the letters that result from typing a Korean word on a Latin keyboard: 시발 gives "tlqkf". */
export function keystrokes(word: string): string {
  return [...word]
    .map((character) => {
      const { lead, vowel, tail } = taken(character) ?? { lead: -1, vowel: -1, tail: 0 };
      return `${LEAD_KEYS[lead] ?? ""}${VOWEL_KEYS[vowel] ?? ""}${TAIL_KEYS[tail]?.trim() ?? ""}`;
    })
    .join("");
}

/** Returns a text as it sounds: 개섀끼, 게쌔끼 and 개새끼 become the same. */
export function sounded(text: string): string {
  let read = "";
  for (let at = 0; at < text.length; at += 1) read += SOUNDS[text.charCodeAt(at) - FIRST_SYLLABLE] ?? text[at];
  return read;
}

/** Returns for each letter, by its place, the place of the first letter of its group. */
function sounds(groups: string, letters: string): number[] {
  const first = new Map(groups.split(" ").flatMap((group) => [...group].map((letter) => [letter, group[0] ?? ""])));
  return [...letters].map((letter) => letters.indexOf(first.get(letter) ?? letter));
}

/** Composes loose jamo into syllables: ㅅㅣㅂㅏㄹ is 시발; ㅅㅂ, without a vowel, stays. */
function composeJamo(text: string): string {
  return text.replace(looseJamo, (run) => {
    let composed = "";
    for (let at = 0; at < run.length; ) {
      const lead = LEADS.indexOf(run[at] ?? "?");
      const vowel = VOWELS.indexOf(run[at + 1] ?? "?");
      if (lead === -1 || vowel === -1) {
        composed += run[at];
        at += 1;
        continue;
      }
      const isTail = TAILS.includes(run[at + 2] ?? "?") && !VOWELS.includes(run[at + 3] ?? "?");
      composed += put({ lead, vowel, tail: isTail ? TAILS.indexOf(run[at + 2] ?? "?") : 0 });
      at += isTail ? 3 : 2;
    }
    return composed;
  });
}

/** Closes open syllables with the consonant that follows them: 누ㄴ사라ㅁ is 눈사람. */
function closed(text: string): string {
  return text.replace(looseTail, (both, syllable: string, tail: string) => {
    const code = syllable.charCodeAt(0);
    return (code - FIRST_SYLLABLE) % TAILS.length === 0 ? String.fromCharCode(code + TAILS.indexOf(tail)) : both;
  });
}

/** Joins syllables separated by signs, or one by one by spaces: "시1발", "시.발", "개 새 끼야". */
function joinSyllables(text: string): string {
  const clear = text.replace(between, "$1");
  return (singles.test(clear) ? joinSingles(clear) : clear).replace(afterSingle, "$1$2");
}

function joinSingles(text: string): string {
  const tokens = text.match(syllablesAndGaps) ?? [];
  let joined = "";
  for (let at = 0; at < tokens.length; ) {
    let end = at + 1;
    while (isSingle(tokens[at]) && isNarrow(tokens[end]) && isSingle(tokens[end + 1])) end += 2;
    const isRun = end - at >= 3;
    if (isRun && isNarrow(tokens[end]) && withParticle.test(tokens[end + 1] ?? "")) end += 2;
    joined += isRun ? tokens.slice(at, end).filter(startsKorean).join("") : tokens[at];
    at = end;
  }
  return joined;
}

function startsKorean(token: string): boolean {
  return korean.test(token[0] ?? "");
}

function isSingle(token: string | undefined): boolean {
  return token?.length === 1 && korean.test(token);
}

function isNarrow(gap: string | undefined): boolean {
  return gap !== undefined && gap.length <= 3 && !/[\p{L}\p{N}□]/u.test(gap);
}

/** Undoes lengthening: 씨이발, 씨ㅣ발 and 시바알 are 씨발 and 시발. */
function shorten(text: string): string {
  if (!drawnOut.test(text)) return text;
  const short: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const merged = lengthened(short.at(-1) ?? 0, code);
    if (merged === null) short.push(code);
    else short[short.length - 1] = merged;
  }
  return String.fromCharCode(...short);
}

/**
 * Returns the last syllable, merged with a next character that only lengthens it, including its final consonant; null
 * if the next character starts a syllable of its own.
 */
function lengthened(last: number, code: number): number | null {
  const open = last - FIRST_SYLLABLE;
  if (!isSyllable(open) || open % TAILS.length !== 0) return null;
  const next = code - FIRST_SYLLABLE;
  if (isSyllable(next) && leadOf(next) !== SILENT_LEAD) return null;
  const vowel = isSyllable(next) ? vowelOf(next) : code - FIRST_VOWEL;
  if (vowel !== vowelOf(open) && vowel !== ECHOES[vowelOf(open)]) return null;
  return isSyllable(next) ? last + (next % TAILS.length) : last;
}

function taken(character: string): Syllable | null {
  const index = character.charCodeAt(0) - FIRST_SYLLABLE;
  return isSyllable(index) ? { lead: leadOf(index), vowel: vowelOf(index), tail: index % TAILS.length } : null;
}

const isSyllable = (index: number) => index >= 0 && index < LEADS.length * VOWELS.length * TAILS.length;
const leadOf = (index: number) => Math.floor(index / (VOWELS.length * TAILS.length));
const vowelOf = (index: number) => Math.floor(index / TAILS.length) % VOWELS.length;

function put({ lead, vowel, tail }: Syllable): string {
  return String.fromCharCode(FIRST_SYLLABLE + (lead * VOWELS.length + vowel) * TAILS.length + tail);
}

/** The sound of each syllable, made once. */
const SOUNDS = Array.from({ length: LEADS.length * VOWELS.length * TAILS.length }, (_, index) =>
  put({
    lead: SAME_LEADS[leadOf(index)] ?? 0,
    vowel: SAME_VOWELS[vowelOf(index)] ?? 0,
    tail: SAME_TAILS[index % TAILS.length] ?? 0,
  }),
);
