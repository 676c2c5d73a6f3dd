/** The two representations of a page: for browsers and for programs. */
export type PageForm = "html" | "markdown";

type Range = { type: string; subtype: string; q: number };

const FORMS = { html: "text/html", markdown: "text/markdown" } as const;
const TOKEN = "[!#$%&'*+.^_`|~\\w-]+";
const MEDIA_RANGE = new RegExp(`^(${TOKEN})/(${TOKEN})$`);
const PARAMETER = /^([\w-]+)=(?:"(?:[^"\\]|\\.)*"|[^\s"]*)$/;

/**
 * Returns the representation that an `Accept` header asks for, or null if it accepts neither. Markdown is sent if it is
 * named and its quality is at least that of HTML, so a tie means Markdown; wildcards alone get HTML. Without a valid
 * header it is HTML.
 */
export function preferredForm(accept: string | undefined): PageForm | null {
  const ranges = rangesIn(accept ?? "");
  if (ranges.length === 0) return "html";
  const [html, markdown] = [qualityOf(FORMS.html, ranges), qualityOf(FORMS.markdown, ranges)];
  const isNamed = ranges.some(({ type, subtype }) => `${type}/${subtype}` === FORMS.markdown);
  if (markdown > html || (isNamed && markdown > 0 && markdown === html)) return "markdown";
  return html > 0 ? "html" : null;
}

function rangesIn(accept: string): Range[] {
  return splitUnquoted(accept, ",").flatMap((part) => {
    const [media = "", ...parameters] = splitUnquoted(part, ";").map((each) => each.trim());
    const [, type = "", subtype = ""] = MEDIA_RANGE.exec(media) ?? [];
    const isReadable = type !== "" && parameters.every((each) => PARAMETER.test(each));
    if (!isReadable || (type === "*" && subtype !== "*")) return [];
    return { type: type.toLowerCase(), subtype: subtype.toLowerCase(), q: qIn(parameters) };
  });
}

function qIn(parameters: readonly string[]): number {
  const weight = parameters.find((each) => /^q=/i.test(each))?.slice(2);
  if (weight === undefined) return 1;
  // An invalid quality value counts as 0.
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
}

/** The quality of a media type, from the most specific matching range (RFC 9110, 12.5.1). */
function qualityOf(media: string, ranges: readonly Range[]): number {
  const [type, subtype] = media.split("/");
  const exact = ranges.filter((range) => range.type === type && range.subtype === subtype);
  const partly = ranges.filter((range) => range.type === type && range.subtype === "*");
  const any = ranges.filter((range) => range.type === "*");
  const best = [exact, partly, any].find((found) => found.length > 0) ?? [];
  return Math.max(0, ...best.map(({ q }) => q));
}

/**
 * Splits a header at a separator outside of quoted strings (RFC 9110, section 5.6). Reads each character once. An
 * unclosed quote extends to the end.
 */
function splitUnquoted(text: string, separator: "," | ";"): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted && character === "\\") at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
