/** Finds user-visible text that is not in a dictionary: in markup, accessible attributes, and code. */
export function literalSentences(name: string, source: string): string[] {
  if (!name.endsWith(".astro")) return inCode(source);
  const [, front = "", rest = ""] = /^---\n(.*?)\n?---\n(.*)$/s.exec(source) ?? [null, "", source];
  const scripts = [...rest.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = ""]) => code);
  const markup = rest.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, "").replace(/<!--.*?-->|<!doctype[^>]*>/gs, "");
  return [...inCode([front, ...scripts].join("\n")), ...inCode(markup), ...inAttributes(markup), ...inMarkup(markup)];
}

const LITERAL = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
// A capitalized word followed by a second word, or any text in a script not used for code.
const SENTENCE = /^\p{Lu}[\p{L}'’]* (?:\p{L}|…)|[\p{Script=Hangul}\p{Script=Han}]/u;

function inCode(code: string): string[] {
  const said = code
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/^[ \t]*\/\/.*$/gm, "")
    // Error messages are for logs and developers, not for users.
    .replace(/new Error\([^)]*\)/g, "");
  return [...said.matchAll(LITERAL)]
    .map(([literal]) => literal.slice(1, -1).replace(/\$\{[^}]*\}/g, "…"))
    .filter((text) => SENTENCE.test(text));
}

function inAttributes(markup: string): string[] {
  const spoken = /\b(?:aria-label|aria-description|title|placeholder|alt)="([^"]*)"/g;
  // Those that look like sentences were already found as code.
  return [...markup.matchAll(spoken)]
    .map(([, text = ""]) => text)
    .filter((text) => hasLetter(text) && !SENTENCE.test(text));
}

function inMarkup(markup: string): string[] {
  // Attributes that are spread into a tag stand between braces, as text does.
  const bare = markup.replace(/\{\.\.\.[^{}]{0,300}\}/g, "").replaceAll("=>", "→");
  return [...bare.matchAll(/(?<=[>}])([^<>{}]*)(?=[<{])/g)]
    .map(([, text = ""]) => text.trim())
    .filter((text) => hasLetter(text) && !text.endsWith("=") && !/^[),\]]|&&|\?/.test(text));
}

const hasLetter = (text: string) => /\p{L}/u.test(text);
