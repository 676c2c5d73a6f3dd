/** Escapes text for an XML text node or a double-quoted attribute; removes control characters, which XML forbids. */
export function escapeXml(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(forbiddenInXml, "").replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** Attributes in the given order, each with a leading space; those without a value are left out. */
export function attributes(values: Record<string, string | number | undefined>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");
}

/** Joins multi-line markup into one line without the indentation. */
export function onOneLine(markup: string): string {
  return markup
    .split("\n")
    .map((line) => line.trim())
    .join("");
}

/** A coordinate rounded to one decimal, as short as possible. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}

/** Matches nearly all attributes: nothing to escape. */
const plain = /^[\w .,:;#()%/+-]*$/;
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

// Lone surrogates included: one of them makes a rasterizer reject the whole picture.
const forbiddenInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
