/** A line of a plot: what an operation costs in ms at each size; null if it was not measured. */
export type Line = { name: string; costs: (number | null)[] };

const [WIDTH, ROW, LEFT, RIGHT, TOP] = [760, 26, 290, 40, 56];
const TITLE = "What each operation costs in milliseconds, at each size";
const COLOURS = ["#9aa5b1", "#4c7bd9", "#c2410c"];

/**
 * Renders an SVG plot: one row for each operation, one dot for each size, on a logarithmic axis of milliseconds. If a
 * cost does not grow, its dots overlap.
 */
export function plot(lines: readonly Line[], sizes: readonly string[]): string {
  const all = lines.flatMap(({ costs }) => costs).filter((cost) => cost !== null && cost > 0) as number[];
  const [low, high] = [Math.floor(Math.log10(Math.min(...all))), Math.ceil(Math.log10(Math.max(...all)))];
  const span = Math.max(1, high - low);
  const x = (ms: number) => LEFT + ((Math.log10(ms) - low) / span) * (WIDTH - LEFT - RIGHT);
  const height = TOP + lines.length * ROW + 24;
  const ticks = Array.from({ length: span + 1 }, (_, i) => 10 ** (low + i)).map(
    (ms) =>
      `<line x1="${x(ms)}" y1="${TOP - 8}" x2="${x(ms)}" y2="${height - 20}" stroke="#d5dae1"/><text x="${x(ms)}" y="${height - 4}" text-anchor="middle">${ms} ms</text>`,
  );
  const legend = sizes.map(
    (size, i) =>
      `<circle cx="${LEFT + i * 150}" cy="20" r="5" fill="${COLOURS[i]}"/><text x="${LEFT + 10 + i * 150}" y="24">${size}</text>`,
  );
  const rows = lines.map(({ name, costs }, i) => {
    const y = TOP + i * ROW + ROW / 2;
    const known = costs.filter((cost) => cost !== null && cost > 0) as number[];
    const bar = `<line x1="${x(Math.min(...known))}" y1="${y}" x2="${x(Math.max(...known))}" y2="${y}" stroke="#9aa5b1"/>`;
    const dots = costs.map((cost, j) =>
      cost ? `<circle cx="${x(cost).toFixed(1)}" cy="${y}" r="5" fill="${COLOURS[j]}" fill-opacity="0.85"/>` : "",
    );
    return `<text x="${LEFT - 14}" y="${y + 4}" text-anchor="end">${escaped(name)}</text>${known.length > 0 ? bar : ""}${dots.join("")}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#1f2933"><title>${TITLE}</title><rect width="100%" height="100%" fill="#fff"/>${[...ticks, ...legend, ...rows].join("\n")}</svg>\n`;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
