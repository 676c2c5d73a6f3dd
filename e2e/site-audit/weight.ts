import type { AuditedPage } from "../audit/pages.ts";
import type { WireBytes } from "../audit/wire-bytes.ts";

const SCRIPT_BYTES_MAX = 15_000;
const BYTES_MAX = 60_000;

/** Returns what is too large about a page at a first visit. */
export function overweight({ bytesMax = BYTES_MAX }: AuditedPage, { scripts, all }: WireBytes): string[] {
  return [
    ...(scripts > SCRIPT_BYTES_MAX ? [`${scripts} bytes of JavaScript`] : []),
    ...(all > bytesMax ? [`${all} bytes, and ${bytesMax} at most`] : []),
  ];
}

/** A line of a table. */
export const weightLine = ({ name }: AuditedPage, { scripts, all }: WireBytes): string =>
  `${name.padEnd(16)} ${String(scripts).padStart(7)} ${String(all).padStart(7)}`;
