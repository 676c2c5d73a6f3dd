/** Whether the markup is part of a page, and may use its stylesheet and addresses, or stands alone. */
export type Stand = "on a page" | "alone";

/** Returns violations of well-formed XML and of the allowed subset of SVG. For tests. */
export function markupErrors(markup: string, stand: Stand = "alone"): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  let end = 0;
  for (const match of markup.matchAll(tag)) {
    const [whole, closing, name = "", attributeText = "", selfClosing] = match;
    const text = markup.slice(end, match.index);
    end = match.index + whole.length;
    if (/[<>]|&(?!(amp|lt|gt|quot|#39);)/.test(text)) faults.push(`stray text: ${text.slice(0, 40)}`);
    if (closing) {
      if (open.pop() !== name) faults.push(`</${name}> closes another element`);
      continue;
    }
    if (!allowedElements.has(name) && !(name === "a" && stand === "on a page")) faults.push(`<${name}> is not allowed`);
    faults.push(...attributeErrors(name, attributeText, stand));
    if (!selfClosing) open.push(name);
  }
  if (/[<>]/.test(markup.slice(end))) faults.push("unfinished tag");
  return [...faults, ...open.map((name) => `<${name}> stays open`)];
}

const tag = /<(\/)?([A-Za-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/)?>/g;

const allowedElements = new Set(
  "svg g defs use title path circle ellipse rect linearGradient radialGradient stop".split(" "),
);

function attributeErrors(element: string, attributeText: string, stand: Stand): string[] {
  const pairs = [...attributeText.matchAll(/(?<![\w:-])([\w:-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => ({
    name,
    value,
  }));
  const names = pairs.map(({ name }) => name);
  const doubled = names.filter((name, index) => names.indexOf(name) !== index);
  const unsafe = pairs.filter(({ name, value }) => {
    const isInSprite = stand === "on a page" && /^\/gifts\.svg\?v=[\w-]+#[\w-]+$/.test(value);
    const leavesTheFile = /^(href|xlink:href)$/.test(name) && !value.startsWith("#") && !isInSprite && element !== "a";
    const needsThePage = stand === "alone" && (name === "class" || value.includes("var("));
    return name === "style" || /^on/.test(name) || leavesTheFile || needsThePage || /NaN|undefined/.test(value);
  });
  return [
    ...doubled.map((name) => `<${element}> has ${name} twice`),
    ...unsafe.map(({ name, value }) => `<${element}> has ${name}="${value}"`),
  ];
}
