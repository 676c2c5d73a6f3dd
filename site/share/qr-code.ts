import { encode } from "uqr";
import { attributes } from "../tree-picture/xml.ts";

/** Light modules around the code; cameras need four to find it (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/**
 * A QR code as one `<svg>`, dark on light on every page. It is as wide as the page lets it be.
 * `label` says to those who do not see it where it leads. The page loads `qr-code.css` along with it.
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

/** A row's dark modules, those side by side as one strip: between single squares hairs of light would show. */
function darkRuns(row: boolean[], y: number): string {
  const cells = row.map((isDark) => (isDark ? "#" : " ")).join("");
  return [...cells.matchAll(/#+/g)]
    .map(({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1h-${run.length}z`)
    .join("");
}
