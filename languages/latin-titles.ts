/** Names in Latin letters that say who somebody is, or whom they are from: `Grandma`, `Mr. Lee`, `From Emma`. */
export const LATIN_TITLES =
  /^(?:from|your|the|team|mr|mrs|ms|miss|dr|prof|sir|aunt(?:ie|y)?|uncle|coach)\b|\b(?:mo?m|mum|mommy|mummy|mama|dad|daddy|papa|grand(?:ma|pa|mother|father)|gran(?:ny|dad)?|nana|aunt(?:ie|y)?|uncle|sis|bro|coach|teacher|santa|family|team|friends?|class|everyone|anonymous|me)$/i;

/** A name without what people put after it: a place in brackets, hearts, emoji. */
export const undecorated = (name: string) =>
  name
    .trim()
    .replace(/[(（][^()（）]{0,30}[)）]$/u, "")
    .replace(/[\s\p{Extended_Pictographic}\p{M}\p{Cf}♡♥♪☆★~〜^]+$/u, "");
