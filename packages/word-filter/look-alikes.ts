/** Latin letters that Unicode does not decompose: with strokes and hooks, ligatures, small capitals. */
export const alwaysLatin = new Map(
  pairs(
    "ßss æae œoe øo łl đd ðd þth ıi ħh ŧt ƀb ɓb ƈc ɗd ƒf ɠg ƙk ɫl ɱm ŋn ɲn ƥp ʠq ɾr ʂs ȿs ƭt ʉu ʋv ƴy ƶz ɐa əe ɛe ɨi ɩi ɡg ʀr",
  ).concat(pairs("ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ǫq ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ɑa ɔo ʇt")),
);

// Letters of other scripts that look like a Latin one, in lower case.
const toLatin = new Map(
  pairs(
    "аa вb сc ԁd еe ғf һh нh іi јj кk ӏl мm оo рp ԛq гr яr ѕs тt уy цu ѵv ԝw шw хx уy зz ьb пn иn αa βb ςc δd εe φf ηn ιi κk λl μm νv οo ρp σo τt υu ωw χx γy ζz աw օo սu ոn հh",
  ),
);
// Latin letters, digits and signs that stand for a Cyrillic one.
const toCyrillic = new Map(pairs("aа bв cс eе hн iи kк mм nп oо pр rг sс tт uи xх yу 0о 3з 4ч 6б 9я @а $с"));

const word = /[a-z0-9@$\u0370-\u058F]+/g;
const hasLatin = /[a-z]/;
const hasOther = /[\u0370-\u03FF\u0400-\u052F\u0530-\u058F]/;
const hasCyrillic = /[\u0400-\u052F]/;
const notLatin = /[\u0370-\u058F]/g;
const notCyrillic = /[a-z0-9@$]/g;

/** Reads each word that mixes scripts as Latin; leaves words in one script unchanged. */
export function readAsLatin(text: string): string {
  if (!hasOther.test(text) || !hasLatin.test(text)) return text;
  return text.replace(word, (token) =>
    hasLatin.test(token) && hasOther.test(token)
      ? token.replace(notLatin, (character) => toLatin.get(character) ?? character)
      : token,
  );
}

/** Does the same for Cyrillic: "xуй" with a Latin x; also reads digits within Cyrillic words as letters. */
export function readAsCyrillic(text: string): string {
  if (!hasCyrillic.test(text)) return text;
  return text.replace(word, (token) =>
    hasCyrillic.test(token) ? token.replace(notCyrillic, (character) => toCyrillic.get(character) ?? character) : token,
  );
}

/** Parses pairs of one look-alike and what it stands for. */
function pairs(list: string): [string, string][] {
  return list.split(" ").map((pair) => {
    const [first = "", ...rest] = [...pair];
    return [first, rest.join("")];
  });
}
