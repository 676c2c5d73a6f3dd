/**
 * Paints parts of the page as they look, one below the other, on a canvas: backgrounds, drawings and text. All of it happens in
 * the browser. `symbols`: the drawings that the page's `<use>` elements refer to in another file.
 */
export async function painting(parts: readonly HTMLElement[], symbols: Document): Promise<HTMLCanvasElement> {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const width = Math.max(...boxes.map((box) => box.width));
  const gap = parts.length > 1 ? GAP : 0;
  const height = boxes.reduce((sum, box) => sum + box.height + gap, gap);
  const scale = PIXELS_WIDE / (width + 2 * gap);
  canvas.width = PIXELS_WIDE;
  canvas.height = Math.floor(height * scale);
  if (!context) throw new Error("no canvas");
  context.scale(scale, scale);
  fillWith(context, PAPER, [0, 0, width + 2 * gap, height]);
  let top = gap;
  for (const [at, part] of parts.entries()) {
    const box = boxes[at] ?? part.getBoundingClientRect();
    context.save();
    context.translate(gap - box.left, top - box.top);
    context.beginPath();
    context.rect(box.left, box.top, box.width, box.height);
    context.clip();
    paintBackground(context, part);
    for (const svg of part.querySelectorAll("svg")) await paintDrawing(context, svg, box, { symbols, scale });
    for (const element of part.querySelectorAll<HTMLElement>("*:not(svg, svg *)")) paintBackground(context, element);
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) paintText(context, texts.currentNode as Text);
    context.restore();
    top += box.height + gap;
  }
  return canvas;
}

/** Of a picture; as wide as a story. */
const PIXELS_WIDE = 1080;
/** Around each of several parts, in CSS pixels, as the rest that is measured on the page. */
const GAP = 12;
const PAPER = "#fffdf9";

function paintBackground(context: CanvasRenderingContext2D, element: HTMLElement) {
  const { backgroundColor, backgroundImage, backgroundPositionY, backgroundSize, borderTopLeftRadius } =
    getComputedStyle(element);
  const { left, top, width, height, bottom } = element.getBoundingClientRect();
  context.fillStyle = backgroundColor;
  context.beginPath();
  context.roundRect(left, top, width, height, Number.parseFloat(borderTopLeftRadius) || 0);
  context.fill();
  // The height of the edge, or of a line.
  const tall = Number.parseFloat(backgroundSize.split(" ")[1] ?? "");
  if (element.matches(".stationery")) paintEdge(context, { left, top, width, height: tall }, backgroundImage);
  else if (backgroundImage !== "none") {
    // The lines that a longer letter is written on, in the last color of their gradient.
    const color = backgroundImage.match(COLOR)?.at(-1) ?? "transparent";
    for (let y = top + tall + Number.parseFloat(backgroundPositionY) - 1; y < bottom; y += tall)
      fillWith(context, color, [left, y, width, 1]);
  }
}

const COLOR = /(?:rgba?|color)\([^()]*\)/g;

function fillWith(context: CanvasRenderingContext2D, color: string, area: [number, number, number, number]) {
  context.fillStyle = color;
  context.fillRect(...area);
}

/** The stripes at a letter's upper edge: colors with the places where they begin and end. */
function paintEdge(
  context: CanvasRenderingContext2D,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
  gradient: string,
) {
  const stripes = [...gradient.matchAll(/(rgb\([^)]*\)) ([\d.]+)px(?: |, \1 )([\d.]+)px/g)];
  const period = Number(stripes.at(-1)?.[3] ?? 0);
  if (period === 0) return;
  const lean = gradient.includes("90deg") ? 0 : height / 2;
  for (let start = -period; start < width + period; start += period)
    for (const [, color = "", from, to] of stripes) {
      const [begin, end] = [left + start + Number(from), left + start + Number(to)];
      context.fillStyle = color;
      context.beginPath();
      context.moveTo(begin, top);
      context.lineTo(end, top);
      context.lineTo(end + lean, top + height);
      context.lineTo(begin + lean, top + height);
      context.fill();
    }
}

type Detail = { symbols: Document; scale: number };

/** A drawing, on its own or, if its scene goes on around it, as far as the part of the page does. */
async function paintDrawing(
  context: CanvasRenderingContext2D,
  svg: SVGSVGElement,
  around: DOMRect,
  { symbols, scale }: Detail,
) {
  const area = getComputedStyle(svg).overflowX === "visible" ? around : svg.getBoundingClientRect();
  const { a, d, e, f } = svg.getScreenCTM() ?? new DOMMatrix();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  for (const use of copy.querySelectorAll("use")) {
    const [file, id = ""] = (use.getAttribute("href") ?? "").split("#");
    const symbol = file ? symbols.getElementById(id) : null;
    if (!symbol) continue;
    if (!copy.querySelector(`symbol[id="${id}"]`)) copy.prepend(symbol.cloneNode(true));
    use.setAttribute("href", `#${id}`);
  }
  const box = [(area.left - e) / a, (area.top - f) / d, area.width / a, area.height / d];
  copy.setAttribute("viewBox", box.join(" "));
  copy.setAttribute("preserveAspectRatio", "none");
  copy.setAttribute("width", `${area.width * scale}`);
  copy.setAttribute("height", `${area.height * scale}`);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  context.drawImage(image, area.left, area.top, area.width, area.height);
}

/** A text line by line, as the page breaks it. */
function paintText(context: CanvasRenderingContext2D, text: Text) {
  const parent = text.parentElement;
  if (!parent || parent.closest("svg, .unseen")) return;
  const style = getComputedStyle(parent);
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.color;
  context.direction = style.direction === "rtl" ? "rtl" : "ltr";
  context.textAlign = "left";
  for (const { words, left, top, height } of linesOf(text)) {
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(words);
    context.fillText(words, left, top + (height - ascent - descent) / 2 + ascent);
  }
}

type Line = { words: string; left: number; top: number; height: number };

function linesOf(text: Text): Line[] {
  const lines: Line[] = [];
  const range = document.createRange();
  let at = 0;
  for (const character of text.data) {
    range.setStart(text, at);
    at += character.length;
    range.setEnd(text, at);
    const { left, top, width, height } = range.getBoundingClientRect();
    if (width === 0 && character.trim() === "") continue;
    const line = lines.at(-1);
    if (line && Math.abs(line.top - top) < height / 2) {
      line.words += character;
      line.left = Math.min(line.left, left);
    } else lines.push({ words: character, left, top, height });
  }
  return lines;
}
