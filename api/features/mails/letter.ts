import type { Language } from "#contract/languages";

/** The content of a mail in one language: the public picture of its tree, lines, one link, and small print. */
export type Letter = {
  subject: string;
  picture?: string | undefined;
  lines: string[];
  link?: { words: string; url: string };
  small: string[];
};

export function plainText({ lines, link, small }: Letter): string {
  const linkAsText = link ? [`${link.words}\n${link.url}`] : [];
  return `${[...lines, ...linkAsText, "-- ", ...small].join("\n\n")}\n`;
}

/** The site's colors (`site/styles/tokens.css`), each with the property that it sets, light and dark. */
const LOOKS = {
  paper: ["background", "#fbf6ee", "#121c19"],
  card: ["background", "#fffdf9", "#1a2723"],
  line: ["border-color", "#ddd3c2", "#35463f"],
  ink: ["color", "#24302b", "#eef1ea"],
  soft: ["color", "#56645d", "#b0bdb5"],
  fir: ["color", "#1f5a43", "#7cc7a4"],
  button: ["background", "#1f5a43", "#7cc7a4"],
  label: ["color", "#ffffff", "#0e211a"],
} as const;

/** Faces that devices have: those for text, and round ones for headings, which come before the others. */
type Faces = { text: string; round: string };
const LATIN: Faces = {
  text: "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans'",
  round: "ui-rounded,'Arial Rounded MT Bold'",
};
const FACES: Partial<Record<Language, Faces>> = {
  ko: {
    text: "'Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR','Noto Sans CJK KR'",
    round: "Jua,NanumSquareRound",
  },
  ja: {
    text: "'Hiragino Sans','Yu Gothic UI',Meiryo,'Noto Sans JP','Noto Sans CJK JP'",
    round: "'Hiragino Maru Gothic ProN','Kosugi Maru','BIZ UDPGothic'",
  },
};

/** Attributes of an element with colors: inline, since some mail programs drop `<style>`, and as classes. */
function styled(style: string, ...looks: (keyof typeof LOOKS)[]): string {
  const colors = looks.map((look) => `${LOOKS[look][0]}:${LOOKS[look][1]}`);
  return `class="${looks.join(" ")}" style="${[...(style ? [style] : []), ...colors].join(";")}"`;
}

const darkRules = Object.entries(LOOKS)
  .map(([look, [property, , dark]]) => `.${look}{${property}:${dark}!important}`)
  .join("");
const HEAD = `<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkRules}}</style>`;

/** How lines break in languages that break them differently. */
const LINE_BREAKS: Partial<Record<Language, string>> = { ko: ";word-break:keep-all" };

const TABLE = `role="presentation" cellpadding="0" cellspacing="0" border="0"`;

/** The site's emblem, drawn with borders: images may be switched off. Outlook cannot draw it, and skips it. */
const shape = (width: number, borders: string) =>
  `<div style="width:${width}px;height:0;margin:0 auto;${borders}"></div>`;
const tier = (top: number, slope: number, height: number) =>
  shape(top, `border:${slope}px solid transparent;border-top:0;border-bottom:${height}px solid`);
const TREE = [tier(0, 6, 8), tier(6, 4, 6), tier(8, 5, 6), shape(3, "border-top:3px solid")].join("");

/** Renders a mail as HTML that loads nothing but the tree's picture, from the same words as its plain text. */
export function html({ subject, picture, lines, link, small }: Letter, language: Language): string {
  const faces = FACES[language] ?? LATIN;
  const text = `${faces.text},sans-serif`;
  const display = `${faces.round},${text}`;
  const breaks = `overflow-wrap:anywhere${LINE_BREAKS[language] ?? ""}`;
  const card = `padding:28px 24px;border:1px solid;border-radius:20px;font:16px/1.6 ${text}`;
  const heading = `font:600 24px/1.35 ${display};margin:0 0 16px`;
  // Some mail programs drop `html` and `body`, so the table holds what the whole mail needs.
  return `<!doctype html>
<html lang="${language}" dir="ltr"><head>${HEAD}<title>${escaped(subject)}</title></head>
<body ${styled("margin:0;padding:0", "paper")}>
<table ${TABLE} width="100%" lang="${language}" dir="ltr" ${styled("", "paper")}>
<tr><td align="center" style="padding:24px 12px">
<table ${TABLE} width="560" style="width:100%;max-width:560px;text-align:left;${breaks}">
<tr><td style="padding:0 12px 16px"><table ${TABLE}><tr>
<td ${styled("padding-right:8px;mso-hide:all", "fir")} aria-hidden="true">${TREE}</td>
<td ${styled(`font:700 18px/1.3 ${display}`, "fir")}>Tree Gifting</td>
</tr></table></td></tr>
<tr><td ${styled(card, "ink", "card", "line")}>
${picture && link ? pictured(picture, link.url) : ""}<h1 ${styled(heading, "ink")}>${escaped(subject)}</h1>
${lines.map((line) => `<p style="margin:0 0 16px">${escaped(line)}</p>`).join("\n")}
${link ? button(link) : ""}
</td></tr>
<tr><td ${styled(`padding:16px 12px 0;font:14px/1.6 ${text}`, "soft")}>
${small.map((line) => `<p style="margin:0 0 8px">${linked(line)}</p>`).join("\n")}
</td></tr>
</table>
</td></tr></table>
</body></html>
`;
}

/** Without a height or alternative text, it takes no room where images are off. */
const pictured = (picture: string, url: string) =>
  `<a href="${escaped(url)}"><img src="${escaped(picture)}" width="510" alt="" style="display:block;width:100%;height:auto;margin:0 0 24px;border:0;border-radius:12px"></a>
`;

/** The link as a button, and bare below it. Outlook takes the padding from the cell, all others from the link. */
function button({ words, url }: { words: string; url: string }): string {
  const roomy = "display:inline-block;padding:12px 28px;font-weight:600;text-decoration:none";
  return `<table ${TABLE} style="margin:24px 0 16px"><tr>
<td align="center" ${styled("border-radius:999px;mso-padding-alt:12px 28px", "button")}>
<a href="${escaped(url)}" ${styled(roomy, "label")}>${escaped(words)}</a>
</td></tr></table>
<p style="margin:0;font-size:14px;word-break:break-all">${anchor(url)}</p>`;
}

const anchor = (url: string) => `<a href="${escaped(url)}" ${styled("", "soft")}>${escaped(url)}</a>`;

/** Links the addresses in small print, which holds nothing that people typed. */
const linked = (line: string) =>
  line
    .split(/(https?:\/\/\S+)/)
    .map((part, i) => (i % 2 ? anchor(part) : escaped(part)))
    .join("");

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for HTML. A tree's name is its owner's text, and must stay text in the mail. */
const escaped = (words: string) => words.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
