import { encode } from "uqr";
import { attributes } from "../tree-picture/xml.ts";

/** Width of the quiet zone in light modules; cameras need four to find the code (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/**
 * A QR code as one `<svg>`, dark on light on every page, as wide as the page allows. `label` is its accessible name and
 * says where it leads.
 */
export function qrCode(text: string, { label }: { label: string }): string {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_MODULES });
  const frame = attributes({
    xmlns: "http://www.w3.org/2000/svg",
    class: "qr-code",
    viewBox: `0 0 ${size} ${size}`,
    role: "img",
    "aria-label": label,
    "shape-rendering": "crispEdges",
  });
  return `<svg${frame}><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" stroke-width="1" stroke-linecap="butt" d="${data.map(darkRuns).join("")}"/></svg>`;
}

/** Strokes adjacent dark modules of a row as one line: between single squares, hairlines would show. */
function darkRuns(row: boolean[], y: number): string {
  const cells = row.map((isDark) => (isDark ? "#" : " ")).join("");
  let end = 0;
  return [...cells.matchAll(/#+/g)]
    .map(({ 0: run, index: x }) => {
      const to = end === 0 ? `M${x} ${y}.5` : `m${x - end} 0`;
      end = x + run.length;
      return `${to}h${run.length}`;
    })
    .join("");
}
