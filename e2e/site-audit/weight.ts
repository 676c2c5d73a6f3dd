import type { AuditedPage } from "../audit/pages.ts";
import type { WireBytes } from "../audit/wire-bytes.ts";

const SCRIPT_BYTES_MAX = 15_000;
const BYTES_MAX = 60_000;
const FILES_MAX = 14;

/** Returns what is too large about a page at a first visit. */
export function overweight({ bytesMax = BYTES_MAX }: AuditedPage, { files, scripts, all }: WireBytes): string[] {
  return [
    ...(files > FILES_MAX ? [`${files} files, and ${FILES_MAX} at most`] : []),
    ...(scripts > SCRIPT_BYTES_MAX ? [`${scripts} bytes of JavaScript`] : []),
    ...(all > bytesMax ? [`${all} bytes, and ${bytesMax} at most`] : []),
  ];
}

/** A line of a table. */
export const weightLine = ({ name }: AuditedPage, { files, scripts, all }: WireBytes): string =>
  `${name.padEnd(16)} ${String(files).padStart(5)} ${String(scripts).padStart(7)} ${String(all).padStart(7)}`;
