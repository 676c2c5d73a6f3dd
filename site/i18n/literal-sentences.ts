/** Finds what people would read and no dictionary holds: text in markup, spoken attributes, sentences in code. */
export function literalSentences(name: string, source: string): string[] {
  if (!name.endsWith(".astro")) return inCode(source);
  const [, front = "", rest = ""] = /^---\n(.*?)\n?---\n(.*)$/s.exec(source) ?? [null, "", source];
  const scripts = [...rest.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = ""]) => code);
  const markup = rest.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, "").replace(/<!--.*?-->|<!doctype[^>]*>/gs, "");
  return [...inCode([front, ...scripts].join("\n")), ...inCode(markup), ...inAttributes(markup), ...inMarkup(markup)];
}

const LITERAL = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
// A capital letter begins it and a second word follows; or it is in a script that no code is written in.
const SENTENCE = /^\p{Lu}[\p{L}'’]* (?:\p{L}|…)|[\p{Script=Hangul}\p{Script=Han}]/u;

function inCode(code: string): string[] {
  const said = code
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/^[ \t]*\/\/.*$/gm, "")
    // Words for logs and developers, not for those who look at a page.
    .replace(/new Error\([^)]*\)/g, "");
  return [...said.matchAll(LITERAL)]
    .map(([literal]) => literal.slice(1, -1).replace(/\$\{[^}]*\}/g, "…"))
    .filter((text) => SENTENCE.test(text));
}

function inAttributes(markup: string): string[] {
  const spoken = /\b(?:aria-label|aria-description|title|placeholder|alt)="([^"]*)"/g;
  // Those that look like sentences were found as code already.
  return [...markup.matchAll(spoken)]
    .map(([, text = ""]) => text)
    .filter((text) => hasLetter(text) && !SENTENCE.test(text));
}

function inMarkup(markup: string): string[] {
  return [...markup.replaceAll("=>", "→").matchAll(/(?<=[>}])([^<>{}]*)(?=[<{])/g)]
    .map(([, text = ""]) => text.trim())
    .filter((text) => hasLetter(text) && !text.endsWith("=") && !/^[)\]]|&&|\?/.test(text));
}

const hasLetter = (text: string) => /\p{L}/u.test(text);
