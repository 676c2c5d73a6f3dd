import { encode } from "uqr";
import { attributes } from "../tree-picture/xml.ts";

/** Width of the quiet zone in light modules; cameras need four to find the code (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/**
 * A QR code as one `<svg>`, dark on light on every page, as wide as the page allows. `label` is its accessible name and
 * says where it leads. The page must load `qr-code.css`.
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
  return `<svg${frame}><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${data.map(darkRuns).join("")}"/></svg>`;
}

/** Merges adjacent dark modules of a row into strips: between single squares, hairlines would show. */
function darkRuns(row: boolean[], y: number): string {
  const cells = row.map((isDark) => (isDark ? "#" : " ")).join("");
  return [...cells.matchAll(/#+/g)]
    .map(({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1h-${run.length}z`)
    .join("");
}
